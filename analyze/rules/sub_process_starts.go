package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// subProcessStarts: a sub-process has at most one start event (§13.3.4, SC §2.3).
func subProcessStarts(p *pass, l *graph.Level) {
	if l.Sub == nil || l.IsEventSubProcess() || l.Sub.Kind == bpmn.AdHocSubProcess {
		return
	}
	var first *graph.Node
	for _, n := range l.Nodes {
		switch {
		case !n.Is(bpmn.StartEvent):
		case first == nil:
			first = n
		default:
			p.on(n.Base, "%s is a second start event of %s", n.Label(), label(l.Elem())).
				related(first.Span, "the first").
				fix("keep one start event, with a gateway behind it where several ways begin")
			p.on(l.Elem(), "%s has several start events", label(l.Elem())).related(n.Span, "the second").
				fix("keep one start event, with a gateway behind it where several ways begin")
		}
	}
}
