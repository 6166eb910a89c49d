package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// cancelUncaught: a transaction that is cancelled without a Cancel boundary event
// leads nowhere (§10.7, S8.3).
func cancelUncaught(p *pass, n *graph.Node) {
	if !n.Is(bpmn.EndEvent) || !has(n, bpmn.CancelTrigger) {
		return
	}
	tx := n.Transaction()
	if tx == nil || anyHas(tx.Boundaries, bpmn.CancelTrigger) {
		return
	}
	p.on(n.Base, "%s cancels %s, which has no cancel boundary event: its path ends there", n.Label(), tx.Label()).related(tx.Span, "the transaction").
		fix("attach a cancel boundary event to the transaction, with a flow to where the process goes on")
}

// anyHas reports whether one of several events has a definition of a kind.
func anyHas(events []*graph.Node, kind bpmn.TriggerKind) bool {
	for _, n := range events {
		if has(n, kind) {
			return true
		}
	}
	return false
}
