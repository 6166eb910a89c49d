package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// duplicateFlow: two flows that join the same nodes make two tokens, or make a
// decision that decides nothing.
func duplicateFlow(p *pass, n *graph.Node) {
	first := map[*graph.Node]*graph.Flow{}
	for _, f := range n.Out {
		if f.Target == nil {
			continue
		}
		same, ok := first[f.Target]
		if !ok {
			first[f.Target] = f
			continue
		}
		p.on(&f.Base, "a second flow leads from %s to %s", n.Label(), f.Target.Label()).
			related(same.Span, "the first").fix("take one of the two out")
		p.on(&same.Base, "another flow leads from %s to %s too", n.Label(), f.Target.Label()).
			related(f.Span, "the other").fix("take one of the two out")
		if n.Gateway == nil {
			p.on(n.Base, "two flows lead from %s to %s: each carries a token", n.Label(), f.Target.Label()).
				related(f.Span, "the second").fix("take one of the two out")
		}
	}
}
