package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// boundaryIncoming: a boundary event has no incoming flow (§10.5.4).
func boundaryIncoming(p *pass, n *graph.Node) {
	if n.Is(bpmn.BoundaryEvent) && len(n.In) > 0 {
		p.on(n.Base, "%s has an incoming flow", n.Label()).related(n.In[0].Span, "the flow").
			fix("lead the flow to the activity or to what follows the event")
	}
}
