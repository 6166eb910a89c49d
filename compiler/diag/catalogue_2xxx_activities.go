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
)
