package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// disconnected: a node that no flow touches, beside others that flows join.
func disconnected(p *pass, n *graph.Node) {
	l := n.Level
	if len(n.In)+len(n.Out) > 0 || len(l.Flows) == 0 || l.Sub != nil && l.Sub.Kind == bpmn.AdHocSubProcess {
		return
	}
	if n.IsEventSubProcess() || n.Is(bpmn.BoundaryEvent) || n.Act != nil && n.Act.IsForCompensation {
		return
	}
	p.on(n.Base, "no flow leads to %s or from it", n.Label()).fix("join it to the rest, or take it out")
}
