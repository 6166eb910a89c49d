package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// linkArm: a Link waits for nothing and so is no arm of an event-based gateway (EV §2.8).
func linkArm(p *pass, n *graph.Node) {
	if g := fromEventGateway(n); g != nil && linkOf(n) != nil {
		p.on(n.Base, "%s is a Link and an arm of %s", n.Label(), g.Label()).related(g.Span, "the gateway").
			fix("let the gateway wait for a message, timer, signal or condition, and lead on from there")
	}
}
