package expr

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Lang is an expression language.
type Lang uint8

// The languages that compile.
const (
	Unknown Lang = iota
	FEEL
	JUEL
	Go
)

// String returns the language's name.
func (l Lang) String() string {
	switch l {
	case FEEL:
		return "FEEL"
	case JUEL:
		return "JUEL"
	case Go:
		return "Go"
	}
	return "unknown language"
}

// Positions maps bytes of an expression's original text to its file. It may be
// nil: then diagnostics have line 1 and the column of the text itself.
type Positions func(offset, length int) diag.Span

// Source is the text of one expression.
type Source struct {
	Lang Lang
	// Text is the expression without the wrapper that told its language (the
	// leading "="). JUEL keeps its ${}, since there can be several.
	Text string
	// Offset is where Text starts in the original text, in bytes.
	Offset int
	// At maps bytes of the original text to the file.
	At Positions
	// Element and Name are the BPMN id and name of the element that carries the
	// expression; diagnostics repeat them.
	Element, Name string
	// Guessed: nothing told the language, so FEEL is tried; a failure then names the options.
	Guessed bool
}

// Span is a stretch of a Source's Text, in bytes.
type Span struct{ Off, Len int }

// Place maps a span of Text to the file.
func (s Source) Place(sp Span) diag.Span {
	if s.At != nil {
		return s.At(s.Offset+sp.Off, sp.Len)
	}
	line, col := 1, 1
	for i, r := range s.Text {
		if i >= sp.Off {
			break
		}
		if col++; r == '\n' {
			line, col = line+1, 1
		}
	}
	n := 0
	for i := range s.Text {
		if i >= sp.Off && i < sp.Off+sp.Len {
			n++
		}
	}
	if line == 1 {
		col += s.Offset
	}
	return diag.Span{Line: line, Col: col, Len: n}
}

// diagnostic starts a diagnostic at a span of the source.
func (s Source) diagnostic(code diag.Code, sp Span, format string, args ...any) diag.Diagnostic {
	d := diag.New(code, s.Place(sp), format, args...).On(s.Element, s.Name)
	d.Message = articles.Replace(d.Message)
	return d
}

// articles mends what a format with a type's name gets wrong.
var articles = strings.NewReplacer(" a integer", " an integer", " a int", " an int", " a uint", " a uint", " a any", " a value of unknown type", " a invalid", " an invalid")
