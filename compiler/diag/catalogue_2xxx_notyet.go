package diag

// The codes of compiler/resolve for what is valid BPMN and can not be executed yet (IsNotYet).
var _ = register(
	Entry{
		Code: "BG2901", Severity: Error,
		Title: "message events are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of message events, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2902", Severity: Error,
		Title: "timer events are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of timer events, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2903", Severity: Error,
		Title: "signal events are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of signal events, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2904", Severity: Error,
		Title: "conditional events are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of conditional events, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2905", Severity: Error,
		Title: "error events are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of error events, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2906", Severity: Error,
		Title: "escalation events are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of escalation events, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2907", Severity: Error,
		Title: "compensation are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of compensation, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2908", Severity: Error,
		Title: "cancel events are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of cancel events, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2909", Severity: Error,
		Title: "boundary events are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of boundary events, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2910", Severity: Error,
		Title: "events with several definitions are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of events with several definitions, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2912", Severity: Error,
		Title: "event sub-processes are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of event sub-processes, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2913", Severity: Error,
		Title: "transactions are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of transactions, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2914", Severity: Error,
		Title: "ad-hoc sub-processes are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of ad-hoc sub-processes, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2915", Severity: Error,
		Title: "call activities are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of call activities, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2916", Severity: Error,
		Title: "standard loops are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of standard loops, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2917", Severity: Error,
		Title: "multi-instance activities are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of multi-instance activities, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2918", Severity: Error,
		Title: "inclusive joins are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of inclusive joins, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2919", Severity: Error,
		Title: "complex gateways are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of complex gateways, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2920", Severity: Error,
		Title: "event-based gateways are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of event-based gateways, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2921", Severity: Error,
		Title: "receive tasks with a message are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of receive tasks with a message, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2922", Severity: Error,
		Title: "this data association is not executable yet",
		Explain: `Data associations of tasks are compiled where they copy a property, a data object or an input or output of the process, transform it, or
assign a whole value (BPMN 2.0.2 §10.4.2, S3.6). Assignments into a part of a value, data stores, several input or output sets, and associations
with assignments or transformations at sub-processes and call activities are valid, and this version does not make code of them.

Assign the whole value; or wait for the version that has them. ` + "`bpmngen test`" + ` skips the scenarios of such a model and names this code.`,
	},
	Entry{
		Code: "BG2923", Severity: Error,
		Title: "this input or output mapping is not executable yet",
		Explain: `Mappings of tasks, zeebe:ioMapping and camunda:inputOutput, are compiled where each is an expression (or, in Camunda 7, plain text) and
the name that takes its value (S3.6). Scripts, lists and maps as values, targets inside of a value (` + "`order.total`" + `), and mappings of
sub-processes, call activities and events are valid, and this version does not make code of them.

Write an expression for the value, and a plain name as the target; or wait for the version that has them. ` + "`bpmngen test`" + ` skips the
scenarios of such a model and names this code.`,
	},
	Entry{
		Code: "BG2924", Severity: Error,
		Title: "expressions that read the clock are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of expressions that read the clock, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
	Entry{
		Code: "BG2925", Severity: Error,
		Title: "expressions that call code of the host are not executable yet",
		Explain: `The model is valid BPMN: it is read and checked as a whole. This version does not yet make code of expressions that call code of the host, so nothing is generated
for the file, rather than code that leaves them out.

Model it with what is executable (` + "`" + `docs/` + "`" + ` lists the constructs), or wait for the version that has them. ` + "`" + `bpmngen test` + "`" + ` skips the scenarios
of such a model and names this code.`,
	},
)
