package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// cancelNever: a Cancel boundary event catches Cancel End Events inside its
// transaction, and nothing else (§10.5.4, S8.3).
func cancelNever(p *pass, n *graph.Node) {
	if !n.Is(bpmn.BoundaryEvent) || !has(n, bpmn.CancelTrigger) {
		return
	}
	tx := n.Attached
	if tx == nil || tx.Inner == nil || tx.Sub.Kind != bpmn.Transaction || cancels(tx.Inner, tx) {
		return
	}
	p.on(n.Base, "%s never happens: no cancel end event is inside %s", n.Label(), tx.Label()).related(tx.Span, "the transaction").
		fix("end a path inside the transaction with a cancel end event, or take the boundary event out")
}

// cancels reports whether a cancel end event on a level, or inside it, is of that
// transaction.
func cancels(l *graph.Level, tx *graph.Node) bool {
	for _, n := range l.Nodes {
		if n.Is(bpmn.EndEvent) && has(n, bpmn.CancelTrigger) && n.Transaction() == tx || n.Inner != nil && cancels(n.Inner, tx) {
			return true
		}
	}
	return false
}
