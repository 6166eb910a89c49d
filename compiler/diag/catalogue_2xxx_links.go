package diag

// The codes of analyze/rules for Link events (EV §2.8).
var _ = register(
	Entry{
		Code: "BG2340", Severity: Error,
		Title: "a Link event in a position where none may be",
		Explain: `Link events are intermediate events of normal flow: a throw event is the source, a catch event the target. Start, end and boundary events
can't be Links (BPMN 2.0.2 §10.5.1, EV §2.8): a Link has no trigger to wait for and nothing to end.

Use an intermediate throw event for the source and an intermediate catch event for the target.`,
	},
	Entry{
		Code: "BG2341", Severity: Error,
		Title: "a Link event with another definition",
		Explain: `A Link waits for nothing and sends nothing: it says where a flow goes on. Together with another definition it would have two meanings
(BPMN 2.0.2 §10.5.1, EV §2.8).

Use one event for each.`,
	},
	Entry{
		Code: "BG2342", Severity: Error,
		Title: "a Link without a name",
		Alias: "link-event",
		Explain: `Sources and the target of a Link find one another by name (EV §2.8). It stands on the definition; where that has none, the event's own name counts.

Give ` + "`" + `linkEventDefinition` + "`" + ` a name.`,
	},
	Entry{
		Code: "BG2343", Severity: Error,
		Title: "a Link source with an outgoing flow",
		Explain: `The token that reaches a Link source goes on at the Link's target; the source has no outgoing flow of its own (BPMN 2.0.2 §10.5.4, EV §2.8).

Take the flow out, or lead it from the target.`,
	},
	Entry{
		Code: "BG2344", Severity: Error,
		Title: "a Link without a target",
		Alias: "link-event",
		Explain: `Every Link source has a target of its name on its own level (BPMN 2.0.2 §10.5.1, EV §2.8). Without one its token could go nowhere.

Add an intermediate catch event with a Link of that name.`,
	},
	Entry{
		Code: "BG2345", Severity: Error,
		Title: "a Link with two targets",
		Alias: "link-event",
		Explain: `There may be several sources of a Link, but only one target (BPMN 2.0.2 §10.5.1, EV §2.8): with two it is unclear where a token goes on.

Give one of the targets another name. To go on in two ways, let several flows leave the one target.`,
	},
	Entry{
		Code: "BG2346", Severity: Error,
		Title: "a Link without a source",
		Alias: "link-event",
		Explain: `Only the sources of a Link lead to its target (BPMN 2.0.2 §10.5.4, EV §2.8); without one nothing behind it ever happens.

Add an intermediate throw event with a Link of that name.`,
	},
	Entry{
		Code: "BG2347", Severity: Error,
		Title: "a Link across levels",
		Alias: "link-event",
		Explain: `Both ends of a Link stand on one level: a Link can't join a process with a sub-process of it (BPMN 2.0.2 §10.5.1, EV §2.8).

Bring both ends to one level. To leave a sub-process early, throw an error or an escalation.`,
	},
	Entry{
		Code: "BG2348", Severity: Error,
		Title: "a Link target with an incoming flow",
		Explain: `The target of a Link is entered by its sources alone (BPMN 2.0.2 §10.5.4, EV §2.8).

Lead the flow to a Link source of that name instead.`,
	},
	Entry{
		Code: "BG2349", Severity: Error,
		Title: "a Link as an arm of an event-based gateway",
		Explain: `The arms of an event-based gateway wait for a trigger: a message, a timer, a signal or a condition. A Link waits for nothing (EV §2.8, S2.6).

Let the gateway wait for a trigger, and lead on from there.`,
	},
	Entry{
		Code: "BG2350", Severity: Error,
		Title: "Link references that disagree",
		Explain: `Link definitions may name one another, the source its ` + "`" + `target` + "`" + ` and the target its ` + "`" + `source` + "`" + `s. Then both sides agree (BPMN 2.0.2
Table 10.98). Execution pairs them by name (EV §2.8).

Make both sides name one another, or take the references out.`,
	},
)
