package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// flowCrossing: sequence flow stays on one level; it crosses neither the
// boundary of a sub-process nor that of a pool (§7.6.1, Table 7.2, SC §2.2).
func flowCrossing(p *pass, f *graph.Flow) {
	for _, end := range []struct {
		node *graph.Node
		ref  bpmn.Ref
		what string
	}{{f.Source, f.SourceRef, "starts"}, {f.Target, f.TargetRef, "ends"}} {
		if end.node != nil {
			continue
		}
		e, ok := p.file.Lookup(end.ref)
		if !ok {
			continue
		}
		n := p.file.Node(e)
		if n == nil {
			continue
		}
		p.at(&f.Base, end.ref.Span, "%s crosses a boundary: it %s at %s, which stands in %s", label(&f.Base), end.what, n.Label(), label(n.Level.Elem())).
			related(f.Level.Elem().Span, "the flow stands in %s", label(f.Level.Elem())).
			fix("join nodes of one level; lead flows to and from the sub-process itself, and join pools with message flows")
		if f.Level.Host != nil {
			p.bag.Add(crossedHost(p, f, f.Level))
		} else if n.Level.Host != nil && n.Level.Parent == f.Level {
			p.bag.Add(crossedHost(p, f, n.Level))
		}
	}
}

// crossedHost says at the sub-process what crosses its boundary.
func crossedHost(p *pass, f *graph.Flow, l *graph.Level) diag.Diagnostic {
	return diag.New(p.code, l.Host.Span, "%s crosses the boundary of this %s", label(&f.Base), graph.Words(l.Host.XML.Local)).
		On(l.Host.ID, l.Host.Name).WithRelated(f.Span, "the flow").
		WithFix("lead the flow to or from the sub-process itself")
}
