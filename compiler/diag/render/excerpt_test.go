package render_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/diag/render"
)

// shown is the excerpt line and the mark line of a finding at a place of a text.
func shown(t *testing.T, text string, s diag.Span, width int) string {
	t.Helper()
	s.File = "f"
	var b bytes.Buffer
	err := render.Finding(&b, diag.Diagnostic{Code: "BG9001", Span: s}, render.TextOptions{
		Source: func(string) ([]byte, bool) { return []byte(text), true }, Width: width,
	})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, l := range strings.Split(b.String(), "\n") {
		if _, after, ok := strings.Cut(l, "| "); ok {
			out = append(out, after)
		}
	}
	return strings.Join(out, "\n")
}

// The marks stand under the characters that a terminal shows: a tab reaches to
// its stop, wide characters take two columns, combining ones none.
func TestMarksStandUnderTheSpan(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		line, col  int
		length     int
		want       string
	}{
		{"start", "abc", 1, 1, 3, "abc\n^^^"},
		{"no length", "abc", 1, 2, 0, "abc\n ^"},
		{"tab", "a\tb\tc", 1, 4, 2, "a   b   c\n     ^^^^"},
		{"wide", "日本<語>", 1, 3, 2, "日本<語>\n    ^^^"},
		{"combining", "e\u0301<x", 1, 3, 2, "e\u0301<x\n ^^"},
		{"second line", "ab\ncd", 2, 2, 1, "cd\n ^"},
		{"carriage return and line feed", "ab\r\ncd\r\n", 2, 1, 2, "cd\n^^"},
		{"carriage returns alone", "ab\rcd\ref", 3, 1, 2, "ef\n^^"},
		{"span over the end of its line", "abcd\nefgh", 1, 3, 6, "abcd\n  ^^"},
		{"behind the end of the line", "abcd", 1, 5, 0, "abcd\n    ^"},
		{"far behind the end of the line", "abcd", 1, 99, 7, "abcd\n    ^"},
		{"escape sequences do nothing", "a\x1b[31mb", 1, 2, 1, "a␛[31mb\n ^"},
		{"turned writing is shown", "a\u202eb", 1, 3, 1, "a\uFFFDb\n  ^"},
		{"line behind the end of the file", "a", 7, 1, 1, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := shown(t, tt.text, diag.Span{Line: tt.line, Col: tt.col, Len: tt.length}, 0)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// A long line is cut so that the span is seen, with the marks under it.
func TestLongLines(t *testing.T) {
	text := strings.Repeat("<ab/>", 1000) + "<WRONG/>" + strings.Repeat("<yz/>", 1000)
	for _, tt := range []struct {
		name string
		span diag.Span
		mark string
	}{
		{"middle", diag.Span{Line: 1, Col: 5001, Len: 8}, "<WRONG/>"},
		{"start", diag.Span{Line: 1, Col: 1, Len: 5}, "<ab/>"},
		{"end", diag.Span{Line: 1, Col: 10004, Len: 5}, "<yz/>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			line, marks, _ := strings.Cut(shown(t, text, tt.span, 60), "\n")
			if n := utf8.RuneCountInString(line); n > 60 {
				t.Errorf("%d columns wide: %s", n, line)
			}
			from := strings.Index(marks, "^")
			if got := line[from:len(marks)]; got != tt.mark {
				t.Errorf("marked %q, want %q in\n%s\n%s", got, tt.mark, line, marks)
			}
		})
	}
	t.Run("a span longer than the line may be", func(t *testing.T) {
		line, marks, _ := strings.Cut(shown(t, text, diag.Span{Line: 1, Col: 101, Len: 5000}, 60), "\n")
		if len(line) > 60 || len(marks) > 60 || strings.Count(marks, "^") < 30 {
			t.Errorf("got\n%s\n%s", line, marks)
		}
	})
}

// Wherever the span stands in an endless line, and whatever characters the
// line is made of, the marks stand under it.
func TestEndlessLines(t *testing.T) {
	for _, unit := range []string{"<ab/>", "<é/>", "<日本/>"} {
		n := len([]rune(unit))
		for _, at := range []int{0, 1, 700, 701, 819, 820, 2000, 4999} {
			text := strings.Repeat(unit, at) + "<WRONG/>" + strings.Repeat(unit, 5000-at)
			line, marks, _ := strings.Cut(shown(t, text, diag.Span{Line: 1, Col: at*n + 1, Len: 8}, 60), "\n")
			before, _, ok := strings.Cut(line, "<WRONG/>")
			blank := strings.ReplaceAll(strings.ReplaceAll(before, "日", "xx"), "本", "xx")
			if want := strings.Repeat(" ", utf8.RuneCountInString(blank)) + "^^^^^^^^"; !ok || marks != want {
				t.Errorf("%s at %d:\n%s\n%s", unit, at, line, marks)
			}
		}
	}
}

// Ten thousand findings on one line of a megabyte are shown in linear time:
// laying the whole line out for each would take minutes.
func TestEndlessLineManyTimes(t *testing.T) {
	text := []byte(strings.Repeat("<ab/>", 200_000))
	r := render.Report{Files: []string{"f"}}
	for i := range 10_000 {
		r.Diagnostics = append(r.Diagnostics, diag.New("BG9001", diag.Span{File: "f", Line: 1, Col: 1 + 100*i, Len: 5}, "m"))
	}
	var b bytes.Buffer
	err := render.Text(&b, r, render.TextOptions{Source: func(string) ([]byte, bool) { return text, true }})
	if n := strings.Count(b.String(), "^^^^^"); err != nil || n != len(r.Diagnostics) {
		t.Errorf("%d excerpts, %v", n, err)
	}
}

// The file of a finding is asked for once, however many findings it has.
func TestSourceIsReadOnce(t *testing.T) {
	asked := 0
	r := render.Report{Files: []string{"f"}}
	for i := range 100 {
		r.Diagnostics = append(r.Diagnostics, diag.New("BG9001", diag.Span{File: "f", Line: i + 1, Col: 1}, "m"))
	}
	var b bytes.Buffer
	err := render.Text(&b, r, render.TextOptions{Source: func(string) ([]byte, bool) {
		asked++
		return []byte(strings.Repeat("line\n", 100)), true
	}})
	if err != nil || asked != 1 {
		t.Errorf("asked %d times, error %v", asked, err)
	}
}

func TestPlain(t *testing.T) {
	md := "A **strong** word and `code **kept**`, see [the page](https://x.y/z).\nStill the same paragraph, long enough to be broken.\n\n" +
		"## Mend it\n\n- one item that is long enough to be broken too\n- two\n1. first\n\n```xml\n<a>\n  <b/>\n```\n| a | b |\n"
	want := `A strong word and ` + "`code **kept**`" + `, see
the page (https://x.y/z). Still the same
paragraph, long enough to be broken.

Mend it

- one item that is long enough to be
  broken too
- two
1. first

    <a>
      <b/>
| a | b |
`
	if d := cmp.Diff(want, render.Plain(md, 40)); d != "" {
		t.Error(d)
	}
}
