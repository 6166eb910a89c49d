package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// GitHub writes the findings as workflow commands of GitHub Actions, which
// shows them as annotations of the changed lines: one line a finding, and a
// last line for the log with the summary. It returns the error of w.
func GitHub(w io.Writer, r Report) error {
	b := bufio.NewWriter(w)
	for _, d := range r.Diagnostics {
		s := place(d.Span)
		title := string(d.Code)
		if what := element(d); what != "" {
			title += ": " + what
		}
		fmt.Fprintf(b, "::%s file=%s,line=%d,col=%d", command(d.Severity), property(s.File), s.Line, s.Col)
		if s.Len > 0 {
			fmt.Fprintf(b, ",endColumn=%d", s.Col+s.Len)
		}
		fmt.Fprintf(b, ",title=%s::%s\n", property(title), data(detail(d)))
	}
	fmt.Fprintln(b, r.Summary())
	return b.Flush()
}

// detail is the message with the related places and the fix, for formats that
// have one text a finding.
func detail(d diag.Diagnostic) string {
	var b strings.Builder
	b.WriteString(d.Message)
	for _, rel := range d.Related {
		fmt.Fprintf(&b, "\nnote: %s: %s", place(rel.Span), rel.Message)
	}
	if d.Fix != "" {
		fmt.Fprintf(&b, "\nfix: %s", d.Fix)
	}
	return b.String()
}

func command(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	}
	return "notice"
}

// data and property escape as the runner unescapes: what it would take for the
// end of the command, of a property or of its value.
func data(s string) string { return dataEscapes.Replace(s) }

func property(s string) string { return propertyEscapes.Replace(s) }

var (
	dataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
