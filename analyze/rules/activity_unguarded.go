package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// activityUnguarded: an activity that splits by conditions takes its flows
// without one every time, whatever the conditions say (§8.4.13, S1.4).
func activityUnguarded(p *pass, n *graph.Node) {
	if n.Act == nil {
		return
	}
	def := defaultFlow(n)
	split := def != nil && def.Source == n
	for _, f := range n.Out {
		split = split || f.Condition != nil
	}
	if !split {
		return
	}
	for _, f := range n.Out {
		if f.Condition == nil && f != def {
			p.on(&f.Base, "%s leaves %s without a condition: it is taken every time, whatever the conditions of the others say", label(&f.Base), n.Label()).
				related(n.Span, "the activity").
				fix("write its condition, or make it the default")
		}
	}
}
