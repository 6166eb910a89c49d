package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// boundaryTrigger: what a boundary event may catch (Table 10.90).
func boundaryTrigger(p *pass, n *graph.Node) {
	if !n.Is(bpmn.BoundaryEvent) {
		return
	}
	if isNone(n) {
		p.on(n.Base, "%s has no event definition: it catches nothing", n.Label()).
			fix("say what it catches: message, timer, escalation, error, cancel, compensation, conditional or signal")
		return
	}
	placement(p, n, "a boundary event", "message, timer, escalation, error, cancel, compensation, conditional and signal",
		bpmn.MessageTrigger, bpmn.TimerTrigger, bpmn.EscalationTrigger, bpmn.ErrorTrigger, bpmn.CancelTrigger, bpmn.CompensateTrigger,
		bpmn.ConditionalTrigger, bpmn.SignalTrigger)
}
