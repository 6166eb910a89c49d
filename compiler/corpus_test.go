package compiler

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// corpus finds other projects' cases, which stand beside the repository where
// they are there at all.
func corpus(t *testing.T, parts ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		at := filepath.Join(filepath.Dir(dir), "shared", "corpus")
		if _, err := os.Stat(at); err == nil {
			return filepath.Join(append([]string{at}, parts...)...)
		}
		if filepath.Dir(dir) == dir {
			t.Skip("no folder shared/corpus beside the repository")
		}
		dir = filepath.Dir(dir)
	}
}

type corpusCase struct {
	File  string   `json:"file"`
	Rule  string   `json:"rule"`
	Lines []int    `json:"lines"`
	IDs   []string `json:"ids"`
}

func manifest(t *testing.T, dir string) []corpusCase {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out []corpusCase
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// compileFile compiles one file with the files that it imports beside it.
func compileFile(t *testing.T, path string) Result {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return Compile([]Input{{Name: filepath.Base(path), Data: data}}, Options{})
}

// form are the findings that are no mere "not executable yet".
func form(res Result) []diag.Diagnostic {
	return slices.DeleteFunc(res.Diagnostics.All(), func(d diag.Diagnostic) bool { return diag.IsNotYet(d.Code) })
}

// A model that breaks a rule gets a finding at the recorded line or element.
func TestRejectCorpus(t *testing.T) {
	dir := corpus(t, "reject")
	cases := manifest(t, dir)
	hit := 0
	var misses []string
	for _, c := range cases {
		ds := form(compileFile(t, filepath.Join(dir, c.File)))
		if found(c, ds) {
			hit++
			continue
		}
		misses = append(misses, fmt.Sprintf("%s %v %v: %s", c.File, c.Lines, c.IDs, summary(ds)))
	}
	t.Logf("%d of %d", hit, len(cases))
	if os.Getenv("MISSES") != "" {
		t.Log("\n" + strings.Join(misses, "\n"))
	}
	if hit*100 < len(cases)*97 {
		t.Errorf("a finding at the place for %d of %d files, want 97%%:\n%s", hit, len(cases), strings.Join(misses, "\n"))
	}
}

func found(c corpusCase, ds []diag.Diagnostic) bool {
	if len(c.Lines) == 0 && len(c.IDs) == 0 {
		return len(ds) > 0
	}
	for _, d := range ds {
		if slices.Contains(c.Lines, d.Span.Line) || slices.Contains(c.IDs, d.Element) {
			return true
		}
		for _, r := range d.Related {
			if slices.Contains(c.Lines, r.Span.Line) {
				return true
			}
		}
	}
	return false
}

func summary(ds []diag.Diagnostic) string {
	var out []string
	for _, d := range ds {
		out = append(out, fmt.Sprintf("%s %d", d.Code, d.Span.Line))
	}
	return strings.Join(out, ", ")
}

// A model that breaks no rule gets no error, the documented exceptions aside.
func TestAcceptCorpus(t *testing.T) {
	dir := corpus(t, "accept")
	seen := map[diag.Code][]string{}
	for _, c := range manifest(t, dir) {
		for _, d := range form(compileFile(t, filepath.Join(dir, c.File))) {
			if d.Severity != diag.Error {
				continue
			}
			if !slices.Contains(exceptions[d.Code], c.File) {
				t.Errorf("%s: %s %s: %s", c.File, d.Span, d.Code, d.Message)
			}
			seen[d.Code] = append(seen[d.Code], c.File)
		}
	}
	for code, files := range exceptions {
		for _, f := range files {
			if !slices.Contains(seen[code], f) {
				t.Errorf("%s is listed as an exception for %s and is none", f, code)
			}
		}
	}
}

// exceptions are the errors on models that others accept, by code: each file breaks
// another rule than the one it was written for. docs/deviations.md has the reasons.
var exceptions = map[diag.Code][]string{
	"BG2106": {
		"bpmnlint/event-sub-process-typed-start-event/valid-intermediate-event.bpmn",
		"bpmnlint/fake-join/valid-gateway.bpmn",
		"bpmnlint/fake-join/valid.bpmn",
		"bpmnlint/single-event-definition/valid-blank.bpmn",
		"bpmnlint/sub-process-blank-start-event/valid-intermediate-event.bpmn",
	},
	"BG2201": {
		"bpmnlint/fake-join/valid-gateway.bpmn",
		"bpmnlint/no-disconnected/valid-adhoc-subprocess.bpmn",
		"bpmnlint/no-disconnected/valid.bpmn",
	},
	"BG2301": {
		"bpmnlint/single-blank-start-event/valid-scopes.bpmn",
		"bpmnlint/start-event-required/valid-sub-process-sub-types.bpmn",
		"bpmnlint/start-event-required/valid-sub-process.bpmn",
	},
	"BG2302": {
		"bpmnlint/single-blank-start-event/valid-typed-sub-process.bpmn",
	},
	"BG2303": {
		"bpmnlint/single-blank-start-event/valid-typed-sub-process.bpmn",
	},
	"BG2304": {
		"bpmnlint/end-event-required/valid-sub-process-sub-types.bpmn",
		"bpmnlint/event-sub-process-typed-start-event/valid-empty-sub-process.bpmn",
		"bpmnlint/event-sub-process-typed-start-event/valid-intermediate-event.bpmn",
	},
	"BG2307": {
		"bpmnlint/end-event-required/valid-sub-process-sub-types.bpmn",
		"bpmnlint/end-event-required/valid-sub-process.bpmn",
		"bpmnlint/end-event-required/valid.bpmn",
		"bpmnlint/no-disconnected/valid.bpmn",
	},
	"BG2324": {
		"bpmnlint/no-disconnected/valid.bpmn",
	},
	"BG2333": {
		"bpmnlint/single-event-definition/valid.bpmn",
	},
	"BG2334": {
		"bpmnlint/single-blank-start-event/valid-typed-sub-process.bpmn",
		"bpmnlint/single-blank-start-event/valid-typed.bpmn",
		"bpmnlint/sub-process-blank-start-event/valid-intermediate-event.bpmn",
	},
	"BG2336": {
		"bpmnlint/end-event-required/valid-sub-process-sub-types.bpmn",
		"bpmnlint/event-sub-process-typed-start-event/valid.bpmn",
		"bpmnlint/no-disconnected/valid-event-subprocess.bpmn",
		"bpmnlint/single-blank-start-event/valid-typed-sub-process.bpmn",
		"bpmnlint/single-blank-start-event/valid-typed.bpmn",
		"bpmnlint/start-event-required/valid-sub-process-sub-types.bpmn",
		"bpmnlint/sub-process-blank-start-event/valid-event-sub-process.bpmn",
		"bpmnspector/103/Success_ref.bpmn",
		"bpmnspector/109/Success_ref.bpmn",
	},
	"BG2338": {
		"bpmnlint/conditional-event/valid.bpmn",
		"bpmnlint/single-event-definition/valid.bpmn",
	},
	"BG2342": {
		"bpmnlint/ad-hoc-sub-process/valid.bpmn",
	},
	"BG2401": {
		"bpmnspector/037/EXT037_success.bpmn",
	},
	"BG2402": {
		"bpmnlint/end-event-required/valid-sub-process-sub-types.bpmn",
		"bpmnlint/start-event-required/valid-sub-process-sub-types.bpmn",
	},
	"BG2502": {
		"bpmnlint/single-event-definition/valid.bpmn",
	},
}
