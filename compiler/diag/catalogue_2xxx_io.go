package diag

// The codes of analyze/rules for expressions, data, inputs and outputs.
var _ = register(
	Entry{
		Code: "BG2501", Severity: Info,
		Title: "an expression that is not marked as formal",
		Explain: `Expressions of an executable process are formal ones, marked by ` + "`" + `xsi:type="tFormalExpression"` + "`" + ` (BPMN 2.0.2 §8.4.6). Most modelers leave the mark out and every engine
evaluates them all the same, and so it is here; one note a file.

Write the mark where other tools need it.`,
	},
	Entry{
		Code: "BG2502", Severity: Error,
		Title: "an expression without a body",
		Explain: `A formal expression of an executable process has a body that can be evaluated (BPMN 2.0.2 §8.4.6).

Write the expression, or take the element out.`,
	},
	Entry{
		Code: "BG2510", Severity: Error,
		Title: "a data input or output in no set",
		Explain: `Every data input stands in an input set and every data output in an output set (BPMN 2.0.2 §10.4.1, Table 10.54): the sets say what belongs together.

Name it in a set.`,
	},
	Entry{
		Code: "BG2511", Severity: Error,
		Title: "input and output sets that don't agree",
		Explain: `Where an input set names the output sets that it may lead to, these name it too (BPMN 2.0.2 Tables 10.56, 10.57).

Name the sets on both sides.`,
	},
	Entry{
		Code: "BG2512", Severity: Error,
		Title: "optional data that is not the set's own",
		Explain: `What a set says to be optional, or to be used while executing, is among its own data (BPMN 2.0.2 Tables 10.56, 10.57).

Name it among the set's own data too.`,
	},
	Entry{
		Code: "BG2513", Severity: Error,
		Title: "isCollection that differs from the item definition",
		Explain: `Data is a collection exactly where its item definition says so (BPMN 2.0.2 §10.4.1, Table 10.52).

Say the same on both sides.`,
	},
	Entry{
		Code: "BG2514", Severity: Error,
		Title: "a data state without a name",
		Explain: `A data state is nothing but its name (BPMN 2.0.2 Table 10.53).

Name the state, or take it out.`,
	},
	Entry{
		Code: "BG2515", Severity: Error,
		Title: "data that does not fit the message",
		Explain: `A service task with an operation, and a send or receive task with a message, has one input or output set, and data of the type of the message
(BPMN 2.0.2 §10.3.3).

Keep one set, and give the data the message's item definition.`,
	},
	Entry{
		Code: "BG2520", Severity: Error,
		Title: "a data association between different types",
		Explain: `Without a transformation or assignments a data association copies its source: source and target have the same type (BPMN 2.0.2 §10.4.2).

Give both the same item definition, or add a transformation.`,
	},
	Entry{
		Code: "BG2521", Severity: Error,
		Title: "several sources without a transformation",
		Explain: `A data association with several sources needs a transformation that says what comes of them (BPMN 2.0.2 §10.4.2).

Keep one source, or add the transformation.`,
	},
	Entry{
		Code: "BG2530", Severity: Error,
		Title: "an event whose data is not that of its definitions",
		Explain: `Where an event moves data, each of its definitions that carries some has one data input (of a throw event) or data output (of a catch
event), in the same order (BPMN 2.0.2 §10.5.1).

Give each definition its data.`,
	},
	Entry{
		Code: "BG2531", Severity: Error,
		Title: "event data of another type",
		Explain: `The data input or output of an event has the type of what the event carries (BPMN 2.0.2 §10.5.1).

Give both the same item definition.`,
	},
)
