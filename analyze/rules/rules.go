// Package rules checks the form of BPMN models: what may stand where, what may
// be joined with what, what must be there. One rule is one file and one line of
// the table; its code, severity, words and samples are in the catalogue of
// compiler/diag and in testdata/diagnostics.
//
// Rules look at the linked syntax tree and not at the model, because they judge
// what has no model: processes that are not executable, collaborations, and
// files in which the model can't be made.
package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// rule is one check. Exactly one of the functions is set; they differ in what they look at.
type rule struct {
	code  diag.Code
	file  func(*pass, *graph.File)
	level func(*pass, *graph.Level)
	node  func(*pass, *graph.Node)
	flow  func(*pass, *graph.Flow)
}

// pass is what a rule says its findings to.
type pass struct {
	code diag.Code
	file *graph.File
	bag  *diag.Bag
	// once: only the first finding in a file is said.
	once, said bool
}

// Check runs every rule over every file of a graph and says the findings to the
// bag. Its time grows with the size of the files. It never panics on a graph that
// graph.Build made.
func Check(g *graph.Graph, bag *diag.Bag) {
	for _, f := range g.Files {
		for _, r := range table {
			p := &pass{code: r.code, file: f, bag: bag}
			if r.file != nil {
				r.file(p, f)
				continue
			}
			for _, l := range f.Levels {
				if r.level != nil {
					r.level(p, l)
				}
				if r.node != nil {
					for _, n := range l.Nodes {
						r.node(p, n)
					}
				}
				if r.flow != nil {
					for _, fl := range l.Flows {
						r.flow(p, fl)
					}
				}
			}
		}
	}
}

// Codes returns the codes of all rules, in the order in which they run.
func Codes() []diag.Code {
	out := make([]diag.Code, len(table))
	for i, r := range table {
		out[i] = r.code
	}
	return out
}

// finding is a diagnostic on its way into the bag; say ends it.
type finding struct {
	pass *pass
	diag diag.Diagnostic
}

// at starts a finding about an element at a place of the file.
func (p *pass) at(e *bpmn.Base, span diag.Span, format string, args ...any) finding {
	return finding{p, diag.New(p.code, span, format, args...).On(e.ID, e.Name)}
}

// on starts a finding about an element, at its start tag.
func (p *pass) on(e *bpmn.Base, format string, args ...any) finding {
	return p.at(e, e.Span, format, args...)
}

// related adds a second place.
func (f finding) related(span diag.Span, format string, args ...any) finding {
	f.diag = f.diag.WithRelated(span, format, args...)
	return f
}

// edit adds a change of the file that mends it.
func (f finding) edit(at diag.Span, text string) finding {
	f.diag = f.diag.WithEdit(at, text)
	return f
}

// fix says how to mend it and hands the finding over.
func (f finding) fix(format string, args ...any) {
	if f.pass.once && f.pass.said {
		return
	}
	f.pass.said = true
	f.pass.bag.Add(f.diag.WithFix(format, args...))
}

// label speaks of an element.
func label(b *bpmn.Base) string { return graph.Label(b) }

// definitions are the event definitions of a node, those it refers to included.
func definitions(n *graph.Node) []*bpmn.EventDefinition {
	if n.Event == nil {
		return nil
	}
	return n.Level.File.Definitions(n.Event)
}

// has reports whether an event has a definition of a kind.
func has(n *graph.Node, kind bpmn.TriggerKind) bool {
	for _, d := range definitions(n) {
		if d.Kind == kind {
			return true
		}
	}
	return false
}

// isNone reports an event without any definition.
func isNone(n *graph.Node) bool {
	return n.Event != nil && len(n.Event.Definitions) == 0 && len(n.Event.DefinitionRefs) == 0
}
