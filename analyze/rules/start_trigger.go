package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// triggerWords name the triggers in messages.
var triggerWords = map[bpmn.TriggerKind]string{
	bpmn.MessageTrigger: "message", bpmn.TimerTrigger: "timer", bpmn.SignalTrigger: "signal", bpmn.ConditionalTrigger: "conditional",
	bpmn.ErrorTrigger: "error", bpmn.EscalationTrigger: "escalation", bpmn.CancelTrigger: "cancel", bpmn.CompensateTrigger: "compensation",
	bpmn.LinkTrigger: "link", bpmn.TerminateTrigger: "terminate",
}

// codeErrorBetween is an error in the middle of the flow (EV §2.6).
const codeErrorBetween diag.Code = "BG2429"

// placement reports each definition of an event that may not stand in its position.
func placement(p *pass, n *graph.Node, position, allowed string, may ...bpmn.TriggerKind) {
	for _, d := range definitions(n) {
		ok := d.Kind == bpmn.LinkTrigger
		for _, k := range may {
			ok = ok || k == d.Kind
		}
		if !ok {
			p := p
			if d.Kind == bpmn.ErrorTrigger && !n.Is(bpmn.StartEvent) {
				p = p.as(codeErrorBetween)
			}
			p.on(n.Base, "%s can't be %s", position, graph.An(triggerWords[d.Kind]+" event")).related(d.Span, "the definition").
				fix("use one of %s", allowed)
		}
	}
}

// startTrigger: what may start a process (Table 10.84) and what an event
// sub-process (Table 10.86).
func startTrigger(p *pass, n *graph.Node) {
	switch {
	case !n.Is(bpmn.StartEvent):
	case n.Level.IsEventSubProcess():
		placement(p, n, "the start event of an event sub-process", "message, timer, escalation, error, compensation, conditional and signal",
			bpmn.MessageTrigger, bpmn.TimerTrigger, bpmn.EscalationTrigger, bpmn.ErrorTrigger, bpmn.CompensateTrigger, bpmn.ConditionalTrigger, bpmn.SignalTrigger)
	case n.Level.Sub == nil:
		placement(p, n, "the start event of a process", "message, timer, conditional and signal, or take the definition out",
			bpmn.MessageTrigger, bpmn.TimerTrigger, bpmn.ConditionalTrigger, bpmn.SignalTrigger)
	}
}
