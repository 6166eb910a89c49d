package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// startSeveral: several none start events of a process are alternatives; whoever
// starts it names one (S1.5).
func startSeveral(p *pass, l *graph.Level) {
	if l.Sub != nil {
		return
	}
	var none []*graph.Node
	for _, n := range l.Nodes {
		if n.Is(bpmn.StartEvent) && isNone(n) {
			none = append(none, n)
		}
	}
	if len(none) < 2 {
		return
	}
	p.on(l.Elem(), "%s has %d start events without a trigger: whoever starts it must name one", label(l.Elem()), len(none)).
		related(none[1].Span, "the second").
		fix("keep one, with a gateway behind it where several ways begin, or start it by StartAt")
}
