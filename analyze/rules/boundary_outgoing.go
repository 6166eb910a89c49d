package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// boundaryOutgoing: a boundary event leads somewhere; only one for compensation
// has no outgoing flow (§10.5.4, §10.7).
func boundaryOutgoing(p *pass, n *graph.Node) {
	if !n.Is(bpmn.BoundaryEvent) {
		return
	}
	switch compensation := has(n, bpmn.CompensateTrigger); {
	case compensation && len(n.Out) > 0:
		p.on(n.Base, "%s is for compensation and has an outgoing flow", n.Label()).related(n.Out[0].Span, "the flow").
			fix("join it to the compensation activity by an association instead")
	case !compensation && len(n.Out) == 0:
		p.on(n.Base, "%s leads nowhere", n.Label()).fix("lead a flow from it")
	}
}
