package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// linkAlone: a Link event has no other definition: it waits for nothing (EV §2.8).
func linkAlone(p *pass, n *graph.Node) {
	if n.Event != nil && has(n, bpmn.LinkTrigger) && len(definitions(n)) > 1 {
		p.on(n.Base, "%s is a Link and has another event definition", n.Label()).fix("use one event for each")
	}
}
