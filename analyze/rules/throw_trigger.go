package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// throwTrigger: what an intermediate throw event may throw (Table 10.89).
func throwTrigger(p *pass, n *graph.Node) {
	switch {
	case n.Is(bpmn.IntermediateThrowEvent):
		placement(p, n, "an intermediate throw event", "message, escalation, compensation, signal and link, or take the definition out",
			bpmn.MessageTrigger, bpmn.EscalationTrigger, bpmn.CompensateTrigger, bpmn.SignalTrigger)
	case n.Is(bpmn.ImplicitThrowEvent): // in the flow it is one that no diagram shows
		placement(p, n, "an implicit throw event", "message, escalation, compensation and signal, or take the definition out",
			bpmn.MessageTrigger, bpmn.EscalationTrigger, bpmn.CompensateTrigger, bpmn.SignalTrigger)
	}
}
