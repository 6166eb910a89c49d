package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// compensationHandler: an association joins a compensation boundary event to
// the activity that undoes the work (§10.7).
func compensationHandler(p *pass, f *graph.File) {
	joined := f.Compensations()
	for _, l := range f.Levels {
		for _, n := range l.Nodes {
			if n.Is(bpmn.BoundaryEvent) && has(n, bpmn.CompensateTrigger) && len(joined[n]) == 0 {
				p.on(n.Base, "no association leads from %s to the activity that compensates", n.Label()).
					fix(`add an activity with isForCompensation="true", and an association from the event to it`)
			}
		}
	}
}
