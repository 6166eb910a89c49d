package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// startIncoming: a start event has no incoming flow (§10.5.2).
func startIncoming(p *pass, n *graph.Node) {
	if n.Is(bpmn.StartEvent) && len(n.In) > 0 {
		p.on(n.Base, "%s has an incoming flow", n.Label()).related(n.In[0].Span, "the flow").
			fix("lead the flow to what follows the start event")
	}
}
