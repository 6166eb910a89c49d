package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// linkName: Links are paired by name (EV §2.8); without one there is nothing to pair.
func linkName(p *pass, n *graph.Node) {
	if d := linkOf(n); d != nil && graph.LinkName(n) == "" && d.LinkTarget.IsZero() && len(d.LinkSources) == 0 {
		p.at(n.Base, d.Span, "%s has no Link name", n.Label()).fix("give linkEventDefinition the name of its pair")
	}
}

// linkOf is the Link definition of an intermediate event, nil where it has none.
func linkOf(n *graph.Node) *bpmn.EventDefinition {
	if !n.Is(bpmn.IntermediateCatchEvent) && !n.Is(bpmn.IntermediateThrowEvent) {
		return nil
	}
	for _, d := range n.Event.Definitions {
		if d.Kind == bpmn.LinkTrigger {
			return d
		}
	}
	return nil
}
