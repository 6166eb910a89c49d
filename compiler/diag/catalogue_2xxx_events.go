package diag

// The codes of analyze/rules for where levels begin and end, and for what events may catch and throw.
var _ = register(
	Entry{
		Code: "BG2301", Severity: Error,
		Title: "a start event beside nodes without incoming flows",
		Explain: `A process or sub-process begins either with its start event or, without one, with all its activities and gateways that no flow leads to
(BPMN 2.0.2 §10.5.2, §13.3.4). SC §2.3 and S1.5 reject the mixture: which of the two holds would be a guess.

Lead a flow to the node, or take the start event out.`,
	},
	Entry{
		Code: "BG2302", Severity: Error,
		Title: "several start events in a sub-process",
		Alias: "single-blank-start-event",
		Explain: `The token that enters a sub-process starts it at its single start event (BPMN 2.0.2 §13.3.4, SC §2.3).

Keep one start event; put a gateway behind it where several ways begin.`,
	},
	Entry{
		Code: "BG2303", Severity: Error,
		Title: "a trigger at the start of a sub-process",
		Alias: "sub-process-blank-start-event",
		Explain: `The token that enters a sub-process is its trigger; its start event has none of its own (BPMN 2.0.2 §13.3.4, Table 10.85, SC §2.3).

Take the event definition out. To wait for something first, put an intermediate catch event behind the start; to handle something
while the sub-process runs, use an event sub-process.`,
	},
	Entry{
		Code: "BG2304", Severity: Error,
		Title: "an event sub-process without its one start event",
		Explain: `An event sub-process has exactly one start event, whose trigger starts it (BPMN 2.0.2 §10.3.5, SC §2.10).

Add the start event; make several event sub-processes of several starts.`,
	},
	Entry{
		Code: "BG2305", Severity: Error,
		Title: "an event sub-process whose start has no trigger",
		Alias: "event-sub-process-typed-start-event",
		Explain: `What starts an event sub-process is the trigger of its start event (BPMN 2.0.2 §10.3.5, Table 10.86, SC §2.10); without one it could
never start.

Give the start event a definition: message, timer, error, escalation, compensation, conditional or signal.`,
	},
	Entry{
		Code: "BG2306", Severity: Info,
		Title: "several start events without a trigger",
		Alias: "single-blank-start-event",
		Explain: `Several none start events of a process are alternatives (S1.5): whoever starts it names one, with the generated function ` + "`" + `StartAt` + "`" + ` and the event's
name; there is no plain ` + "`" + `Start` + "`" + `.

Keep one with a gateway behind it, where the process itself should decide.`,
	},
	Entry{
		Code: "BG2307", Severity: Error,
		Title: "an end event without a start event",
		Alias: "start-event-required",
		Explain: `Where a level has an end event it has a start event (BPMN 2.0.2 §10.5.2).

Begin with a start event.`,
	},
	Entry{
		Code: "BG2308", Severity: Warning,
		Title: "a level without an end event",
		Alias: "end-event-required",
		Explain: `Where a level has a start event it has an end event (BPMN 2.0.2 §10.5.3). Many files have none; since a token ends at a node without
outgoing flows, what they mean is clear, so this is a warning (S1.5). A level with neither is allowed; an end event makes
it easier to read.

End every way with an end event.`,
	},
	Entry{
		Code: "BG2309", Severity: Warning,
		Title: "an end event that nothing leads to",
		Explain: `No flow leads to the end event, so it never happens (BPMN 2.0.2 §10.5.3, S1.5).

Lead a flow to it, or take it out.`,
	},
	Entry{
		Code: "BG2320", Severity: Error,
		Title: "a trigger that can't start a process",
		Explain: `A process starts without a trigger or by a message, a timer, a condition or a signal (BPMN 2.0.2 Table 10.84); an event sub-process by a message, timer,
escalation, error, compensation, condition or signal (Table 10.86). Nothing else can be caught there.

Use one of these, or take the definition out.`,
	},
	Entry{
		Code: "BG2321", Severity: Error,
		Title: "an intermediate catch event that can't catch this",
		Explain: `In normal flow a catch event waits for a message, a timer, a condition or a signal, or is the target of a Link (BPMN 2.0.2 Table 10.89). Errors,
escalations, cancels and compensation are caught at the boundary of an activity or by an event sub-process (EV §2.6). Without a
definition it would wait for nothing.

Attach the event to the activity that throws, or wait for something that can happen.`,
	},
	Entry{
		Code: "BG2322", Severity: Error,
		Title: "an intermediate throw event that can't throw this",
		Explain: `An intermediate throw event throws a message, an escalation, a compensation or a signal, is the source of a Link, or does nothing (BPMN 2.0.2
Table 10.89). An error ends the way of the token: only an end event throws it. Timers and conditions are not thrown at all.

Use one of these, or an end event.`,
	},
	Entry{
		Code: "BG2323", Severity: Error,
		Title: "an end event that can't throw this",
		Explain: `An end event throws a message, an error, an escalation, a cancel, a compensation or a signal, terminates, or just ends (BPMN 2.0.2 Table 10.88).
Timers and conditions are not thrown at all.

Use one of these, or take the definition out.`,
	},
	Entry{
		Code: "BG2324", Severity: Error,
		Title: "a boundary event that can't catch this",
		Explain: `A boundary event catches a message, a timer, an escalation, an error, a cancel, a compensation, a condition or a signal (BPMN 2.0.2 Table 10.90). It can't
be none or Link: those are no triggers. Nor can a terminate be caught.

Use one of these.`,
	},
	Entry{
		Code: "BG2325", Severity: Error,
		Title: "a non-interrupting boundary event that must interrupt",
		Explain: `An error ends the activity that it comes out of, and a cancel its transaction; a boundary event that catches one is interrupting
(BPMN 2.0.2 Table 10.90, EV §2.2).

Write ` + "`" + `cancelActivity="true"` + "`" + `, or take the attribute out.`,
	},
	Entry{
		Code: "BG2326", Severity: Error,
		Title: "a non-interrupting error start event",
		Explain: `An error ends the scope that it comes out of; the event sub-process that takes it is interrupting (BPMN 2.0.2 Table 10.86, SC §2.10).

Write ` + "`" + `isInterrupting="true"` + "`" + `, or take the attribute out.`,
	},
	Entry{
		Code: "BG2327", Severity: Error,
		Title: "a boundary event that is attached to no activity",
		Explain: `A boundary event is attached to a task, a sub-process or a call activity of its own level (BPMN 2.0.2 §10.5.4), never to an event
sub-process (SC §2.10).

Write the activity's id in ` + "`" + `attachedToRef` + "`" + `.`,
	},
	Entry{
		Code: "BG2328", Severity: Error,
		Title: "the flows of a boundary event",
		Explain: `A sequence flow leaves a boundary event: it is where its token goes on. Only one for compensation has none; an association joins it to
the activity that undoes the work (BPMN 2.0.2 §10.5.4, §10.7).

Draw the flow, or the association.`,
	},
	Entry{
		Code: "BG2329", Severity: Error,
		Title: "a cancel event outside of a transaction",
		Explain: `A cancel end event stands inside a transaction, and a cancel boundary event is attached to one (BPMN 2.0.2 §10.5.3, §10.5.4, S8.3).

Make the sub-process a transaction, or use an error.`,
	},
	Entry{
		Code: "BG2330", Severity: Info,
		Title: "several definitions at one event",
		Alias: "single-event-definition",
		Explain: `An event with several definitions catches any of them (all of them where it is parallel multiple) or throws all. Diagrams show it with one symbol
that does not say which.

Use one event for each, where that says the same.`,
	},
)
