package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// cancelSeveral: a transaction that is cancelled leaves by one Cancel boundary
// event (§10.7, S8.3).
func cancelSeveral(p *pass, n *graph.Node) {
	var first *graph.Node
	for _, b := range n.Boundaries {
		switch {
		case !has(b, bpmn.CancelTrigger):
		case first == nil:
			first = b
		default:
			p.on(b.Base, "%s and %s both catch the cancel of %s", first.Label(), b.Label(), n.Label()).related(first.Span, "the first").
				fix("keep one of them, and split its flow where both ways are taken")
		}
	}
}
