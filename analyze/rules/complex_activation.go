package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// complexActivation: a complex gateway that joins says by its activation
// condition what it waits for (§10.6.5, S2.5).
func complexActivation(p *pass, n *graph.Node) {
	if !n.IsGateway(bpmn.ComplexGateway) || len(n.In) < 2 || n.Gateway.ActivationCondition != nil {
		return
	}
	p.on(n.Base, "%s joins several flows without an activation condition: it starts with the first token", n.Label()).
		fix("write activationCondition, such as activationCount >= 2")
}
