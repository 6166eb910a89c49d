package diag

// The codes of compiler/resolve for call activities.
var _ = register(
	Entry{
		Code: "BG2710", Severity: Error,
		Title: "a call does not send a required input",
		Explain: `What is called declares its inputs by an ` + "`" + `ioSpecification` + "`" + `: that is its contract with every caller (BPMN 2.0.2 §10.3.6, S10.2). An input that no
` + "`" + `optionalInputRefs` + "`" + ` names is required, and this call activity does not send it. Where caller and callee are compiled in one run that is found here;
where they are not, the engine refuses the call and names what lacks.

Send the input: by a data association, by ` + "`" + `camunda:in` + "`" + ` or by a Zeebe input mapping. Or name it in ` + "`" + `optionalInputRefs` + "`" + ` of the callee's input set.`,
	},
	Entry{
		Code: "BG2711", Severity: Error,
		Title: "a call passes a value of another type",
		Explain: `Data crosses into and out of a called process by name and type (SC §2.7, S10.2). Here both sides have the name, and the types differ, so the call
could never succeed.

Give both the same type, or convert the value in the mapping.`,
	},
	Entry{
		Code: "BG2712", Severity: Warning,
		Title: "a call sends what its callee does not take",
		Explain: `Only what the callee declares, or, where it declares nothing, has a variable of that name for, arrives there (SC §2.7, S10.2). What this call activity
sends under this name goes nowhere.

Declare the input where it is called, correct the name, or take the mapping out.`,
	},
	Entry{
		Code: "BG2713", Severity: Error,
		Title: "a call takes back what its callee does not give",
		Explain: `The call activity takes a value back that the called process has no variable for, or does not declare as an output where it declares some: every such
call would fail when it returns (SC §2.7, S10.2).

Declare the output where it is called, correct the name, or take the mapping out.`,
	},
	Entry{
		Code: "BG2714", Severity: Error,
		Title: "a binding that finds no version",
		Explain: `A call activity takes the latest version of its process at the call, unless it is bound: to a version by its number, to a version tag, or to what is
compiled in the same run (` + "`" + `deployment` + "`" + `) (SC §2.7, S10.2). This binding can't find any.

Write the number or the tag, compile both files in one run, or take the binding out.`,
	},
	Entry{
		Code: "BG2715", Severity: Warning,
		Title: "a call activity that names no process",
		Explain: `The attribute ` + "`" + `calledElement` + "`" + ` may be absent (BPMN 2.0.2 §10.3.6), and then there is nothing to call: the activity fails when a token
comes to it, as it does where nothing is registered under the name (SC §2.7).

Write ` + "`" + `calledElement` + "`" + ` with the id of a process or of a global task.`,
	},
)
