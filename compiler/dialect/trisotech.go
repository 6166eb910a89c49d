package dialect

// trisotech is Trisotech's modeler: people, goals and bindings of its repository.
var trisotech = &Dialect{
	Name: "Trisotech",
	Spaces: []string{"http://www.trisotech.com/2014/triso/bpmn", "http://www.trisotech.com/2015/triso/modeling", "http://www.trisotech.com/2016/triso/modeling",
		"http://www.trisotech.com/bpmn"},
	Elements: table(
		are(lost("tell people by an observer of the engine"), "notification"),
		are(lost(useHandler), "dataInputBindings", "dataOutputBindings"),
	),
	Open: true,
}
