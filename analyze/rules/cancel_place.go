package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// cancelPlace: cancel events belong to transactions (§10.5.3, §10.5.4, S8.3).
func cancelPlace(p *pass, n *graph.Node) {
	if n.Event == nil || !has(n, bpmn.CancelTrigger) {
		return
	}
	switch n.Event.Kind {
	case bpmn.EndEvent:
		for l := n.Level; l != nil; l = l.Parent {
			if l.Sub != nil && l.Sub.Kind == bpmn.Transaction {
				return
			}
		}
		p.on(n.Base, "%s is a cancel end event outside of a transaction", n.Label()).fix("put it into a transaction, or end with an error")
	case bpmn.BoundaryEvent:
		if a := n.Attached; a != nil && (a.Sub == nil || a.Sub.Kind != bpmn.Transaction) {
			p.on(n.Base, "%s catches a cancel, but %s is no transaction", n.Label(), a.Label()).related(a.Span, "the activity").
				fix("make the activity a transaction, or catch an error")
		}
	}
}
