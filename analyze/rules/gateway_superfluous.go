package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// gatewaySuperfluous: a gateway with one flow in and one out decides nothing.
func gatewaySuperfluous(p *pass, n *graph.Node) {
	if n.Gateway != nil && n.Gateway.Kind != bpmn.EventBasedGateway && len(n.In) == 1 && len(n.Out) == 1 {
		p.on(n.Base, "%s has one flow in and one out: it decides nothing", n.Label()).fix("take the gateway out and join the two flows")
	}
}
