package diag

// The codes of `bpmngen eval`.
var _ = register(
	Entry{
		Code: "BG3090", Severity: Error,
		Title: "the evaluation failed",
		Explain: "The expression is right, but with these values it has no result: a value is missing where one is needed (S3.5), an index is " +
			"out of range, a Go expression divides by zero. In a process this is a fault of the instance (S2.1, S9), never a branch that is taken silently.\n\n" +
			"Give the value, or let the expression say what its absence means: `if x = null then ... else ...`.",
		NoSample: "it is said of values on the command line of `bpmngen eval`, not of a file",
	},
)
