package rules

import (
	"net/url"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// languageURI: the language of an expression and the method of a transaction are
// URIs (§8.4.6, Table 10.22).
func languageURI(p *pass, f *graph.File) {
	check := func(owner, at *bpmn.Base, name string) {
		a, ok := at.Attr("", name)
		if !ok || a.Value == "" {
			return
		}
		if _, err := url.Parse(a.Value); err != nil {
			p.at(owner, a.ValueSpan, "%s=%q is no URI", name, a.Value).fix("write the URI of the language, or take the attribute out")
		}
	}
	eachExpression(f, func(_ *graph.Level, e carried) { check(e.owner, &e.expr.Base, "language") })
	for _, l := range f.Levels {
		for _, n := range l.Nodes {
			if n.Sub != nil && n.Sub.Kind == bpmn.Transaction {
				check(n.Base, n.Base, "method")
			}
		}
	}
}
