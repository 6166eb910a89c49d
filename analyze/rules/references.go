package rules

import (
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// Codes that the one pass over all references says beside its own.
const (
	codeWrongKind       diag.Code = "BG2002"
	codeUndeclaredError diag.Code = "BG2003"
	codeNoOperation     diag.Code = "BG2006"
)

// mostSuggestions bounds how often a file's ids are searched for a near miss:
// a file whose references all dangle needs no guess at each.
const mostSuggestions = 20

// references: every reference leads to an element of the kind that it names
// (§8.1). An errorRef that names no error is its own code (S6.1); an operation
// has no effect on execution here.
func references(p *pass, f *graph.File) {
	var ids []string
	guesses := 0
	for _, r := range f.References() {
		e, found := f.Lookup(r.Ref)
		if found {
			if r.Is != nil && !r.Is(e) {
				b := e.Elem()
				p.as(codeWrongKind).at(r.From, r.Ref.Span, "the %s of %s is %s, not %s", r.What, label(r.From), label(b), r.Want).
					related(b.Span, "it stands here").saidBy(r).fix("refer to %s", r.Want)
			}
			continue
		}
		if raw, ok := f.LookupRaw(r.Ref); ok {
			if r.Is != nil {
				p.as(codeWrongKind).at(r.From, r.Ref.Span, "the %s of %s is %s, not %s", r.What, label(r.From), graph.Words(raw.Name.Local), r.Want).
					related(raw.Span, "it stands here").fix("refer to %s", r.Want)
			}
			continue
		}
		if f.Foreign(r.Ref) || collectionVariable(f, r) {
			continue
		}
		if r.Loose {
			switch r.What {
			case "operation":
				p.as(codeNoOperation).at(r.From, r.Ref.Span, "no operation is called %s", graph.Quote(r.Ref.Raw)).
					fix("declare it in an interface, or take operationRef out")
			case "error":
				d := p.as(codeUndeclaredError).at(r.From, r.Ref.Span, "no error is called %s; it is taken as an error code", graph.Quote(r.Ref.Raw))
				if at, text, ok := declareError(f, r.Ref); ok {
					d = d.edit(at, text)
				}
				d.fix("declare it: an error element with this id and its errorCode")
			}
			continue
		}
		d := p.at(r.From, r.Ref.Span, "the %s of %s is %s, which the file does not have", r.What, label(r.From), graph.Quote(r.Ref.Raw))
		fix := "refer to " + r.Want + " of the file"
		if guesses++; guesses <= mostSuggestions {
			if ids == nil {
				ids = idsOf(f)
			}
			if near, ok := graph.Suggest(r.Ref.Local, ids); ok {
				if e := f.Defs.IDs[near]; e != nil && (r.Is == nil || r.Is(e)) {
					fix = "did you mean " + graph.Quote(near) + "?"
				}
			}
		}
		d.fix("%s", strings.ReplaceAll(fix, "%", "%%"))
	}
}

// collectionVariable reports a collection that is named as a declared variable: such
// a one has no id (S7.2).
func collectionVariable(f *graph.File, r graph.Reference) bool {
	return (r.What == "input collection" || r.What == "output collection") && f.DeclaresVariable(r.Ref.Local)
}

func idsOf(f *graph.File) []string {
	ids := make([]string, 0, len(f.Defs.IDs))
	for id := range f.Defs.IDs {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// saidBy adds the element that refers where the reference stands on a line of its own.
func (f finding) saidBy(r graph.Reference) finding {
	if r.Ref.Span.Line == r.From.Span.Line {
		return f
	}
	return f.related(r.From.Span, "it belongs to this")
}
