package render

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// TextOptions say how text is shown. The zero value is plain text without
// excerpts, DefaultWidth columns wide.
type TextOptions struct {
	// Source gives the texts for the excerpts; nil: none is shown.
	Source Source
	// Color writes the escape sequences of ANSI terminals (ECMA-48).
	Color bool
	// Width is what a line of the model may take before it is cut, in columns.
	Width int
}

// DefaultWidth is the width of excerpts where nothing is known of the terminal.
const DefaultWidth = 120

// minWidth is the narrowest excerpt that still shows something.
const minWidth = 30

// Text writes the findings for people: each with its place, the line of the
// model with the wrong part marked, the element, related places and the fix,
// and the summary at the end. It returns the error of w.
func Text(w io.Writer, r Report, opts TextOptions) error {
	t := newText(w, opts)
	told := map[diag.Code]bool{}
	for _, d := range r.Diagnostics {
		t.finding(d, !told[d.Code])
		told[d.Code] = true
	}
	t.line(t.paint(bold, r.Summary()))
	return t.w.Flush()
}

// Finding writes a single finding as Text does.
func Finding(w io.Writer, d diag.Diagnostic, opts TextOptions) error {
	t := newText(w, opts)
	t.finding(d, true)
	return t.w.Flush()
}

func newText(w io.Writer, opts TextOptions) *text {
	if opts.Width <= 0 {
		opts.Width = DefaultWidth
	}
	opts.Width = max(opts.Width, minWidth)
	return &text{w: bufio.NewWriter(w), opts: opts}
}

// text writes findings. Write errors are kept by w until Flush.
type text struct {
	w    *bufio.Writer
	opts TextOptions
	// file and lines are the last file that was shown.
	file  string
	known bool
	lines lines
}

func (t *text) line(s string) { t.w.WriteString(strings.TrimRight(s, " ") + "\n") }

func (t *text) finding(d diag.Diagnostic, hint bool) {
	gutter := len(strconv.Itoa(place(d.Span).Line))
	for _, r := range d.Related {
		gutter = max(gutter, len(strconv.Itoa(place(r.Span).Line)))
	}
	head := d.Severity.String() + "[" + string(d.Code) + "]"
	t.message(t.paint(colorOf(d.Severity), head), d.Message)
	t.place(d.Span, gutter, '^', colorOf(d.Severity))
	for _, r := range d.Related {
		t.message(t.paint(cyan, "note"), r.Message)
		t.place(r.Span, gutter, '-', cyan)
	}
	t.trace(d.Trace, gutter)
	if what := element(d); what != "" {
		t.footer(gutter, "element", what)
	}
	if d.Fix != "" {
		t.footer(gutter, "fix", d.Fix)
	}
	if hint {
		t.footer(gutter, "explain", "bpmngen explain "+string(d.Code))
	}
	t.line("")
}

// trace writes a run: a line a step, with its place and without an excerpt.
func (t *text) trace(steps []diag.Related, gutter int) {
	if len(steps) == 0 {
		return
	}
	t.message(t.paint(cyan, "run"), "")
	indent := strings.Repeat(" ", gutter)
	for i, s := range steps {
		at := place(s.Span)
		t.line(fmt.Sprintf("%s %*d. %s (%s:%d:%d)", indent, len(strconv.Itoa(len(steps))), i+1, clean(s.Message), clean(at.File), at.Line, at.Col))
	}
}

// message writes what is said; further lines of it, a trace say, are indented.
func (t *text) message(head, msg string) {
	for i, l := range strings.Split(msg, "\n") {
		if l = clean(l); i == 0 {
			t.line(head + ": " + t.paint(bold, l))
		} else {
			t.line("    " + l)
		}
	}
}

// element names the BPMN element that a finding speaks of, "" where it is about none.
func element(d diag.Diagnostic) string {
	name := strings.Join(strings.Fields(d.Name), " ")
	switch {
	case name == "":
		return clean(d.Element)
	case d.Element == "":
		return strconv.Quote(clean(name))
	}
	return fmt.Sprintf("%q (%s)", clean(name), clean(d.Element))
}

func (t *text) footer(gutter int, key, what string) {
	indent := strings.Repeat(" ", gutter)
	for i, l := range strings.Split(what, "\n") {
		if i == 0 {
			t.line(indent + " " + t.paint(blue, "=") + " " + t.paint(bold, key+":") + " " + clean(l))
		} else {
			t.line(indent + "   " + strings.Repeat(" ", len(key)+2) + clean(l))
		}
	}
}

// place writes where something is, with the line and the marks under it.
func (t *text) place(s diag.Span, gutter int, mark byte, c color) {
	s = place(s)
	indent := strings.Repeat(" ", gutter)
	t.line(indent + t.paint(blue, "-->") + " " + fmt.Sprintf("%s:%d:%d", clean(s.File), s.Line, s.Col))
	if s.File != t.file || !t.known {
		t.file, t.known, t.lines = s.File, true, lines{}
		if t.opts.Source != nil {
			if text, ok := t.opts.Source(s.File); ok {
				t.lines = split(text)
			}
		}
	}
	w, ok := t.lines.window(s.Line, s.Col, t.opts.Width)
	if !ok || strings.TrimSpace(w.text) == "" {
		return
	}
	bar := t.paint(blue, "|")
	x := fit(w, s.Len, t.opts.Width)
	t.line(indent + " " + bar)
	t.line(t.paint(blue, fmt.Sprintf("%*d", gutter, s.Line)) + " " + bar + " " + x.line)
	t.line(indent + " " + bar + " " + strings.Repeat(" ", x.blank) + t.paint(c, strings.Repeat(string(mark), x.marks)))
}
