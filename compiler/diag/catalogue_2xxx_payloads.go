package diag

// The codes of events that BG24xx has beside those of activities: what starts a
// process, what events carry, and what several definitions need of each other.
var _ = register(
	Entry{
		Code: "BG2421", Severity: Error,
		Title: "a mapping at an event with several definitions",
		Explain: `A mapping of Zeebe or Camunda at an event speaks of one payload. Where the event has several definitions, nothing says whose payload that is.

Give each definition that has data a ` + "`dataOutput`" + ` (a throw: a ` + "`dataInput`" + `) with an association, in the order of the definitions (BPMN 2.0.2 §10.5.1); or draw
an event for each.`,
	},
	Entry{
		Code: "BG2422", Severity: Error,
		Title: "the name of what starts a process is computed from data",
		Explain: `The name of a message or signal may be an expression, which each event evaluates when it is armed or thrown. What starts a process is known before
there is an instance, and so before there is data (BPMN 2.0.2 §10.5.2).

Write the name out, or as an expression that reads nothing: ` + "`=\"order-\" + \"placed\"`" + ` is its value.`,
	},
	Entry{
		Code: "BG2423", Severity: Warning,
		Title: "a field of a payload that its variable does not take",
		Explain: `In a file for Zeebe or Camunda a catch event without a mapping writes what a message or signal brings to the variables of the same names (S3.6, docs/events.md).
Here the payload has a field that is of another type than the variable of its name, so it is left out.

Give both the same type, or map the field at the event, with a conversion.`,
	},
	Entry{
		Code: "BG2424", Severity: Error,
		Title: "an event moves data of a type that nothing tells",
		Explain: `A catch that takes any error or escalation, a timer or a condition names nothing that has a payload, so a data output or a mapping has no type (S6.4). A timer
or a condition may have output mappings that compute from variables; what any error carries only its code tells.

Let the event name the error, escalation, message or signal whose payload it moves; or take the mapping out.`,
	},
	Entry{
		Code: "BG2425", Severity: Warning,
		Title: "a boundary event of what starts the process",
		Explain: `A receive task with ` + "`instantiate=\"true\"`" + ` is done when there is an instance: its message has made it (BPMN 2.0.2 §10.3.3). It is never active, so that a boundary
event of it can never happen.

Take the boundary event out, or guard what comes after the task.`,
	},
	Entry{
		Code: "BG2426", Severity: Error,
		Title: "what starts a process stands in a sub-process",
		Explain: `A receive task or event-based gateway with ` + "`instantiate=\"true\"`" + ` makes instances of a process (BPMN 2.0.2 §10.3.3, §10.6.6). A sub-process is started by the token that
reaches it, an event sub-process by its start event (§13.3.4, SC §2.3).

Write ` + "`instantiate=\"false\"`" + `: without incoming flows it waits for its event as soon as the sub-process begins. Or move it into the process.`,
	},
	Entry{
		Code: "BG2427", Severity: Error,
		Title: "an event that needs an error and others at once",
		Explain: `An error ends the activity or the scope that it is thrown out of (EV §2.6, BPMN 2.0.2 §10.5.1). A catch with ` + "`parallelMultiple=\"true\"`" + ` that needs other events beside it
would wait for what can't come any more.

Give the error an event of its own, or let any of the definitions be enough: ` + "`parallelMultiple=\"false\"`" + `.`,
	},
	Entry{
		Code: "BG2429", Severity: Error,
		Title: "an error in the middle of the flow",
		Explain: `An error is thrown by an end event or by an activity that fails, and caught by a boundary event or by the start of an event sub-process (EV §2.6, BPMN 2.0.2
Table 10.89). There is no intermediate error event: an error ends the way of the token, and nothing in the flow can wait for one.

Throw it by an end event; catch it at the activity or the sub-process that it comes from.`,
	},
	Entry{
		Code: "BG2428", Severity: Error,
		Title: "a start that needs several messages, without a key",
		Explain: `A start event with ` + "`parallelMultiple=\"true\"`" + ` needs all of its events: the first makes the instance, which waits for the others before it goes on (BPMN 2.0.2 §10.5.2). A message
finds that instance by its correlation key (S4.5).

Give each message a key: a ` + "`correlationProperty`" + ` with a ` + "`correlationKey`" + `, or a ` + "`zeebe:subscription`" + `.`,
	},
)
