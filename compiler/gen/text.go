package gen

import (
	"strings"
	"unicode"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/dave/jennifer/jen"
)

// oneLine makes text of a BPMN file fit for one line of a Go comment.
func oneLine(s string) string { return strings.Join(strings.Fields(clean(s)), " ") }

// clean drops what Go source must not hold, and the characters that make it
// read differently from what it is (bidirectional controls).
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\u2028' || r == '\u2029' || r == '\u0085':
			return '\n'
		case r == '\uFEFF', unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)
}

// comment renders paragraphs as a line comment of at most about 100 columns; empty
// paragraphs are left out.
func comment(paragraphs ...string) jen.Code {
	return jen.Comment(commentText(paragraphs...))
}

func commentText(paragraphs ...string) string {
	var lines []string
	for _, p := range paragraphs {
		for line := range strings.SplitSeq(clean(p), "\n") {
			line = strings.Join(strings.Fields(line), " ")
			if line == "" {
				continue
			}
			lines = append(lines, wrap(line, 96)...)
		}
	}
	return "// " + strings.Join(lines, "\n// ")
}

func wrap(s string, width int) []string {
	var out []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		if line != "" && len(line)+1+len(word) > width {
			out = append(out, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(out, line)
}

// sentence ends a text with a full stop.
func sentence(s string) string {
	s = oneLine(s)
	if s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// called is how comments name an element: its name, else its id.
func called(o model.Origin) string {
	if n := oneLine(o.Name); n != "" {
		return "\"" + n + "\""
	}
	return oneLine(o.ID)
}

// place is where an element stands: file:line:column.
func place(o model.Origin) string {
	if o.Span.IsZero() {
		return ""
	}
	return o.Span.String()
}

// inBrackets is " (a, b)", "" where there is nothing.
func inBrackets(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

func orElse(s, other string) string {
	if s != "" {
		return s
	}
	return other
}
