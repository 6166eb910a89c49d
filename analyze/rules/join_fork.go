package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// joinFork: a gateway that joins and splits at once is legal and hard to read.
func joinFork(p *pass, n *graph.Node) {
	if n.Gateway != nil && len(n.In) > 1 && len(n.Out) > 1 {
		p.on(n.Base, "%s joins and splits at once", n.Label()).fix("use one gateway to join and another to split")
	}
}
