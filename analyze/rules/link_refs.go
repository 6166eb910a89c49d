package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// linkRefs: where Link definitions name one another, both sides agree: a
// source's target lists it among its sources (§10.5.5, Table 10.98).
func linkRefs(p *pass, n *graph.Node) {
	d := linkOf(n)
	if d == nil {
		return
	}
	find := func(r bpmn.Ref) *bpmn.EventDefinition {
		e, _ := p.file.Lookup(r)
		t, _ := e.(*bpmn.EventDefinition)
		return t
	}
	if n.Is(bpmn.IntermediateThrowEvent) && !d.LinkTarget.IsZero() {
		t := find(d.LinkTarget)
		if t == nil || t.Kind != bpmn.LinkTrigger {
			return
		}
		for _, s := range t.LinkSources {
			if find(s) == d {
				return
			}
		}
		if len(t.LinkSources) > 0 {
			p.at(n.Base, d.Span, "the Link names %s as its target, which does not name it as a source", graph.Quote(d.LinkTarget.Local)).
				related(t.Span, "the target").fix("make source and target name one another")
		}
	}
	if n.Is(bpmn.IntermediateCatchEvent) {
		for _, r := range d.LinkSources {
			if s := find(r); s != nil && s.Kind == bpmn.LinkTrigger && !s.LinkTarget.IsZero() && find(s.LinkTarget) != d {
				p.at(n.Base, d.Span, "the Link names %s as a source, which names another target", graph.Quote(r.Local)).
					related(s.Span, "the source").fix("make source and target name one another")
			}
		}
	}
}
