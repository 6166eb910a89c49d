package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/cmd/bpmngen/internal/config"
	"github.com/bpmngen/bpmngen/compiler/diag"
)

// A severity is of a code, or of a rule by its name in bpmnlint; errors stay errors.
func TestApply(t *testing.T) {
	c, err := config.Parse("bpmngen.yaml", []byte("strict: true\nseverity:\n  BG2204: info\n  BG2312: error\n  superfluous-gateway: off\n  BG3011: off\n"))
	if err != nil || !c.Strict {
		t.Fatal(c, err)
	}
	var gateway diag.Code
	for _, e := range diag.Catalogue() {
		if e.Alias == "superfluous-gateway" {
			gateway = e.Code
		}
	}
	in := []diag.Diagnostic{
		{Code: "BG2204", Severity: diag.Warning}, {Code: "BG2312", Severity: diag.Info}, {Code: gateway, Severity: diag.Warning},
		{Code: "BG2301", Severity: diag.Error}, {Code: "BG3011", Severity: diag.Error}, {Code: "BG2008", Severity: diag.Warning},
	}
	want := []diag.Diagnostic{
		{Code: "BG2204", Severity: diag.Info}, {Code: "BG2312", Severity: diag.Error},
		{Code: "BG2301", Severity: diag.Error}, {Code: "BG3011", Severity: diag.Error}, {Code: "BG2008", Severity: diag.Warning},
	}
	if d := cmp.Diff(want, c.Apply(in)); d != "" {
		t.Error(d)
	}
	var none *config.Config
	if got := none.Apply(want); len(got) != len(want) {
		t.Error("without a file something changes")
	}
}

// What is wrong is told with its place, all of it.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"severity:\n  BG9999: info\n  BG2301: off\n": "c.yaml:2:3: there is no code or rule \"BG9999\"\nc.yaml:3:3: BG2301 is an error, which can't be made less: no code can be made from such a model",
		"severity: [a]\n":                            "c.yaml:1:11: severity is a mapping from codes to error, warning, info or off",
		"severity:\n  BG2204: loud\n":                "c.yaml:2:11: a severity is error, warning, info or off",
		"severity:\n  BG2204: info\n  BG2204: off\n": "c.yaml:3:3: BG2204 is given a severity twice",
		"strict: maybe\n":                            "c.yaml:1:9: strict is true or false",
		"Strict: true\n":                             "c.yaml:1:1: there is no key \"Strict\"; there are severity and strict",
		"- a\n":                                      "c.yaml:1:1: the file is a mapping with the keys severity and strict",
		"strict: true\nstrict: true\n":               "c.yaml:2:1: \"strict\" stands here twice",
	} {
		_, err := config.Parse("c.yaml", []byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := config.Parse("c.yaml", []byte("a: [")); err == nil || !strings.Contains(err.Error(), "no YAML") {
		t.Errorf("got %v", err)
	}
	for _, empty := range []string{"", "# nothing\n", "severity: {}\n"} {
		if _, err := config.Parse("c.yaml", []byte(empty)); err != nil {
			t.Errorf("%q: %v", empty, err)
		}
	}
}

// The file of a folder stands beside the go.mod above it, and nowhere else.
func TestFind(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(deep, 0o777); err != nil {
		t.Fatal(err)
	}
	write := func(path string) {
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(root, "go.mod"))
	write(filepath.Join(deep, config.Name))
	if got := config.Find(deep); got != "" {
		t.Errorf("found %s, which is not beside go.mod", got)
	}
	write(filepath.Join(root, config.Name))
	if got := config.Find(deep); got != filepath.Join(root, config.Name) {
		t.Errorf("found %q", got)
	}
	write(filepath.Join(root, "a", "go.mod"))
	if got := config.Find(deep); got != "" {
		t.Errorf("found %s of another module", got)
	}
}
