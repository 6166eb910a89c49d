package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// defaultCondition: a default flow is taken when no condition holds; one of its
// own is never evaluated (§8.4.13).
func defaultCondition(p *pass, n *graph.Node) {
	if f := defaultFlow(n); f != nil && f.Source == n && f.Condition != nil {
		p.at(&f.Base, f.Condition.Span, "%s is the default of %s; its condition is never evaluated", label(&f.Base), n.Label()).
			fix("take the condition out, or make another flow the default")
	}
}
