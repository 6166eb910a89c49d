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
	Entry{
		Code: "BG2310", Severity: Warning,
		Title: "a process or sub-process that holds nothing",
		Explain: `Without activities, events and gateways there is nothing to do: an instance would be complete as soon as it begins (SC §2.4).

Draw what it does, or take it out.`,
	},
	Entry{
		Code: "BG2331", Severity: Error,
		Title: "a compensation boundary event without its activity",
		Explain: `A compensation boundary event is joined by an association to the activity that undoes the work (BPMN 2.0.2 §10.7).

Add an activity with ` + "`" + `isForCompensation="true"` + "`" + `, and the association.`,
	},
	Entry{
		Code: "BG2332", Severity: Error,
		Title: "a compensation boundary event that is non-interrupting",
		Explain: `Compensation comes after its activity is done: there is nothing to interrupt, and no non-interrupting form (BPMN 2.0.2 Table 10.90).

Take ` + "`" + `cancelActivity` + "`" + ` out.`,
	},
	Entry{
		Code: "BG2333", Severity: Error,
		Title: "a conditional event without a condition",
		Alias: "conditional-event",
		Explain: `A conditional event of an executable process has a condition to wait for (BPMN 2.0.2 §10.5.5, Table 10.96).

Write the condition.`,
	},
	Entry{
		Code: "BG2334", Severity: Error,
		Title: "a timer that is not due once",
		Explain: `A timer has exactly one of ` + "`" + `timeDate` + "`" + `, ` + "`" + `timeCycle` + "`" + ` and ` + "`" + `timeDuration` + "`" + ` (BPMN 2.0.2 §10.5.5, Table 10.101); in an executable process it has one.

Keep one, or write one.`,
	},
	Entry{
		Code: "BG2335", Severity: Error,
		Title: "a time that is not one by ISO 8601",
		Explain: `A time that is written out is a date (` + "`" + `2030-12-24T18:00:00Z` + "`" + `), a duration (` + "`" + `PT15M` + "`" + `) or a repeating interval (` + "`" + `R3/PT1H` + "`" + `, ` + "`" + `R/2030-01-01T00:00Z/P1D` + "`" + `) by ISO
8601; a cycle may be cron too (BPMN 2.0.2 §10.5.5, S5.2). Expressions, with a leading ` + "`" + `=` + "`" + ` or in ` + "`" + `${...}` + "`" + `, are evaluated when the timer is armed.

Write it in one of these forms.`,
	},
	Entry{
		Code: "BG2336", Severity: Error,
		Title: "an event without its message or signal",
		Explain: `In an executable process a message event names its message and a signal event its signal, and the signal has a name to be known by (BPMN
2.0.2 §10.5.5, S5.1): without it nothing could ever be delivered.

Declare the message or signal at the root of the file, and refer to it.`,
	},
	Entry{
		Code: "BG2337", Severity: Info,
		Title: "a message event without an operation",
		Explain: `In an executable process a message event names its operation too (BPMN 2.0.2 Table 10.99). Nothing depends on it here, and hardly a
file has it, so this is one note a file.

Write ` + "`" + `operationRef` + "`" + ` where other tools need it.`,
	},
	Entry{
		Code: "BG2338", Severity: Error,
		Title: "a process that starts by a condition",
		Explain: `The condition of a start event of a process MUST NOT read the data or attributes of the instance, since there is none yet (BPMN 2.0.2 Table 10.84), and what else
it may read the standard leaves open. Other engines have an interface to which the host hands the data to evaluate it over; here the host evaluates it
itself (EV §2.7). In an event sub-process a conditional start is fine: it reads the data around it.

Start the process where its condition becomes true, or begin with a message or a signal.`,
	},
	Entry{
		Code: "BG2339", Severity: Error,
		Title: "two interrupting boundary events for one declaration",
		Explain: `At one activity an error, escalation, message or signal has at most one interrupting handler (BPMN 2.0.2 §10.5.6, EV §2.2): which of two would run is
nobody's to say. An interrupting event sub-process beside the boundary event of its host is another matter (S6.5), and so is a catch of one code
beside one of all codes (S6.1).

Keep one, or make one non-interrupting.`,
	},
	Entry{
		Code: "BG2311", Severity: Info,
		Title: "a node that begins by itself",
		Alias: "no-implicit-start",
		Explain: `Where a process or sub-process has no start event, every activity and gateway without incoming flows begins with it (BPMN 2.0.2 §13.3.4, SC §2.3,
S1.5).

Put a start event in front, so that a reader sees where it begins.`,
	},
	Entry{
		Code: "BG2312", Severity: Info,
		Title: "a node at which tokens end",
		Alias: "no-implicit-end",
		Explain: `An activity without outgoing flows ends its token (BPMN 2.0.2 §10.3, S1.5).

Lead a flow to an end event, so that a reader sees where it ends.`,
	},
)
