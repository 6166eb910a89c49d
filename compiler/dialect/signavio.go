package dialect

// signavio is SAP Signavio: what it adds is of its editor and dictionary.
var signavio = &Dialect{
	Name:   "Signavio",
	Spaces: []string{"http://www.signavio.com", "http://www.signavio.com/bpmn20"},
	Open:   true,
}
