package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// implicitStart: an activity or gateway without incoming flows begins as soon as
// its level does, where that has no start event (S1.5).
func implicitStart(p *pass, l *graph.Level) {
	if l.Sub != nil && l.Sub.Kind == bpmn.AdHocSubProcess {
		return
	}
	for _, n := range l.Nodes {
		if n.Is(bpmn.StartEvent) {
			return // BG2301 says that they don't mix
		}
	}
	for _, n := range l.Nodes {
		if graph.ImplicitStart(n) {
			p.on(n.Base, "no flow leads to %s: it begins with %s", n.Label(), label(l.Elem())).fix("put a start event in front of it")
		}
	}
}
