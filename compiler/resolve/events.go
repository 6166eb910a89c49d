package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

var triggerKinds = map[bpmn.TriggerKind]model.TriggerKind{
	bpmn.MessageTrigger: model.MessageTrigger, bpmn.TimerTrigger: model.TimerTrigger, bpmn.SignalTrigger: model.SignalTrigger,
	bpmn.ConditionalTrigger: model.ConditionalTrigger, bpmn.ErrorTrigger: model.ErrorTrigger, bpmn.EscalationTrigger: model.EscalationTrigger,
	bpmn.CancelTrigger: model.CancelTrigger, bpmn.CompensateTrigger: model.CompensateTrigger, bpmn.TerminateTrigger: model.TerminateTrigger,
}

// triggers are the event definitions of an event, those that it refers to
// included (§10.5.1), Links left out.
func (b *builder) triggers(n *graph.Node) []model.Trigger {
	var out []model.Trigger
	for _, d := range b.file.Definitions(n.Event) {
		kind, ok := triggerKinds[d.Kind]
		if !ok {
			continue
		}
		t := model.Trigger{Kind: kind, Ref: model.None, Span: d.Span}
		if e, ok := b.file.Lookup(d.Ref); ok {
			if i, ok := b.global[e]; ok {
				t.Ref = i
			}
		}
		out = append(out, t)
	}
	return out
}
