package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// linkIncoming: a Link target has no incoming flow, not even from an
// event-based gateway: only its sources lead to it (§10.5.4, EV §2.8).
func linkIncoming(p *pass, n *graph.Node) {
	if linkOf(n) == nil || !n.Is(bpmn.IntermediateCatchEvent) || len(n.In) == 0 || fromEventGateway(n) != nil {
		return
	}
	p.on(n.Base, "%s is a Link target and has an incoming flow", n.Label()).related(n.In[0].Span, "the flow").
		fix("take the flow out; lead it to a Link source of that name")
}

// fromEventGateway is the event-based gateway that has the node as an arm, nil where none has.
func fromEventGateway(n *graph.Node) *graph.Node {
	for _, f := range n.In {
		if f.Source != nil && f.Source.IsGateway(bpmn.EventBasedGateway) {
			return f.Source
		}
	}
	return nil
}
