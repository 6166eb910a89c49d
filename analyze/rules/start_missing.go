package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// startMissing: where a level has an end event it has a start event (§10.5.2).
func startMissing(p *pass, l *graph.Level) {
	if l.IsEventSubProcess() || l.Sub != nil && l.Sub.Kind == bpmn.AdHocSubProcess {
		return
	}
	var end *graph.Node
	for _, n := range l.Nodes {
		switch {
		case n.Is(bpmn.StartEvent), n.Task != nil && n.Task.Instantiate, n.Gateway != nil && n.Gateway.Instantiate:
			return
		case n.Is(bpmn.EndEvent) && end == nil:
			end = n
		}
	}
	if end == nil {
		return
	}
	p.on(l.Elem(), "%s has an end event and no start event", label(l.Elem())).related(end.Span, "the end event").
		fix("begin with a start event")
}
