package diag

// The codes of analyze/rules for collaborations, choreographies and conversations, which are carried and not executed.
var _ = register(
	Entry{
		Code: "BG2601", Severity: Error,
		Title: "a multiplicity that can't be",
		Explain: `A participant stands for at least ` + "`" + `minimum` + "`" + ` and at most ` + "`" + `maximum` + "`" + ` of its kind: the minimum is 0 or more, the maximum 1 or more and not below the
minimum (BPMN 2.0.2 §9.3.1, Table 9.4).

Write numbers that fit.`,
	},
	Entry{
		Code: "BG2602", Severity: Error,
		Title: "a choreographyRef where none may be",
		Explain: `A collaboration may show choreographies, named by ` + "`" + `choreographyRef` + "`" + `. A choreography and a global conversation may not (BPMN 2.0.2 §9.5.4, §11.2).

Take it out.`,
	},
	Entry{
		Code: "BG2603", Severity: Error,
		Title: "what stands in a global conversation",
		Explain: `A global conversation holds participants and conversations, and neither message flows nor artifacts (BPMN 2.0.2 §9.5.4).

Take them out.`,
	},
	Entry{
		Code: "BG2604", Severity: Error,
		Title: "a message flow into a closed choreography",
		Explain: `A collaboration that shows a choreography may join its activities with message flows only where the choreography is not closed (BPMN 2.0.2 §9.2, §11.2).

Take the message flow out, or ` + "`" + `isClosed` + "`" + `.`,
	},
	Entry{
		Code: "BG2610", Severity: Error,
		Title: "a message flow inside of one pool",
		Explain: `Message flows join different pools, or nodes of different pools (BPMN 2.0.2 §7.6.2, §9.4). Inside of one pool sequence flow joins.

Join different pools, or use sequence flow.`,
	},
	Entry{
		Code: "BG2611", Severity: Error,
		Title: "a message flow at an event that can't have it",
		Explain: `A message flow leaves what sends (tasks, throw and end events) and leads to what receives (tasks, start and catch events) (BPMN 2.0.2 §10.5.2, §10.5.3,
§10.5.4). A start event sends nothing, an end event receives nothing.

Let another node send or receive it.`,
	},
	Entry{
		Code: "BG2612", Severity: Error,
		Title: "a message flow at an event without a message",
		Explain: `A start event that a message flow leads to, and an end event that one leaves, has a message definition (BPMN 2.0.2 §10.5.2, §10.5.3).

Add the definition, or take the message flow out.`,
	},
	Entry{
		Code: "BG2605", Severity: Info,
		Title: "what is carried and not executed",
		Explain: `Choreographies and conversations say how partners talk to one another; nobody executes them (BPMN 2.0.2 §9.5, §11). They are read, their references are
checked, and no code comes of them. One note a file.

Nothing needs to be done: processes are what is compiled.`,
	},
)
