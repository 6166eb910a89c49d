package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// boundaryInterrupting: errors and cancels always end their activity; a
// non-interrupting boundary event can't catch them (Table 10.90, EV §2.2).
func boundaryInterrupting(p *pass, n *graph.Node) {
	if !n.Is(bpmn.BoundaryEvent) || n.Event.CancelActivity {
		return
	}
	for _, d := range definitions(n) {
		if d.Kind == bpmn.ErrorTrigger || d.Kind == bpmn.CancelTrigger {
			p.on(n.Base, "%s is non-interrupting, but %s always ends its activity", n.Label(), graph.An(triggerWords[d.Kind])).
				related(n.At("cancelActivity"), "here").
				fix(`write cancelActivity="true", or take the attribute out`)
		}
	}
}
