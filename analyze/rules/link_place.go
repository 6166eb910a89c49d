package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// linkPlace: Link events are intermediate events of normal flow, never start,
// end or boundary events (§10.5.1, EV §2.8).
func linkPlace(p *pass, n *graph.Node) {
	if n.Event == nil || !has(n, bpmn.LinkTrigger) || n.Is(bpmn.IntermediateCatchEvent) || n.Is(bpmn.IntermediateThrowEvent) {
		return
	}
	p.on(n.Base, "%s can't be a Link event", n.Label()).
		fix("use an intermediate throw event for the source and an intermediate catch event for the target")
}
