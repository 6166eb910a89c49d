package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// endOutgoing: an end event has no outgoing flow (§10.5.3).
func endOutgoing(p *pass, n *graph.Node) {
	if n.Is(bpmn.EndEvent) && len(n.Out) > 0 {
		p.on(n.Base, "%s has an outgoing flow", n.Label()).related(n.Out[0].Span, "the flow").
			fix("take the flow out, or make the event an intermediate one")
	}
}
