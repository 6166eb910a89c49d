package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// activityUnguarded: an activity that splits by conditions takes the flows
// without one every time; a default beside them is what most readers expect.
func activityUnguarded(p *pass, n *graph.Node) {
	def := defaultFlow(n)
	if n.Act == nil || def == nil || def.Source != n {
		return
	}
	for _, f := range n.Out {
		if f.Condition == nil && f != def {
			p.on(&f.Base, "%s leaves %s without a condition beside a default flow: it is always taken, so the default never is", label(&f.Base), n.Label()).
				related(n.Span, "the activity").
				fix("write its condition, or take the default out")
		}
	}
}
