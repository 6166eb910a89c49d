package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// calledStart: a process that a call activity calls can be started without a
// trigger (§10.3.6, §10.5.2, SC §2.7).
func calledStart(p *pass, n *graph.Node) {
	if n.Call == nil {
		return
	}
	e, file, ok := p.file.LookupFile(n.Call.CalledElement)
	if !ok {
		return
	}
	l := file.LevelOf(e)
	if l == nil {
		return
	}
	var triggered *graph.Node
	for _, s := range l.Nodes {
		if !s.Is(bpmn.StartEvent) {
			continue
		}
		if isNone(s) {
			return
		}
		triggered = s
	}
	if triggered == nil {
		return
	}
	p.on(n.Base, "%s calls %s, which starts by a trigger alone", n.Label(), label(l.Elem())).
		related(l.Elem().Span, "the called process").related(triggered.Span, "its start event").
		fix("give the called process a start event without a trigger")
}
