package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// loneCondition: where a conditional flow leaves an activity another flow must
// leave it too, or the token is lost when the condition is false (§8.4.13).
func loneCondition(p *pass, n *graph.Node) {
	if n.Act != nil && len(n.Out) == 1 && n.Out[0].Condition != nil {
		f := n.Out[0]
		p.at(&f.Base, f.Condition.Span, "%s is the only flow of %s and has a condition: when that is false the token has no way", label(&f.Base), n.Label()).
			fix("add another outgoing flow, such as a default, or take the condition out")
	}
}
