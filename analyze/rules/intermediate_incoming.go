package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// intermediateIncoming: an intermediate event in normal flow is the target of a
// sequence flow; only a Link target has none (§10.5.4).
func intermediateIncoming(p *pass, n *graph.Node) {
	catch := n.Is(bpmn.IntermediateCatchEvent)
	if !catch && !n.Is(bpmn.IntermediateThrowEvent) && !n.Is(bpmn.ImplicitThrowEvent) || len(n.In) > 0 || n.Level.Sub != nil && n.Level.Sub.Kind == bpmn.AdHocSubProcess {
		return
	}
	if catch && has(n, bpmn.LinkTrigger) {
		return
	}
	p.on(n.Base, "%s has no incoming flow: nothing ever reaches it", n.Label()).
		fix("lead a flow to it, or make it a start event")
}
