package diag

// The codes of suppressions in a model.
var _ = register(
	Entry{
		Code: "BG2540", Severity: Warning,
		Title: "a suppression that suppresses nothing",
		Explain: `A ` + "`bpmngen:suppress`" + ` says that a finding about the element that it stands in, or about what is inside, is meant. Here there is no such finding (any more): it was mended, or the
suppression stands in another element. It would hide the next one.

Take it out.`,
	},
	Entry{
		Code: "BG2543", Severity: Info,
		Title: "sequence flows without ids",
		Explain: `An element that is referred to has an id (BPMN 2.0.2 §8.2.1). Sequence flows of many files have none; facts, tests and coverage then know them by the ids of the nodes that
they join, and by a number where several join the same two.

` + "`bpmngen check -fix`" + ` gives each an id.`,
	},
	Entry{
		Code: "BG2541", Severity: Warning,
		Title: "an error that is to be suppressed",
		Explain: `Only warnings and notes can be suppressed. From a model with an error no code can be made that does what the model says.

Mend the error.`,
	},
	Entry{
		Code: "BG2542", Severity: Warning,
		Title: "a suppression that is not followed",
		Explain: `A ` + "`bpmngen:suppress`" + ` has the code of the finding as ` + "`code`" + ` and says as ` + "`reason`" + ` why it is meant:

` + "```xml" + `
<extensionElements>
  <bpmngen:suppress code="BG2204" reason="the last flow is the fallback" xmlns:bpmngen="https://bpmngen.dev/schema/1.0"/>
</extensionElements>
` + "```" + `

Without either it is not followed.`,
	},
)
