package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// implicitSplit: an activity or event with several flows out splits like a
// parallel gateway, without its sign (§13.3.1).
func implicitSplit(p *pass, n *graph.Node) {
	if n.Act == nil && n.Event == nil {
		return
	}
	always := 0
	for _, f := range n.Out {
		if f.Condition == nil && f != defaultFlow(n) {
			always++
		}
	}
	if always > 1 {
		p.on(n.Base, "%s has %d outgoing flows: all of them are taken", n.Label(), always).related(n.Out[1].Span, "the second").
			fix("put a parallel gateway behind it that says so")
	}
}
