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
	Entry{
		Code: "BG2704", Severity: Error,
		Title: "a time of the wrong type",
		Explain: `The expression of a timer yields text by ISO 8601, or a value of FEEL that is such a time: a date or a date and time for ` + "`" + `timeDate` + "`" + `, a duration for
` + "`" + `timeDuration` + "`" + `; a ` + "`" + `timeCycle` + "`" + ` is text, which may be cron too (BPMN 2.0.2 §10.5.5, S5.2). A number, for one, does not say of what.

Let it yield one of these: ` + "`" + `=duration("PT" + string(hours) + "H")` + "`" + `.`,
	},
	Entry{
		Code: "BG2705", Severity: Error,
		Title: "a mapping into a part that does not exist",
		Explain: `The target of a mapping or assignment may be a part of a value: ` + "`parcel.code`" + ` writes the field code of parcel and leaves its other fields as they are.
Then parcel is a struct with that field: nothing declares it, and this mapping tells so, or a Go type of the host has such an exported field
(S3.4, S3.6). What is text, a number, a list or a map, and what can be missing, has no part that can be written alone.

Correct the name of the field, or write the value as a whole.`,
	},
	Entry{
		Code: "BG2706", Severity: Error,
		Title: "a parameter whose value is a list, a map or a script",
		Explain: `` + "`camunda:inputOutput`" + ` lets a parameter's value be built by elements: ` + "`camunda:list`, `camunda:map`, `camunda:script`" + `. Their entries are of
any type, and a script needs an interpreter at run time; here every value has a type and is compiled (S3.6).

Write an expression as the parameter's text (` + "`${order.total}`" + `), a parameter for each value of a map, or compute the value in a handler and name its variable.`,
	},
	Entry{
		Code: "BG2707", Severity: Error,
		Title: "a declared variable without a name or a type that is known",
		Explain: `Where a modeler has no item definitions, a variable is declared by an extension element of the process or sub-process:
` + "`" + `<bpmngen:variable name="total" type="int64"/>` + "` with `" + `xmlns:bpmngen="https://bpmngen.dev/schema/1.0"` + "`" + ` (S3.1). It needs a name, and a type as a
` + "`structureRef`" + ` says it: of XML Schema (` + "`xsd:string`" + `), of Go (` + "`int64`, `[]string`, `map[string]float64`, `*string`" + ` for what may be missing), or of a Go package by its import path.

Give it both, once.`,
	},
)
