package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// singleDefinition: an event with several definitions is hard to read.
func singleDefinition(p *pass, n *graph.Node) {
	if ds := definitions(n); len(ds) > 1 {
		p.on(n.Base, "%s has %d event definitions", n.Label(), len(ds)).related(ds[1].Span, "the second").
			fix("use one event for each, unless any of them will do")
	}
}
