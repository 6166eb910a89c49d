package diag

// The codes of compiler/resolve for what is valid BPMN and can not be executed yet (IsNotYet).
var _ = register(
	Entry{
		Code: "BG2901", Severity: Error,
		Title: "this form of message event is not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of messages whose name is an expression, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2902", Severity: Error,
		Title: "this form of timer is not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of week dates, ordinal dates and some extensions of cron, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2903", Severity: Error,
		Title: "this form of signal event is not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of signals whose name is an expression, and of variables that an extension sends with a signal, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2905", Severity: Error,
		Title: "this form of error event is not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of errors whose code is an expression, and of catches that put the code into a variable, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2906", Severity: Error,
		Title: "this form of escalation event is not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of escalations whose code is an expression, and of catches that put the code into a variable, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2910", Severity: Error,
		Title: "this form of event with several definitions is not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of events with several definitions that move data, that have an
error or escalation among what they catch, an error, a cancel or a terminate among what they throw, or of which a process start needs all, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2920", Severity: Error,
		Title: "this form of event-based gateway is not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of event-based gateways that start a process by a condition, or that start a
sub-process, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2921", Severity: Error,
		Title: "this form of message task is not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of receive tasks that start a sub-process, that have boundary events or
no message where they start a process, and of send tasks with a message and boundary events that no extension sends, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2922", Severity: Error,
		Title: "this data association is not executable yet",
		Explain: `Data associations of tasks are compiled where they copy a property, a data object or an input or output of the process, transform it, or
assign a value or a part of one, ` + "`parcel.code`" + ` (BPMN 2.0.2 §10.4.2, S3.6). Data stores, several input or output sets, assignments whose target
is an XPath, and associations with assignments or transformations at sub-processes and call activities are valid, and this version does not make code of them.

Move the data by a variable; or wait for the version that has them. ` + "`bpmngen test`" + ` skips the scenarios of such a model and names this code.`,
	},
	Entry{
		Code: "BG2923", Severity: Error,
		Title: "this input or output mapping is not executable yet",
		Explain: `Mappings of tasks, zeebe:ioMapping and camunda:inputOutput, are compiled where each is an expression (or, in Camunda 7, plain text) and
the name that takes its value, or a part of it (` + "`order.total`" + `, S3.6). Elements of lists as targets (` + "`codes[1]`" + `), and mappings of
sub-processes and call activities are valid, and this version does not make code of them.

Write the list as a whole, and map at the tasks inside; or wait for the version that has them. ` + "`bpmngen test`" + ` skips the scenarios of such a model and
names this code.`,
	},
)
