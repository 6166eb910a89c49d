package resolve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/dialect"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// vendorNotes names once a file the extensions that other engines act on and
// this one does not: the first place of each, with what does its work here.
func (r *resolver) vendorNotes(f *graph.File) {
	if !slices.ContainsFunc(f.Levels, func(l *graph.Level) bool { return l.Executable }) {
		return
	}
	n := note{seen: map[string]int{}}
	for _, l := range f.Levels {
		if !l.Executable {
			continue
		}
		eachElement(l, n.look)
	}
	for _, e := range f.Defs.Roots {
		switch e.(type) {
		case *bpmn.Message, *bpmn.Signal, *bpmn.Error, *bpmn.Escalation:
			n.look(e.Elem())
		}
	}
	if len(n.found) == 0 {
		return
	}
	names := make([]string, len(n.found))
	for i, x := range n.found {
		names[i] = x.name
		if x.count > 1 {
			names[i] += fmt.Sprintf(" (%d)", x.count)
		}
	}
	first := n.found[0]
	d := diag.New(CodeNoEffect, first.at, "extensions of other engines have no effect here: %s", strings.Join(names, ", ")).
		On(first.on.ID, first.on.Name).WithFix("%s", first.instead)
	for _, x := range n.found[1:min(len(n.found), maxNoted)] {
		d = d.WithRelated(x.at, "%s: %s", x.name, x.instead)
	}
	r.bag.Add(d)
}

// maxNoted bounds how many places one note shows.
const maxNoted = 12

// eachElement visits what a level holds that may carry extensions, in an order that is the file's own within each kind.
func eachElement(l *graph.Level, visit func(*bpmn.Base)) {
	visit(l.Elem())
	for _, n := range l.Nodes {
		visit(n.Base)
		if n.Event != nil {
			for _, d := range n.Event.Definitions {
				visit(&d.Base)
			}
		}
		if n.Act != nil && n.Act.Loop != nil {
			visit(&n.Act.Loop.Base)
		}
	}
	for _, fl := range l.Flows {
		visit(&fl.Base)
		if fl.Condition != nil {
			visit(&fl.Condition.Base)
		}
	}
	for _, p := range l.Container().Properties {
		visit(&p.Base)
	}
}

// note gathers what is lost.
type note struct {
	found []lost
	seen  map[string]int // by expanded name: its place in found
}

type lost struct {
	name, instead string
	at            diag.Span
	on            *bpmn.Base
	count         int
}

func (n *note) look(b *bpmn.Base) {
	for _, a := range b.Attrs {
		rule, d := dialect.Attr(a.Name)
		if d != nil && a.Name.Local == "exclusive" && a.Value == "true" {
			continue // the default, and so it is here
		}
		n.add(a.Name, rule, d, a.NameSpan, b)
	}
	for _, x := range b.Extensions {
		rule, d := dialect.Element(x.Name)
		n.add(x.Name, rule, d, x.Span, b)
	}
}

func (n *note) add(name bpmn.Name, rule dialect.Rule, d *dialect.Dialect, at diag.Span, on *bpmn.Base) {
	switch {
	case d == nil:
		return
	case rule.Effect == dialect.Unknown:
		rule.Instead = d.Name + " may act on it; this engine does not know it"
	case rule.Effect != dialect.Lost:
		return
	}
	key := name.Space + " " + name.Local
	if i, ok := n.seen[key]; ok {
		n.found[i].count++
		return
	}
	n.seen[key] = len(n.found)
	shown := strings.TrimPrefix(cmp.Or(name.Prefix, "")+":"+name.Local, ":")
	n.found = append(n.found, lost{name: shown, instead: rule.Instead, at: at, on: on, count: 1})
}

// job is what the extensions of an element say does its work, "" where they say nothing.
func job(b *bpmn.Base) string {
	entries := dialect.DataOf(b)
	i := slices.IndexFunc(entries, func(e dialect.Entry) bool { return e.Key == "jobType" })
	if i < 0 {
		return ""
	}
	return entries[i].Value
}
