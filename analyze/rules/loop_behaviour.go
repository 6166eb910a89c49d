package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// loopBehaviour: complex behaviour definitions belong to behavior="Complex" (§13.3.7, Table 10.28).
func loopBehaviour(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil || len(n.Act.Loop.Complex) == 0 || n.Act.Loop.Behavior == "Complex" {
		return
	}
	c := n.Act.Loop.Complex[0]
	p.at(n.Base, c.Span, "%s defines complex behaviour, but its behavior is not Complex", n.Label()).
		related(n.Act.Loop.Span, "the loop").
		fix(`write behavior="Complex", or take the definition out`)
}
