// Package render turns diagnostics into what people and tools read: text with
// the excerpt of the model and a caret, JSON, SARIF 2.1.0 and the annotations
// of GitHub Actions. It reads no file and no environment: whoever calls it
// gives the texts of the files and says whether colour is wanted.
package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Source returns the text of a file in UTF-8 by the name that spans carry, and
// false where it can't be had; the finding is then shown without its excerpt.
// It is called for one file after the other in the order of the findings, so a
// source that remembers the last file reads each once.
type Source func(file string) ([]byte, bool)

// Report is everything that one run has to say.
type Report struct {
	// Files are the files that were read, findings or not, in the order in which they were.
	Files []string
	// Diagnostics are the findings in the order in which they are shown (diag.Bag.All).
	Diagnostics []diag.Diagnostic
	// Version is the tool's own, for the formats that name it.
	Version string
}

// Count returns how many findings of a severity the report has.
func (r Report) Count(s diag.Severity) int {
	n := 0
	for _, d := range r.Diagnostics {
		if d.Severity == s {
			n++
		}
	}
	return n
}

// Summary is the closing line of a run: how many files were read, how many
// findings of each severity there are and in how many files.
func (r Report) Summary() string {
	read := "checked " + plural(len(r.Files), "file")
	if len(r.Diagnostics) == 0 {
		return read + ": no findings"
	}
	var kinds []string
	for s := diag.Error; s <= diag.Info; s++ {
		if n := r.Count(s); n > 0 {
			kinds = append(kinds, plural(n, s.String()))
		}
	}
	found := strings.Join(kinds, ", ")
	if len(r.Files) == 1 {
		return read + ": " + found
	}
	in := map[string]bool{}
	for _, d := range r.Diagnostics {
		in[d.Span.File] = true
	}
	return fmt.Sprintf("%s: %s in %s", read, found, plural(len(in), "file"))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// place is the span itself, or line 1, column 1 of its file where it has no
// position: every format shows every finding somewhere (diag.Span).
func place(s diag.Span) diag.Span {
	s.Line, s.Col, s.Len = max(s.Line, 1), max(s.Col, 1), max(s.Len, 0)
	return s
}

// codes returns the codes that the report uses, each once, in order.
func (r Report) codes() []diag.Code {
	var out []diag.Code
	for _, d := range r.Diagnostics {
		out = append(out, d.Code)
	}
	slices.SortFunc(out, func(a, b diag.Code) int { return cmp.Compare(a, b) })
	return slices.Compact(out)
}
