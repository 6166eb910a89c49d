package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// catchTrigger: what an intermediate catch event in normal flow may wait for (Table 10.89).
func catchTrigger(p *pass, n *graph.Node) {
	if !n.Is(bpmn.IntermediateCatchEvent) {
		return
	}
	if isNone(n) {
		p.on(n.Base, "%s has no event definition: it waits for nothing", n.Label()).
			fix("say what it waits for: message, timer, conditional, signal or link")
		return
	}
	placement(p, n, "an intermediate catch event in normal flow", "message, timer, conditional, signal and link",
		bpmn.MessageTrigger, bpmn.TimerTrigger, bpmn.ConditionalTrigger, bpmn.SignalTrigger)
}
