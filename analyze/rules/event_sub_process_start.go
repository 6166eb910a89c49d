package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// eventSubProcessStart: an event sub-process has exactly one start event (§10.3.5, SC §2.10).
func eventSubProcessStart(p *pass, l *graph.Level) {
	if !l.IsEventSubProcess() {
		return
	}
	var starts []*graph.Node
	for _, n := range l.Nodes {
		if n.Is(bpmn.StartEvent) {
			starts = append(starts, n)
		}
	}
	switch {
	case len(starts) == 0:
		p.on(l.Elem(), "the event sub-process %s has no start event", graph.Quote(orID(l.Host))).
			fix("add a start event with a trigger")
	case len(starts) > 1:
		p.on(l.Elem(), "the event sub-process %s has %d start events", graph.Quote(orID(l.Host)), len(starts)).
			related(starts[1].Span, "the second").
			fix("make one event sub-process of each")
	}
}
