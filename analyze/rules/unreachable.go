package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// unreachable: no token can come to a node: only a cycle leads to it that
// nothing enters.
func unreachable(p *pass, l *graph.Level) {
	if l.Sub != nil && l.Sub.Kind == bpmn.AdHocSubProcess {
		return
	}
	reached := make(map[*graph.Node]bool, len(l.Nodes))
	var work []*graph.Node
	reach := func(n *graph.Node) {
		if n != nil && !reached[n] {
			reached[n] = true
			work = append(work, n)
		}
	}
	throws := map[string]bool{}
	catches := map[string][]*graph.Node{}
	for _, n := range l.Nodes {
		if n.Is(bpmn.IntermediateCatchEvent) && has(n, bpmn.LinkTrigger) {
			catches[graph.LinkName(n)] = append(catches[graph.LinkName(n)], n)
			continue
		}
		if len(n.In) == 0 && !n.Is(bpmn.BoundaryEvent) {
			reach(n)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, f := range n.Out {
			reach(f.Target)
		}
		for _, b := range n.Boundaries {
			reach(b)
		}
		if n.Is(bpmn.IntermediateThrowEvent) && has(n, bpmn.LinkTrigger) && !throws[graph.LinkName(n)] {
			throws[graph.LinkName(n)] = true
			for _, c := range catches[graph.LinkName(n)] {
				reach(c)
			}
		}
	}
	for _, n := range l.Nodes {
		if !reached[n] && len(n.In) > 0 {
			p.on(n.Base, "no token can reach %s: only a cycle leads to it that nothing enters", n.Label()).
				fix("lead a flow into the cycle, or take it out")
		}
	}
}
