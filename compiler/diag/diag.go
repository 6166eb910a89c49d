// Package diag is the vocabulary of what the compiler says: a diagnostic with
// a stable code, a severity, a position, the element it speaks of, related
// places and a fix. It imports nothing of the project, so that every stage can
// use it.
package diag

import (
	"cmp"
	"fmt"
	"slices"
)

// Code is the stable name of a kind of finding: "BG" and four digits. The
// first digit tells the area: 1 XML, 2 structure, 3 expressions and types,
// 4 host Go, 5 model checking, 9 the compiler's own.
type Code string

// Severity grades a diagnostic. Errors stop generation.
type Severity uint8

// The severities, gravest first.
const (
	Error Severity = iota
	Warning
	Info
)

// String returns the lower-case name of the severity.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Info:
		return "info"
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// Span is a stretch of one file. Line and Col count from 1, Col in characters
// (runes) of the file decoded to UTF-8; Len is the number of characters, 0 when only the
// start is known. The zero Span is "no position" and is never reported: a
// diagnostic without a better place points at line 1, column 1 of its file.
type Span struct {
	File string
	Line int
	Col  int
	Len  int
}

// IsZero reports whether the span has no position.
func (s Span) IsZero() bool { return s.Line == 0 }

// String renders file:line:col.
func (s Span) String() string { return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Col) }

// Related is a second place that a diagnostic needs to be understood.
type Related struct {
	Span    Span
	Message string
}

// Diagnostic is one finding.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Span     Span
	// Message says what is wrong: lower case, no final stop, the modeller's words.
	Message string
	// Element and Name are the BPMN id and name of the element spoken of, where there is one.
	Element string
	Name    string
	Related []Related
	// Trace is a run that shows what is wrong, step by step, from its start.
	Trace []Related
	// Fix says how to mend it, in the imperative. Empty only where nothing can be said.
	Fix string
	// Edits are what mends it where that is mechanical; `check -fix` makes them.
	Edits []Edit
}

// Edit puts text in the place of a stretch of the file, or, where the stretch is
// empty, in front of a character. What stands around it stays as it is, byte by byte.
type Edit struct {
	Span Span
	// New is the text. A line feed in it becomes the file's own line end, with the
	// white space behind it that stands in front of the line that is edited.
	New string
}

// Bag collects diagnostics. The zero Bag is ready to use. It is not safe for
// concurrent use.
type Bag struct {
	list []Diagnostic
}

// Add appends a diagnostic as it is; New sets its severity from the catalogue.
func (b *Bag) Add(d ...Diagnostic) { b.list = append(b.list, d...) }

// All returns the findings sorted by file, position and code, each once.
func (b *Bag) All() []Diagnostic {
	out := slices.Clone(b.list)
	slices.SortStableFunc(out, func(x, y Diagnostic) int {
		return cmp.Or(
			cmp.Compare(x.Span.File, y.Span.File),
			cmp.Compare(x.Span.Line, y.Span.Line),
			cmp.Compare(x.Span.Col, y.Span.Col),
			cmp.Compare(x.Code, y.Code),
			cmp.Compare(x.Message, y.Message),
		)
	})
	return slices.CompactFunc(out, func(x, y Diagnostic) bool {
		return x.Span == y.Span && x.Code == y.Code && x.Message == y.Message
	})
}

// Keep drops the findings that keep says no to.
func (b *Bag) Keep(keep func(*Diagnostic) bool) {
	b.list = slices.DeleteFunc(b.list, func(d Diagnostic) bool { return !keep(&d) })
}

// HasErrors reports whether any finding is an Error.
func (b *Bag) HasErrors() bool {
	return slices.ContainsFunc(b.list, func(d Diagnostic) bool { return d.Severity == Error })
}

// Len returns the number of findings added.
func (b *Bag) Len() int { return len(b.list) }
