package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// instantiatePlace: what starts a process stands in the process itself; a
// sub-process is started by the token that reaches it, an event sub-process by its
// start event (§10.3.3, §10.6.6, §13.3.4).
func instantiatePlace(p *pass, n *graph.Node) {
	if n.Level.Sub == nil || !instantiating(n) || !n.Level.Executable {
		return
	}
	p.at(n.Base, n.At("instantiate"), "%s starts a process, and stands in %s", n.Label(), graph.Label(n.Level.Elem())).
		related(n.Level.Elem().Span, "a token starts this").
		fix(`write instantiate="false": it waits then for its event as soon as the sub-process begins; or move it into the process`)
}

// instantiateBoundary: the message that makes the instance has come already when
// there is a task, so that nothing can happen while it waits.
func instantiateBoundary(p *pass, n *graph.Node) {
	if n.Task == nil || !instantiating(n) || n.Level.Sub != nil || !n.Level.Executable {
		return
	}
	for _, b := range n.Boundaries {
		p.on(b.Base, "%s can never happen: %s starts the process, and is done when there is an instance", b.Label(), n.Label()).
			related(n.Span, "it starts the process").
			fix("take it out, or guard what comes after the task")
	}
}

// instantiating reports a receive task or an event-based gateway that says that
// it starts a process.
func instantiating(n *graph.Node) bool {
	return n.Task != nil && n.Task.Kind == bpmn.ReceiveTask && n.Task.Instantiate || n.IsGateway(bpmn.EventBasedGateway) && n.Gateway.Instantiate
}
