package diag

import (
	"cmp"
	"fmt"
	"slices"
)

// Entry is what the catalogue knows of a code. `bpmngen explain`, the docs page
// and the tests that demand samples are made from it.
type Entry struct {
	Code     Code
	Severity Severity
	// Title is one line: lower case, no final stop.
	Title string
	// Explain is the whole story in Markdown: what the rule is, the section of
	// BPMN 2.0.2 or of the spec that decides it, why it matters, how to mend it.
	Explain string
	// Alias is the rule's name in bpmnlint, where it has one there.
	Alias string
	// NoSample says why the code has no bad and good sample in
	// testdata/diagnostics (an I/O failure, say). Empty: samples are demanded.
	NoSample string
}

// catalogue is filled by the files catalogue_Nxxx.go, one an area.
var catalogue = map[Code]Entry{}

// register adds entries at start-up; a code given twice is a bug of ours that
// the catalogue's test reports through the duplicates list.
func register(entries ...Entry) struct{} {
	for _, e := range entries {
		if _, dup := catalogue[e.Code]; dup {
			duplicates = append(duplicates, e.Code)
			continue
		}
		catalogue[e.Code] = e
	}
	return struct{}{}
}

var duplicates []Code

// Lookup returns the catalogue's entry of a code.
func Lookup(c Code) (Entry, bool) {
	e, ok := catalogue[c]
	return e, ok
}

// Catalogue returns all entries in the order of their codes.
func Catalogue() []Entry {
	out := make([]Entry, 0, len(catalogue))
	for _, e := range catalogue {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int { return cmp.Compare(a.Code, b.Code) })
	return out
}

// New starts a diagnostic of a code at a place; its severity is the catalogue's.
func New(c Code, at Span, format string, args ...any) Diagnostic {
	d := Diagnostic{Code: c, Span: at, Message: fmt.Sprintf(format, args...)}
	if e, ok := Lookup(c); ok {
		d.Severity = e.Severity
	}
	return d
}

// On names the element that the diagnostic speaks of.
func (d Diagnostic) On(id, name string) Diagnostic { d.Element, d.Name = id, name; return d }

// WithFix sets the fix line.
func (d Diagnostic) WithFix(format string, args ...any) Diagnostic {
	d.Fix = fmt.Sprintf(format, args...)
	return d
}

// WithEdit adds a change of the file that mends it.
func (d Diagnostic) WithEdit(at Span, text string) Diagnostic {
	d.Edits = append(slices.Clone(d.Edits), Edit{Span: at, New: text})
	return d
}

// WithRelated adds a second place.
func (d Diagnostic) WithRelated(at Span, format string, args ...any) Diagnostic {
	d.Related = append(slices.Clone(d.Related), Related{Span: at, Message: fmt.Sprintf(format, args...)})
	return d
}
