package diag

// The codes of analyze/rules for activities.
var _ = register(
	Entry{
		Code: "BG2401", Severity: Error,
		Title: "startQuantity or completionQuantity other than 1",
		Explain: `` + "`" + `startQuantity` + "`" + ` makes an activity wait for several tokens and ` + "`" + `completionQuantity` + "`" + ` makes it send out several. Both must be at least 1 (BPMN 2.0.2
§10.3.1); other values than 1 are rejected (S1.4), since they multiply tokens without a mark on the diagram.

Take the attribute out. A parallel gateway says visibly that several tokens are made or gathered.`,
	},
	Entry{
		Code: "BG2402", Severity: Error,
		Title: "what stands in an ad-hoc sub-process",
		Alias: "ad-hoc-sub-process",
		Explain: `An ad-hoc sub-process holds at least one activity and neither start nor end events (BPMN 2.0.2 §10.3.5): its performers decide what is done and in
what order, and its completion condition when it is over.

Take the start and end events out; put in the activities that may be done.`,
	},
	Entry{
		Code: "BG2403", Severity: Error,
		Title: "what starts the process has an incoming flow",
		Explain: `A receive task or event-based gateway with ` + "`" + `instantiate="true"` + "`" + ` starts the process: no flow leads to it (BPMN 2.0.2 §10.3.3, §10.6.6).

Take the flow out, or write ` + "`" + `instantiate="false"` + "`" + `.`,
	},
	Entry{
		Code: "BG2404", Severity: Error,
		Title: "how often a multi-instance activity is done",
		Explain: `A multi-instance activity of an executable process says how often it is done: by ` + "`" + `loopCardinality` + "`" + `, or once for each item of a
collection. Both together are rejected (BPMN 2.0.2 §13.3.7, S7.2).

Write one of the two.`,
	},
	Entry{
		Code: "BG2405", Severity: Error,
		Title: "complex behaviour that is not used",
		Explain: `` + "`" + `complexBehaviorDefinition` + "`" + ` says which events a multi-instance activity throws where its ` + "`" + `behavior` + "`" + ` is ` + "`" + `Complex` + "`" + ` (BPMN 2.0.2 §13.3.7, Table 10.28). With
another behaviour it has no meaning.

Write ` + "`" + `behavior="Complex"` + "`" + `, or take the definition out.`,
	},
	Entry{
		Code: "BG2406", Severity: Error,
		Title: "an item that is no element of its collection",
		Explain: `The item of a multi-instance activity is an element of the collection that it comes from or goes to: it has the same structure, and is
no collection itself (BPMN 2.0.2 §13.3.7, Table 10.28).

Give the item the structure of the collection's elements.`,
	},
	Entry{
		Code: "BG2407", Severity: Error,
		Title: "a resource role that says two things",
		Explain: `A resource role names a resource, with values for its parameters, or says by an expression who it is (BPMN 2.0.2 §10.3.1, Table 10.5). Both at once,
or parameters without a resource, have no meaning.

Keep one of the two.`,
	},
	Entry{
		Code: "BG2408", Severity: Info,
		Title: "a script without its format",
		Explain: `A script says by ` + "`" + `scriptFormat` + "`" + ` what language it is in (BPMN 2.0.2 §10.3.3, Table 10.12). Here the host supplies the work of a script task, whatever
its text is, so this is one note a file.

Write the media type of the script's language.`,
	},
	Entry{
		Code: "BG2410", Severity: Error,
		Title: "a called process that only a trigger starts",
		Explain: `A call activity starts the process that it calls at its start event without a trigger; triggered ones are ignored (BPMN 2.0.2 §10.3.6, §10.5.2, SC
§2.7). This one has no other.

Give the called process a start event without a trigger.`,
	},
	Entry{
		Code: "BG2411", Severity: Error,
		Title: "inputs and outputs that differ from what is called",
		Explain: `Where a call activity and what it calls both declare inputs and outputs, they are the same in number and type (BPMN 2.0.2 §10.3.6).

Declare the same on both sides.`,
	},
	Entry{
		Code: "BG2409", Severity: Error,
		Title: "a message without a key in parallel instances",
		Explain: `The instances of a parallel multi-instance activity wait for the same message at the same time. With several equal subscriptions a delivery is ambiguous, and a
loud mistake in the model is better than an arbitrary choice (EV §2.9.3): the message needs a key that reads the item, the loopCounter or data of
the iteration (S4.5).

Give the message a key, or let the instances run one after the other.`,
	},
)
