package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// compensationBoundary: a compensation boundary event happens after its activity
// is done, so there is no non-interrupting form (Table 10.90).
func compensationBoundary(p *pass, n *graph.Node) {
	if n.Is(bpmn.BoundaryEvent) && !n.Event.CancelActivity && has(n, bpmn.CompensateTrigger) {
		p.on(n.Base, "%s is for compensation and says cancelActivity=\"false\"", n.Label()).related(n.At("cancelActivity"), "here").
			fix("take the attribute out")
	}
}
