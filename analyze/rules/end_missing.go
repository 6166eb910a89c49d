package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// endMissing: where a level has a start event it has an end event (§10.5.3);
// without one tokens end where no flow goes on, so it is a warning (S1.5).
func endMissing(p *pass, l *graph.Level) {
	var start *graph.Node
	for _, n := range l.Nodes {
		if n.Is(bpmn.EndEvent) {
			return
		}
		if n.Is(bpmn.StartEvent) && start == nil {
			start = n
		}
	}
	if start != nil {
		p.at(l.Elem(), start.Span, "%s has a start event and no end event", label(l.Elem())).related(l.Elem().Span, "here").
			fix("end every way with an end event")
		return
	}
	if len(l.Nodes) > 0 && (l.Sub == nil || l.Sub.Kind != bpmn.AdHocSubProcess) {
		p.on(l.Elem(), "%s has no end event", label(l.Elem())).fix("end every way with an end event")
	}
}
