package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// missingID: a process or node without an id can't be referred to: no flow, no
// caller, no test and no stored instance can name it (§8.2.1).
func missingID(p *pass, f *graph.File) {
	last := map[string]int{}
	for _, l := range f.Levels {
		if l.Sub == nil && l.Elem().ID == "" {
			p.on(l.Elem(), "a process has no id").edit(withID(f, last, l.Elem())).fix("give it an id")
		}
		for _, n := range l.Nodes {
			if n.ID == "" {
				p.on(n.Base, "%s has no id", graph.An(graph.Words(n.XML.Local))).edit(withID(f, last, n.Base)).fix("give it an id")
			}
		}
	}
}

// withID is the edit that gives an element an id.
func withID(f *graph.File, last map[string]int, b *bpmn.Base) (diag.Span, string) {
	id := newID(f, last, b.XML.Local)
	if a, ok := b.Attr("", "id"); ok {
		return a.ValueSpan, id
	}
	return behind(b), ` id="` + id + `"`
}
