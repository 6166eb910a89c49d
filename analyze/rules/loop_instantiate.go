package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// loopInstantiate: a receive task whose message makes the instance is done once:
// there is one such message (§10.3.3).
func loopInstantiate(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil || n.Task == nil || n.Task.Kind != bpmn.ReceiveTask || !n.Task.Instantiate || n.Level.Sub != nil {
		return
	}
	p.at(n.Base, n.Act.Loop.Span, "%s makes the process instance and is repeated", n.Label()).
		fix("start with a message start event, and repeat a receive task behind it")
}
