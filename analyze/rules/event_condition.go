package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// eventCondition: conditions stand on flows from activities and gateways, not
// from intermediate or boundary events (§8.4.13: a conditional flow leaves an
// activity or a gateway).
func eventCondition(p *pass, f *graph.Flow) {
	if f.Condition == nil || f.Source == nil || f.Source.Event == nil || f.Source.Is(bpmn.StartEvent) {
		return
	}
	p.at(&f.Base, f.Condition.Span, "%s leaves an event and has a condition", label(&f.Base)).
		fix("put an exclusive or inclusive gateway behind the event")
}
