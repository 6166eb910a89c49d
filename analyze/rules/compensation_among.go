package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// compensationAmong: a compensation and a cancel are caught by an event of their
// own: nothing arms it, so it can't wait for something else besides (§10.5.1, EV §2.3).
func compensationAmong(p *pass, n *graph.Node) {
	if !n.Is(bpmn.BoundaryEvent) && !n.Is(bpmn.StartEvent) {
		return
	}
	ds := definitions(n)
	for _, d := range ds {
		if len(ds) < 2 || d.Kind != bpmn.CompensateTrigger && d.Kind != bpmn.CancelTrigger {
			continue
		}
		p.at(n.Base, d.Span, "%s catches %s among other things", n.Label(), triggerWords[d.Kind]).
			fix("use an event of its own for each")
		return
	}
}
