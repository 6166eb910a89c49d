package compiler

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/analyze/soundness"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/diag/render"
	"github.com/bpmngen/bpmngen/compiler/host"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

const samples = "../testdata/diagnostics"

// sampleHost finds the Go packages beside samples; those that name none load nothing.
var sampleHost = host.New(samples)

// Every code has a file that yields it, the mended file that does not and has
// no error, and the text that a user reads; or says why it can have none.
func TestSamples(t *testing.T) {
	for _, e := range diag.Catalogue() {
		if e.NoSample != "" {
			continue
		}
		t.Run(string(e.Code), func(t *testing.T) {
			dir := filepath.Join(samples, string(e.Code))
			bad, src := compileSample(t, filepath.Join(dir, "bad.bpmn"))
			mine := slices.DeleteFunc(bad.Diagnostics.All(), func(d diag.Diagnostic) bool { return d.Code != e.Code })
			if len(mine) == 0 {
				t.Errorf("bad.bpmn does not yield %s but %v", e.Code, codes(bad))
			}
			for _, d := range mine {
				if d.Severity != e.Severity {
					t.Errorf("bad.bpmn yields %s as %v, the catalogue says %v", e.Code, d.Severity, e.Severity)
				}
				if strings.HasSuffix(d.Message, ".") || strings.ContainsAny(d.Message, "\n") || strings.Contains(d.Message+d.Fix, "%!") || d.Fix == "" {
					t.Errorf("the style of %q, fix %q", d.Message, d.Fix)
				}
			}
			good, _ := compileSample(t, filepath.Join(dir, "good.bpmn"))
			for _, d := range good.Diagnostics.All() {
				if d.Code == e.Code || d.Severity == diag.Error && !diag.IsNotYet(d.Code) {
					t.Errorf("good.bpmn: %s %s: %s", d.Span, d.Code, d.Message)
				}
			}
			golden(t, filepath.Join(dir, "bad.txt"), text(t, mine, src))
		})
	}
}

// Whatever stands in the samples' folder belongs to a code of the catalogue.
func TestSamplesBelongToCodes(t *testing.T) {
	dirs, err := os.ReadDir(samples)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if _, ok := diag.Lookup(diag.Code(d.Name())); !ok {
			t.Errorf("%s/%s: the catalogue has no such code", samples, d.Name())
		}
	}
}

func compileSample(t *testing.T, path string) (Result, []byte) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	opts := Options{Host: sampleHost}
	if strings.HasPrefix(filepath.Base(filepath.Dir(path)), "BG5") {
		opts.Soundness = &soundness.Options{Budget: soundness.Budget{States: 5000}} // what is more is not decided (BG5012)
	}
	return Compile([]Input{{Name: filepath.Base(path), Data: data}}, opts), data
}

func codes(r Result) []diag.Code {
	var out []diag.Code
	for _, d := range r.Diagnostics.All() {
		out = append(out, d.Code)
	}
	return out
}

func text(t *testing.T, ds []diag.Diagnostic, src []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	opts := render.TextOptions{Source: func(string) ([]byte, bool) { return src, true }}
	for _, d := range ds {
		if err := render.Finding(&b, d, opts); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("the rendered text (-want +got):\n%s", d)
	}
}
