package diag

// The codes of analyze/rules for gateways.
var _ = register(
	Entry{
		Code: "BG2201", Severity: Error,
		Title: "a gateway without outgoing flows",
		Explain: `A gateway decides where tokens go on; without an outgoing flow they can go nowhere (BPMN 2.0.2 §10.6, S1.5).

Lead a flow from it. Where the way should end, an end event says so.`,
	},
	Entry{
		Code: "BG2202", Severity: Info,
		Title: "a gateway that decides nothing",
		Alias: "superfluous-gateway",
		Explain: `The gateway has one flow in and one out: every token passes through.

Take it out and join the two flows.`,
	},
	Entry{
		Code: "BG2203", Severity: Error,
		Title: "gatewayDirection that is not so",
		Explain: `A gateway that says ` + "`" + `Converging` + "`" + ` has several incoming flows and not several outgoing; ` + "`" + `Diverging` + "`" + ` the other way round; ` + "`" + `Mixed` + "`" + ` has several
of both (BPMN 2.0.2 §10.6.1, Table 10.103). The attribute has no effect on execution.

Take the attribute out, or draw the flows as it says.`,
	},
	Entry{
		Code: "BG2204", Severity: Warning,
		Title: "a split flow without a condition",
		Alias: "conditional-flows",
		Explain: `Where an exclusive or inclusive gateway splits, each flow has a condition or is the default. One without a condition counts as always true
(S2.1, S2.3): behind it an exclusive gateway looks at no further flow.

Write the condition, or make the flow the default.`,
	},
	Entry{
		Code: "BG2205", Severity: Info,
		Title: "several flows into an activity or event",
		Alias: "fake-join",
		Explain: `An activity or event with several incoming flows joins nothing: it runs once for each token that arrives (BPMN 2.0.2 §13.3.1,
S1.4). Behind a parallel split it runs several times.

Put a parallel gateway in front to wait for all, or an exclusive one to say that only one arrives.`,
	},
	Entry{
		Code: "BG2210", Severity: Error,
		Title: "an event-based gateway with one arm",
		Explain: `An event-based gateway chooses between events: at least two flows leave it (BPMN 2.0.2 §10.6.6).

Add an arm, or take the gateway out.`,
	},
	Entry{
		Code: "BG2211", Severity: Error,
		Title: "an arm that waits for nothing",
		Explain: `The arms of an event-based gateway are catch events for messages, timers, signals or conditions, or receive tasks (BPMN 2.0.2 §10.6.6, S2.6):
the first that happens wins. Anything else waits for nothing.

Put a catch event or a receive task between.`,
	},
	Entry{
		Code: "BG2212", Severity: Error,
		Title: "message events and receive tasks behind one gateway",
		Explain: `Where an arm of an event-based gateway is a receive task, no other is a message catch event (BPMN 2.0.2 §10.6.6, S2.6).

Use one kind for all messages.`,
	},
	Entry{
		Code: "BG2213", Severity: Error,
		Title: "an arm with a boundary event",
		Explain: `A receive task that is an arm of an event-based gateway has no boundary events (BPMN 2.0.2 §10.6.6, S2.6): what they wait for can be an arm
of its own.

Move the boundary event's trigger to an arm.`,
	},
	Entry{
		Code: "BG2214", Severity: Error,
		Title: "an arm with another incoming flow",
		Explain: `What is an arm of an event-based gateway is reached through the gateway alone (BPMN 2.0.2 §10.6.6).

Lead the other flow to an event of its own.`,
	},
	Entry{
		Code: "BG2206", Severity: Info,
		Title: "a gateway that joins and splits at once",
		Alias: "no-gateway-join-fork",
		Explain: `The gateway has several flows in and several out: it joins first and splits then (BPMN 2.0.2 §10.6). That is legal, and easily misread.

Use one gateway to join and another to split.`,
	},
	Entry{
		Code: "BG2207", Severity: Info,
		Title: "a split without a gateway",
		Alias: "no-implicit-split",
		Explain: `All flows without a condition that leave an activity or event are taken: it splits like a parallel gateway, without its sign (BPMN 2.0.2
§13.3.1, S1.4).

Put a parallel gateway behind it.`,
	},
	Entry{
		Code: "BG2215", Severity: Error,
		Title: "a parallel start by messages without a key",
		Explain: `Of an event-based gateway that starts a process and needs all of its messages the first one makes the instance, and each other one must find it (BPMN 2.0.2
§10.6.6). Only a correlation key that they share can say which instance that is (S4.5).

Give each message a key: a correlationProperty with a correlationKey of the collaboration, or a zeebe:subscription.`,
	},
)
