package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// linkOutgoing: a Link source has no outgoing flow: its target's flows are its
// own (§10.5.4, EV §2.8).
func linkOutgoing(p *pass, n *graph.Node) {
	if linkOf(n) != nil && n.Is(bpmn.IntermediateThrowEvent) && len(n.Out) > 0 {
		p.on(n.Base, "%s is a Link source and has an outgoing flow", n.Label()).related(n.Out[0].Span, "the flow").
			fix("take the flow out; the token goes on at the Link's target")
	}
}
