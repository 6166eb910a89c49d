package diag

// The codes of complex gateways, ad-hoc sub-processes, data stores, decisions and scripts.
var _ = register(
	Entry{
		Code: "BG2800", Severity: Warning,
		Title: "a complex gateway that joins without an activation condition",
		Explain: `A complex gateway waits for start until its activationCondition is true, an expression over data, ` + "`activationCount`" + ` (the tokens that all its incoming flows
hold) and the flows themselves: the id or name of one means the tokens that it holds (BPMN 2.0.2 §10.6.5, §13.4.5, S2.5). Without a
condition it starts with the first token, and the others are taken by its reset.

Write the condition: ` + "`activationCount >= 2`" + `.`,
	},
	Entry{
		Code: "BG2801", Severity: Error,
		Title: "an ad-hoc sub-process begins with an element that it has not",
		Explain: `The list activeElementsCollection of zeebe:adHoc names what runs when the ad-hoc sub-process opens, by BPMN id: activities in it without incoming
flows (S8.4). An id that it does not have, or to which a flow leads, would be a fault of every instance.

Write the id of one of its activities. A list that is computed is checked when it runs.`,
	},
	Entry{
		Code: "BG2802", Severity: Error,
		Title: "the results of an ad-hoc sub-process are not collected",
		Explain: `outputCollection and outputElement of zeebe:adHoc gather a result of each activity in a list. This is not compiled: the activities
of an ad-hoc sub-process write to variables as any task does.

Take the attributes out, and let an output mapping or a script append to a list variable: ` + "`concatenate(results, [result])`" + `.`,
	},
	Entry{
		Code: "BG2805", Severity: Error,
		Title: "a data store at a node without a handler",
		Explain: `A data store is the host's: the data associations of a task read it before its handler is called and write it after that, with the handler's
context, and an error is a failure of the task (BPMN 2.0.2 §10.4.1, S3.1). A user task, a script that is compiled, a call activity or an event has no handler
that this could belong to.

Read and write the data store at a service task beside it, and pass the data by a variable.`,
	},
	Entry{
		Code: "BG2806", Severity: Error,
		Title: "a data store with two types",
		Explain: `All processes and tasks that use a data store share what it holds, so it has one type: that of its itemSubjectRef, else that of the inputs and outputs
of tasks that its data associations join it with (S3.1).

Give the data store an itemDefinition, and the data of the tasks the same one.`,
	},
	Entry{
		Code: "BG2803", Severity: Error,
		Title: "a mapping that can't be compiled",
		Explain: `An input or output mapping (zeebe:ioMapping, camunda:inputOutput, camunda:in and out) gives the value of an expression to a name: a variable, or
a part of one by a path (` + "`order.total`" + `, S3.6). An element of a list as the target, a mapping without a source or a target, camunda:inputOutput beside
camunda:in and camunda:out, and inputs of a task that nobody performs say something that the engines which these extensions come from do not do either,
or do by ways that can't be checked.

Write the list as a whole; give the mapping its source and target; map at the task that does the work.`,
	},
	Entry{
		Code: "BG2804", Severity: Error,
		Title: "a data association that can't be compiled",
		Explain: `A data association copies a property, a data object, an input or output of the process, or (at a task with a handler) a data store, transforms
such values, or assigns a value to a name or a part of one, ` + "`parcel.code`" + ` (BPMN 2.0.2 §10.4.2). An activity has one input set and one output set (S3.6):
of several the standard takes the first whose data is available at run time, which nothing could check. Assignments whose target is a path in XPath, values that are computed from or for a data
store, and data associations of a sub-process, which has no data inputs and outputs of its own (§10.4.1), are not compiled.

Keep one set and make inputs optional that may be missing; name the target; compute in a task of its own.`,
	},
	Entry{
		Code: "BG2807", Severity: Warning,
		Title: "data outputs that nobody sets",
		Explain: `A none or manual task completes when it is entered: nobody performs it (BPMN 2.0.2 §13.3.3). Its data outputs never have a value, so the data associations that
copy them move nothing (§10.4.2).

Make it a service or user task, or take the data outputs out.`,
	},
)
