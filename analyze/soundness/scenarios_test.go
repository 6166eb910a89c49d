package soundness_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/bpmngen/bpmngen/analyze/soundness"
	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/diag"
)

// visited collects the ids that a scenario expects to be come to.
func visited(v any, here bool, into map[string]bool) {
	switch v := v.(type) {
	case string:
		if here {
			into[v] = true
		}
	case []any:
		for _, x := range v {
			visited(x, here, into)
		}
	case map[string]any:
		for key, x := range v {
			switch key {
			case "never", "start", "vars", "work", "process", "name":
			case "counts":
				if m, ok := x.(map[string]any); ok {
					for id, n := range m {
						if n != 0 {
							into[id] = true
						}
					}
				}
			default:
				visited(x, key == "visits" || key == "visited" || key == "completed" || key == "waiting" || key == "order", into)
			}
		}
	}
}

// What a scenario comes to is not called dead: scenarios pass on the machine, whatever constructs their models have.
func TestScenariosComeToNothingDead(t *testing.T) {
	roots := []string{"../../testdata/conformance", "../../testdata/golden"}
	dir, _ := os.Getwd()
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if at := filepath.Join(dir, "shared", "corpus", "conformance"); exists(at) {
			roots = append(roots, at)
		}
	}
	files, dead := 0, 0
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			model, ok := strings.CutSuffix(path, ".scenarios.yaml")
			if err != nil || !ok {
				return err
			}
			src, err := os.ReadFile(model + ".bpmn")
			if err != nil {
				return nil // it names its model
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			var doc map[string]any
			if err := yaml.Unmarshal(text, &doc); err != nil {
				return err
			}
			files++
			ids := map[string]bool{}
			visited(doc, false, ids)
			res := compiler.Compile([]compiler.Input{{Name: "m.bpmn", Data: src}}, compiler.Options{Soundness: &soundness.Options{Budget: soundness.Budget{States: 50_000}}})
			for _, d := range res.Diagnostics.All() {
				if !slices.Contains([]diag.Code{"BG5006", "BG5008"}, d.Code) {
					continue
				}
				if d.Code == "BG5008" && d.Severity == diag.Warning {
					continue // what work or the outside could trigger
				}
				dead++
				if ids[d.Element] {
					t.Errorf("%s: %s, but a scenario comes to it", model, d.Message)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d files of scenarios, %d dead nodes and handlers", files, dead)
	if dead == 0 {
		t.Error("the test sees too little")
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
