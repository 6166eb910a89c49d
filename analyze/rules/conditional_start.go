package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// conditionalStart: a process of an engine has no data before it starts, so a
// condition has nothing that it could read (EV §2.7, Table 10.84).
func conditionalStart(p *pass, n *graph.Node) {
	if n.Level.Sub != nil || !n.Level.Executable || !n.Is(bpmn.StartEvent) && !startArm(n) {
		return
	}
	for _, d := range definitions(n) {
		if d.Kind == bpmn.ConditionalTrigger {
			p.at(n.Base, d.Span, "%s starts the process by a condition, which has no data to read before there is an instance", n.Label()).
				fix("evaluate the condition where its data is, and start the process there; or begin with a message or a signal")
		}
	}
}

// startArm reports an arm of an event-based gateway that starts the process.
func startArm(n *graph.Node) bool {
	for _, f := range n.In {
		if f.Source != nil && f.Source.IsGateway(bpmn.EventBasedGateway) && f.Source.Gateway.Instantiate {
			return true
		}
	}
	return false
}
