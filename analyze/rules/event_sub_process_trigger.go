package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// eventSubProcessTrigger: the start event of an event sub-process has a trigger
// (§10.3.5, Table 10.86, SC §2.10).
func eventSubProcessTrigger(p *pass, n *graph.Node) {
	if n.Is(bpmn.StartEvent) && n.Level.IsEventSubProcess() && isNone(n) {
		p.on(n.Base, "%s starts an event sub-process and has no trigger", n.Label()).
			fix("give it an event definition: message, timer, error, escalation, compensation, conditional or signal")
	}
}
