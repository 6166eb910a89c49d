package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// missingID: a node without an id can't be referred to: no flow, no test and
// no stored instance can name it (§8.2.1).
func missingID(p *pass, n *graph.Node) {
	if n.ID == "" {
		p.on(n.Base, "%s has no id", graph.An(graph.Words(n.XML.Local))).fix("give it an id")
	}
}
