package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// fakeJoin: an activity or event with several incoming flows joins nothing: it
// runs once for each token that arrives (§13.3.1, S1.4).
func fakeJoin(p *pass, n *graph.Node) {
	if len(n.In) < 2 || n.Act == nil && n.Event == nil || n.Is(bpmn.EndEvent) || n.Is(bpmn.StartEvent) {
		return
	}
	p.on(n.Base, "%s has %d incoming flows: it runs once for each token that arrives", n.Label(), len(n.In)).
		fix("put a gateway in front that says which merge is meant")
}
