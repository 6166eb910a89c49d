package diag

// The codes of compiler/resolve: data and expressions as the BPMN file carries them.
var _ = register(
	Entry{
		Code: "BG2701", Severity: Warning,
		Title: "a type that is not known",
		Explain: `The ` + "`" + `structureRef` + "`" + ` of an item definition names a type: one of XML Schema with any prefix (` + "`" + `xsd:string` + "`" + `, ` + "`" + `xsd:long` + "`" + `), a Go type (` + "`" + `int64` + "`" + `, ` + "`" + `[]string` + "`" + `,
` + "`" + `map[string]float64` + "`" + `, ` + "`" + `time.Time` + "`" + `), a type of a Go package by its import path (` + "`" + `example.com/shop/order.Order` + "`" + `), or one of the names that
Java modelers write (` + "`" + `java.lang.String` + "`" + `) (BPMN 2.0.2 §8.4.10). This name is none of them, so the data's type is inferred from its use.

Write the name of a type that is known.`,
	},
	Entry{
		Code: "BG2702", Severity: Error,
		Title: "an empty expression",
		Explain: `The element is there to hold an expression, and holds none. What should be evaluated can't be guessed.

Write the expression, or take the element out.`,
	},
	Entry{
		Code: "BG2703", Severity: Info,
		Title: "extensions that have no effect",
		Explain: `The file holds extensions that other engines act on and that are no work of a task here: listeners, connectors, injected fields. They are kept, and
nothing calls them. One note a file.

Do their work in the handler of the task, or in an observer of the engine.`,
	},
)
