package rules

import (
	"regexp"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

var mediaType = regexp.MustCompile(`^[\w.+-]+/[\w.+*-]+(\s*;.*)?$`)

// mediaTypes: textFormat and scriptFormat are media types (§8.4.5, Table 10.12). Nothing depends on them.
func mediaTypes(p *pass, f *graph.File) {
	check := func(owner *bpmn.Base, attrs []bpmn.Attr, name string) {
		for _, a := range attrs {
			if a.Name.Space == "" && a.Name.Local == name && a.Value != "" && !mediaType.MatchString(a.Value) {
				p.at(owner, a.ValueSpan, "%s=%q is no media type", name, a.Value).fix("write one such as text/plain, or take the attribute out")
			}
		}
	}
	docs := func(b *bpmn.Base) {
		for _, k := range b.Kept {
			if k.Name.Local == "documentation" {
				check(b, k.Attrs, "textFormat")
			}
		}
	}
	for _, c := range f.Collaborations {
		docs(&c.Base)
		for _, a := range c.Artifacts {
			check(&a.Base, a.Attrs, "textFormat")
		}
	}
	for _, l := range f.Levels {
		docs(l.Elem())
		for _, n := range l.Nodes {
			docs(n.Base)
			if n.Task != nil && n.Task.Kind == bpmn.ScriptTask {
				check(n.Base, n.Attrs, "scriptFormat")
			}
		}
		for _, fl := range l.Flows {
			docs(&fl.Base)
		}
		for _, a := range l.Container().Artifacts {
			check(&a.Base, a.Attrs, "textFormat")
		}
	}
}
