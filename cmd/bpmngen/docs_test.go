package main

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/diag/render"
)

var update = flag.Bool("update", false, "write docs/diagnostics.md")

// docs/diagnostics.md is what the catalogue says; `make docs` writes it.
func TestDiagnosticsPage(t *testing.T) {
	const page = "../../docs/diagnostics.md"
	want := []byte(render.Page(diag.Catalogue()))
	if *update {
		if err := os.WriteFile(page, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("run `make docs` (-catalogue +page):\n%s", d)
	}
}

// docs/json.md describes every field that the JSON output has.
func TestJSONPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	d := diag.New("BG2101", diag.Span{File: "a.bpmn", Line: 1, Col: 2, Len: 3}, "m").On("id", "name").
		WithFix("f").WithRelated(diag.Span{File: "a.bpmn", Line: 1, Col: 1}, "r")
	for _, x := range diag.Catalogue() {
		if x.Alias != "" {
			d.Code = x.Code // so that the field of the bpmnlint rule is there
		}
	}
	if err := render.JSON(&b, render.Report{Files: []string{"a.bpmn"}, Diagnostics: []diag.Diagnostic{d}, Version: "v"}); err != nil {
		t.Fatal(err)
	}
	fields := regexp.MustCompile(`"([a-z]+)":`).FindAllStringSubmatch(b.String(), -1)
	if len(fields) < 15 {
		t.Fatalf("only %d fields in\n%s", len(fields), &b)
	}
	for _, f := range fields {
		if !bytes.Contains(page, []byte("`"+f[1]+"`")) {
			t.Errorf("docs/json.md does not describe %q", f[1])
		}
	}
}
