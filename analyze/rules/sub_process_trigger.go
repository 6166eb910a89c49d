package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// subProcessTrigger: the start event of a sub-process has no trigger: the
// arriving token is what starts it (§13.3.4, Table 10.85, SC §2.3).
func subProcessTrigger(p *pass, n *graph.Node) {
	l := n.Level
	if l.Sub == nil || l.IsEventSubProcess() || !n.Is(bpmn.StartEvent) || isNone(n) {
		return
	}
	p.on(n.Base, "%s has a trigger, but the token that enters %s is what starts it", n.Label(), label(l.Elem())).
		fix("take the event definition out, or wait for it with an intermediate catch event behind the start")
}
