package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// throwTrigger: what an intermediate throw event may throw (Table 10.89).
func throwTrigger(p *pass, n *graph.Node) {
	if n.Is(bpmn.IntermediateThrowEvent) {
		placement(p, n, "an intermediate throw event", "message, escalation, compensation, signal and link, or take the definition out",
			bpmn.MessageTrigger, bpmn.EscalationTrigger, bpmn.CompensateTrigger, bpmn.SignalTrigger)
	}
}
