package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// endUnreached: nothing leads to an end event: it never happens (§10.5.3, S1.5).
func endUnreached(p *pass, n *graph.Node) {
	if n.Is(bpmn.EndEvent) && len(n.In) == 0 {
		p.on(n.Base, "no flow leads to %s: it never happens", n.Label()).fix("lead a flow to it, or take it out")
	}
}
