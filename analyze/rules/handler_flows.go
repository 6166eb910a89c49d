package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// handlerFlows: event sub-processes and compensation activities stand outside
// of the normal flow: no sequence flow leads to or from them (§10.3.5, §10.7, SC §2.10).
func handlerFlows(p *pass, n *graph.Node) {
	if len(n.In)+len(n.Out) == 0 {
		return
	}
	switch {
	case n.IsEventSubProcess():
		p.on(n.Base, "sequence flow leads to or from the event sub-process %s", graph.Quote(orID(n))).
			related(append(n.In, n.Out...)[0].Span, "the flow").
			fix("take the flow out; the event sub-process begins with its start event")
	case n.Act != nil && n.Act.IsForCompensation:
		p.on(n.Base, "sequence flow leads to or from %s, which is for compensation", n.Label()).
			related(append(n.In, n.Out...)[0].Span, "the flow").
			fix("join it to its compensation boundary event by an association alone")
	}
}

func orID(n *graph.Node) string {
	if n.Name != "" {
		return n.Name
	}
	return n.Key
}
