package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// gatewayOutgoing: a gateway leads somewhere (S1.5).
func gatewayOutgoing(p *pass, n *graph.Node) {
	if n.Gateway != nil && len(n.Out) == 0 {
		p.on(n.Base, "%s has no outgoing flow", n.Label()).fix("lead a flow from it, or take it out")
	}
}
