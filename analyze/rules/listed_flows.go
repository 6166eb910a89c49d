package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// listedFlows: the flows that a node lists as incoming and outgoing are those
// that name it as their target and source (§8.4.7). The flows' own ends decide.
func listedFlows(p *pass, n *graph.Node) {
	for _, side := range []struct {
		refs []bpmn.Ref
		what string
		end  func(*graph.Flow) *graph.Node
	}{
		{n.Flow.Incoming, "incoming", func(f *graph.Flow) *graph.Node { return f.Target }},
		{n.Flow.Outgoing, "outgoing", func(f *graph.Flow) *graph.Node { return f.Source }},
	} {
		for _, r := range side.refs {
			e, ok := p.file.Lookup(r)
			if !ok {
				continue
			}
			f := p.file.FlowOf(e)
			if f == nil || side.end(f) == nil || side.end(f) == n {
				continue
			}
			p.at(n.Base, r.Span, "%s lists %s as %s, but the flow joins %s and %s", n.Label(), graph.Quote(r.Local), side.what, end(f.Source), end(f.Target)).
				related(f.Span, "the flow; its sourceRef and targetRef decide").
				fix("take it out of the list, or mend the flow's ends")
		}
	}
}

func end(n *graph.Node) string {
	if n == nil {
		return "nothing"
	}
	return n.Label()
}
