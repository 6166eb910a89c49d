package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// startMixed: a level begins either with start events or with all its activities
// and gateways that have no incoming flow, never with both (§10.5.2, §13.3.4, SC §2.3, S1.5).
func startMixed(p *pass, l *graph.Level) {
	if l.Sub != nil && l.Sub.Kind == bpmn.AdHocSubProcess {
		return
	}
	var start *graph.Node
	for _, n := range l.Nodes {
		if n.Is(bpmn.StartEvent) {
			start = n
			break
		}
	}
	if start == nil {
		return
	}
	for _, n := range l.Nodes {
		if graph.ImplicitStart(n) {
			p.on(n.Base, "%s has no incoming flow, and %s has a start event: it is unclear when it begins", n.Label(), label(l.Elem())).
				related(start.Span, "the start event").
				fix("lead a flow to it, or take the start event out so that all such nodes begin at once")
		}
	}
}
