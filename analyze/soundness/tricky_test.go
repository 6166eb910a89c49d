package soundness

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// callees finds what a call activity calls within its own file.
func callees(n *graph.Node) *graph.Level {
	if e, ok := n.Level.File.Lookup(n.Call.CalledElement); ok {
		if p, ok := e.(*bpmn.Process); ok {
			return n.Level.File.LevelOf(p)
		}
	}
	return nil
}

// row is one model of the page docs/soundness.md.
type row struct{ model, verdict, findings string }

func page(t *testing.T) []row {
	t.Helper()
	text, err := os.ReadFile("../../docs/soundness.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, line := range strings.Split(string(text), "\n") {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| `") && len(cells) == 4 {
			rows = append(rows, row{strings.Trim(cells[0], "|` "), cells[2], strings.TrimSuffix(cells[3], " |")})
		}
	}
	return rows
}

// The verdicts that the page docs/soundness.md promises, one for each model of testdata/soundness.
func TestTricky(t *testing.T) {
	rows := page(t)
	files, err := filepath.Glob("../../testdata/soundness/*.bpmn")
	if err != nil || len(files) != len(rows) {
		t.Errorf("%d models, %d rows (%v)", len(files), len(rows), err)
	}
	for _, r := range rows {
		t.Run(r.model, func(t *testing.T) {
			f := load(t, filepath.Join("../../testdata/soundness", r.model+".bpmn"))
			var codes []string
			sound := true
			for _, v := range Check(f, Options{Callees: callees}) {
				if !v.Decided {
					t.Error(v.Why)
				}
				for _, d := range v.Diagnostics() {
					if !slices.Contains(codes, string(d.Code)) {
						codes = append(codes, string(d.Code))
					}
					if d.Fix == "" || d.Span.Line == 0 {
						t.Errorf("%s: no place or no fix", d.Code)
					}
				}
				sound = sound && v.OptionToComplete && v.Safe && v.Bounded && v.NoDead
			}
			slices.Sort(codes)
			got := strings.Join(codes, ", ")
			if got == "" {
				got = "none"
			}
			if got != r.findings {
				t.Errorf("findings %s, the page says %s", got, r.findings)
			}
			if strings.HasPrefix(r.verdict, "sound") != (sound && !strings.Contains(got, "BG5008")) {
				t.Errorf("sound %v, the page says %s", sound, r.verdict)
			}
		})
	}
}
