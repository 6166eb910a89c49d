package order

// The package is generated from the diagram; this line is all that it needs.
//go:generate go tool bpmngen generate order.bpmn
