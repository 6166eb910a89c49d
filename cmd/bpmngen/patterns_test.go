package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page of the workflow patterns has all 43, each once and each with a model
// that says in its documentation which it is, and with scenarios.
func TestPatternsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/patterns.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^\| WCP-(\d+) ([^|]+) \|.*\]\(\.\./(testdata/\S+\.bpmn)\) \|$`).FindAllStringSubmatch(string(page), -1) {
		if rows[m[1]] != "" {
			t.Errorf("WCP-%s stands there twice", m[1])
		}
		rows[m[1]] = m[3]
		model, err := os.ReadFile(filepath.Join("../..", m[3]))
		if err != nil {
			t.Error(err)
			continue
		}
		if said := "WCP-" + m[1] + ", " + strings.ToLower(m[2][:1]); !strings.Contains(string(model), said) {
			t.Errorf("%s does not say %q", m[3], said)
		}
		if _, err := os.Stat(filepath.Join("../..", strings.TrimSuffix(m[3], ".bpmn")+".scenarios.yaml")); err != nil {
			t.Error(err)
		}
	}
	for n := 1; n <= 43; n++ {
		if rows[fmt.Sprint(n)] == "" {
			t.Errorf("the page lacks WCP-%d", n)
		}
	}
}
