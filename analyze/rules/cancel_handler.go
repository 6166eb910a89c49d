package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// cancelHandler: what compensates runs after its activity is complete: there is no
// transaction left that it could cancel (§10.7, S8.3).
func cancelHandler(p *pass, n *graph.Node) {
	if !n.Is(bpmn.EndEvent) || !has(n, bpmn.CancelTrigger) {
		return
	}
	tx := n.Transaction()
	for l := n.Level; l != nil && l.Host != nil && l.Host != tx; l = l.Parent {
		if l.Sub.IsForCompensation || l.Host.CompensationStart() != nil {
			p.on(n.Base, "%s is a cancel end event inside %s, which compensates", n.Label(), l.Host.Label()).related(l.Host.Span, "what compensates").
				fix("end it without a cancel, or throw an error that the transaction's boundary catches")
			return
		}
	}
}
