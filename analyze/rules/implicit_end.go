package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// implicitEnd: a token ends at an activity without outgoing flows (S1.5).
func implicitEnd(p *pass, n *graph.Node) {
	if n.Act == nil || len(n.Out) > 0 || n.IsEventSubProcess() || n.Act.IsForCompensation || n.Level.Sub != nil && n.Level.Sub.Kind == bpmn.AdHocSubProcess {
		return
	}
	p.on(n.Base, "no flow leaves %s: its token ends there", n.Label()).fix("lead a flow to an end event")
}
