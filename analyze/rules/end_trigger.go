package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// endTrigger: what an end event may throw (Table 10.88).
func endTrigger(p *pass, n *graph.Node) {
	if n.Is(bpmn.EndEvent) {
		placement(p, n, "an end event", "message, error, escalation, cancel, compensation, signal and terminate, or take the definition out",
			bpmn.MessageTrigger, bpmn.ErrorTrigger, bpmn.EscalationTrigger, bpmn.CancelTrigger, bpmn.CompensateTrigger, bpmn.SignalTrigger, bpmn.TerminateTrigger)
	}
}
