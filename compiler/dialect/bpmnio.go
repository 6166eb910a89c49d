package dialect

// bpmnio is bpmn.io and the modelers made of it: colours and who wrote the file.
var bpmnio = &Dialect{
	Name: "bpmn.io",
	Spaces: []string{"http://bpmn.io/schema/bpmn", "http://bpmn.io/schema/bpmn/biocolor/1.0", "http://camunda.org/schema/modeler/1.0",
		"http://camunda.org/schema/color/1.0", "http://www.omg.org/spec/BPMN/non-normative/color/1.0", "http://some-company/schema/bpmn/qa"},
	Open: true,
}
