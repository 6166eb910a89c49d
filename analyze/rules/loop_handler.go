package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// loopHandler: an event sub-process runs when its event happens, and as often;
// it is not repeated besides (§10.3.5).
func loopHandler(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil || !n.IsEventSubProcess() {
		return
	}
	p.at(n.Base, n.Act.Loop.Span, "the loop of %s has no effect: the event says how often it runs", n.Label()).
		fix("take the loop out, or repeat an activity inside")
}
