package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// intermediateOutgoing: an intermediate catch event leads somewhere (§10.5.4).
func intermediateOutgoing(p *pass, n *graph.Node) {
	if len(n.Out) > 0 || n.Level.Sub != nil && n.Level.Sub.Kind == bpmn.AdHocSubProcess {
		return
	}
	switch {
	case n.Is(bpmn.IntermediateThrowEvent) && has(n, bpmn.LinkTrigger):
	case n.Is(bpmn.IntermediateCatchEvent), n.Is(bpmn.IntermediateThrowEvent), n.Is(bpmn.ImplicitThrowEvent):
		p.on(n.Base, "%s has no outgoing flow", n.Label()).fix("lead a flow from it, or make it an end event")
	}
}
