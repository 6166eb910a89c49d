package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// defaultOutgoing: the default flow is one of the node's own outgoing flows (§8.4.13, §10.6).
func defaultOutgoing(p *pass, n *graph.Node) {
	ref, at := defaultOf(n)
	if ref.IsZero() {
		return
	}
	f := defaultFlow(n)
	if f == nil || f.Source == n {
		return
	}
	p.at(n.Base, at, "the default flow %s of %s does not leave it", graph.Quote(ref.Local), n.Label()).
		related(f.Span, "the flow").
		fix("name one of its outgoing flows as the default")
}

func defaultOf(n *graph.Node) (bpmn.Ref, diag.Span) {
	switch {
	case n.Act != nil:
		return n.Act.Default, n.At("default")
	case n.Gateway != nil:
		return n.Gateway.Default, n.At("default")
	}
	return bpmn.Ref{}, diag.Span{}
}

// defaultFlow is the flow that a node names as its default, nil where there is none.
func defaultFlow(n *graph.Node) *graph.Flow {
	ref, _ := defaultOf(n)
	e, ok := n.Level.File.Lookup(ref)
	if !ok {
		return nil
	}
	return n.Level.File.FlowOf(e)
}
