package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// instantiateIncoming: a receive task or event-based gateway that starts the
// process has no incoming flow (§10.3.3, §10.6.6).
func instantiateIncoming(p *pass, n *graph.Node) {
	task := n.Task != nil && n.Task.Kind == bpmn.ReceiveTask && n.Task.Instantiate
	gateway := n.IsGateway(bpmn.EventBasedGateway) && n.Gateway.Instantiate
	if (task || gateway) && len(n.In) > 0 {
		p.on(n.Base, "%s starts the process and has an incoming flow", n.Label()).related(n.In[0].Span, "the flow").
			fix(`take the flow out, or write instantiate="false"`)
	}
}
