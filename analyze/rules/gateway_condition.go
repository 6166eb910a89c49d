package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// gatewayCondition: flows of parallel and event-based gateways have no
// conditions (§10.6.4, §10.6.6).
func gatewayCondition(p *pass, f *graph.Flow) {
	if f.Condition == nil || f.Source == nil || f.Source.Gateway == nil {
		return
	}
	if k := f.Source.Gateway.Kind; k == bpmn.ParallelGateway || k == bpmn.EventBasedGateway {
		p.on(&f.Base, "%s leaves %s and has a condition", label(&f.Base), graph.An(graph.Words(f.Source.XML.Local))).
			related(f.Condition.Span, "the condition").related(f.Source.Span, "the gateway").
			fix("take the condition out, or make the gateway an inclusive or exclusive one")
	}
}
