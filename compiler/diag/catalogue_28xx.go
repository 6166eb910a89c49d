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
)
