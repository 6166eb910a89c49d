package diag

// The codes of compiler/resolve for what is valid BPMN and can not be executed yet (IsNotYet).
var _ = register(
	Entry{
		Code: "BG2922", Severity: Error,
		Title: "this data association is not executable yet",
		Explain: `Data associations of tasks are compiled where they copy a property, a data object or an input or output of the process, transform it, or
assign a value or a part of one, ` + "`parcel.code`" + ` (BPMN 2.0.2 §10.4.2, S3.6). Data stores, several input or output sets, assignments whose target
is an XPath with more than names and slashes, and associations with assignments or transformations at sub-processes and call activities are valid, and this version does not make code of them.

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
