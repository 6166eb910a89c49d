package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// missingID: a process or node without an id can't be referred to: no flow, no
// caller, no test and no stored instance can name it (§8.2.1).
func missingID(p *pass, f *graph.File) {
	for _, l := range f.Levels {
		if l.Sub == nil && l.Elem().ID == "" {
			p.on(l.Elem(), "a process has no id").fix("give it an id")
		}
		for _, n := range l.Nodes {
			if n.ID == "" {
				p.on(n.Base, "%s has no id", graph.An(graph.Words(n.XML.Local))).fix("give it an id")
			}
		}
	}
}
