package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// startCondition: the flows of a start event have no conditions (§10.5.2, S1.5).
func startCondition(p *pass, f *graph.Flow) {
	if f.Condition != nil && f.Source != nil && f.Source.Is(bpmn.StartEvent) {
		p.at(&f.Base, f.Condition.Span, "%s leaves a start event and has a condition", label(&f.Base)).
			fix("put a gateway behind the start event, and the condition on the gateway's flow")
	}
}
