package testrun

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
)

// up searches the folders above this one for a path.
func up(t *testing.T, path string) (string, bool) {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if p := filepath.Join(dir, filepath.FromSlash(path)); isDir(p) {
			return p, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func base(path string) string { return filepath.Base(path) }

// run runs the scenarios of a folder and returns their results.
func run(t *testing.T, dir string) []Result {
	t.Helper()
	files, err := Find([]string{dir}, base)
	if err != nil {
		t.Fatal(err)
	}
	var results []Result
	if err := Run(t.Context(), Options{Files: files, Version: "test"}, func(r Result) { results = append(results, r) }); err != nil {
		t.Fatal(err)
	}
	return results
}

// TestConformance: no case of ours fails, and those that are skipped say the
// code of what can't be executed yet.
func TestConformance(t *testing.T) {
	dir, ok := up(t, "testdata/conformance")
	if !ok {
		t.Fatal("there is no testdata/conformance")
	}
	noneFails(t, run(t, dir))
}

// TestCorpus is TestConformance for other people's cases.
func TestCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program of all cases")
	}
	dir, ok := up(t, "shared/corpus/conformance")
	if !ok {
		t.Skip("no folder shared/corpus beside the repository")
	}
	noneFails(t, run(t, dir))
}

var notYet = regexp.MustCompile(`^(BG29\d\d: |\d+:\d+: .* is not executable yet$)`)

func noneFails(t *testing.T, results []Result) {
	t.Helper()
	passed := 0
	for _, r := range results {
		switch {
		case r.Outcome == bpmntest.OK:
			passed++
		case r.Outcome == bpmntest.Fail, !notYet.MatchString(r.Why):
			t.Errorf("%s %s: %s: %s", r.Outcome, r.File, r.Name, r.Why)
		}
	}
	if passed == 0 {
		t.Error("nothing was run")
	}
}

// frame puts a process into a BPMN file.
func frame(process string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" id="D" targetNamespace="http://example.com/t">` + process + `</definitions>`
}

const (
	// plain has a task between its events.
	plain = `<process id="%" isExecutable="true"><startEvent id="Start%"/><sequenceFlow id="a%" sourceRef="Start%" targetRef="T%"/>
<task id="T%"/><sequenceFlow id="b%" sourceRef="T%" targetRef="End%"/><endEvent id="End%"/></process>`
	// stuck has a gateway that leads nowhere, which is refused (S1.5).
	stuck = `<process id="%" isExecutable="true"><startEvent id="Start%"/><sequenceFlow id="a%" sourceRef="Start%" targetRef="G%"/><exclusiveGateway id="G%"/></process>`
)

func process(shape, id string) string { return strings.ReplaceAll(shape, "%", id) }

// TestOutcomes: what of a file runs, passes by refusal, fails, or is skipped.
func TestOutcomes(t *testing.T) {
	hidden := strings.Replace(process(plain, "H"), ` isExecutable="true"`, "", 1)
	type outcome struct {
		Name    string
		Outcome bpmntest.Outcome
		Why     string
	}
	cases := []struct {
		name, model, scenarios string
		want                   []outcome
	}{
		{"refused as it must be", process(stuck, "P"), "rejects: [BG2201]", []outcome{{"rejects", "ok", ""}}},
		{"refused by any code", process(stuck, "P"), "rejects: true", []outcome{{"rejects", "ok", ""}}},
		{"refused by another code", process(stuck, "P"), "rejects: [BG2101, BG2201, BG1001]", []outcome{{"rejects", "FAIL",
			"expected compilation to fail with BG2101, BG1001, saw BG2201"}}},
		{"not refused", process(plain, "P"), "rejects: true", []outcome{{"rejects", "FAIL", "expected compilation to fail, it succeeded"}}},
		{"refused although nothing is executable", strings.Replace(process(stuck, "P"), "true", "false", 1), "rejects: true", []outcome{{"rejects", "ok", ""}}},
		{"either", process(stuck, "P"), "scenarios: [{name: a, start: {}, expect: {orRejected: true}}, {name: b, start: {}}]",
			[]outcome{{"a", "ok", ""}, {"b", "FAIL", "BG2201"}}},
		{"the only executable process", process(plain, "P") + hidden, "scenarios: [{name: a, start: {}, expect: {path: [StartP, TP, EndP]}}]", []outcome{{"a", "ok", ""}}},
		{"named, whatever isExecutable says", process(plain, "P") + hidden,
			"scenarios: [{name: a, process: H, start: {}, expect: {path: [StartH, TH, EndH]}}, {name: b, start: {}, expect: {path: [StartP, TP, EndP]}}]",
			[]outcome{{"a", "ok", ""}, {"b", "ok", ""}}},
		{"which of two", process(plain, "P") + process(plain, "Q"), "scenarios: [{name: a, start: {}}, {name: b, steps: [{start: {process: Q}}], expect: {counts: {TQ: 1}}}]",
			[]outcome{{"a", "FAIL", "f.scenarios.yaml:1:13: the model has several executable processes, P, Q; say which with process"}, {"b", "ok", ""}}},
		{"none", hidden[:0], "scenarios: [{name: a, start: {}}]", []outcome{{"a", "FAIL", "f.scenarios.yaml:1:13: the model has no executable process; name one with process"}}},
		{"a process that is not there", process(plain, "P"), "scenarios: [{name: a, process: X, start: {}}, {name: b, start: {}}]",
			[]outcome{{"a", "FAIL", "f.scenarios.yaml:1:13: the model has no process X, only P"}, {"b", "ok", ""}}},
		{"a node that is not there", process(plain, "P"), "scenarios: [{name: a, start: {}, expect: {never: [Tp]}}]",
			[]outcome{{"a", "FAIL", "f.scenarios.yaml:1:13: no flow node has the id or name Tp"}}},
		{"variables that only scenarios know", process(plain, "P"),
			"scenarios: [{name: a, start: {vars: {n: 1}}, work: {TP: {out: {m: [x]}}}, expect: {vars: {n: 1, m: [x]}}}]", []outcome{{"a", "ok", ""}}},
	}
	dir := t.TempDir()
	for i, c := range cases {
		write(t, filepath.Join(dir, fmt.Sprintf("f%02d.bpmn", i)), frame(c.model))
		write(t, filepath.Join(dir, fmt.Sprintf("f%02d.scenarios.yaml", i)), c.scenarios)
	}
	got := map[string][]outcome{}
	for _, r := range run(t, dir) {
		why := strings.ReplaceAll(r.Why, r.File, "f.scenarios.yaml")
		if strings.HasPrefix(why, "BG") {
			why = why[:6]
		}
		if i := strings.Index(why, "saw BG"); i >= 0 {
			why = why[:i+len("saw BG2201")]
		}
		got[r.File] = append(got[r.File], outcome{r.Name, r.Outcome, why})
	}
	for i, c := range cases {
		if d := cmp.Diff(c.want, got[fmt.Sprintf("f%02d.scenarios.yaml", i)]); d != "" {
			t.Errorf("%s:\n%s", c.name, d)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestFind: files once, in the order of names, whatever named them.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.scenarios.yaml", "a.scenarios.yml", "a.bpmn", "sub/c.scenarios.yaml", "sub/c.bpmn20.xml", ".git/d.scenarios.yaml",
		"node_modules/e.scenarios.yaml", "other.yaml", "alone.bpmn"} {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), "")
	}
	shown := func(path string) string {
		rel, _ := filepath.Rel(dir, path)
		return filepath.ToSlash(rel)
	}
	in := func(names ...string) []string {
		var paths []string
		for _, n := range names {
			paths = append(paths, dir+"/"+n)
		}
		return paths
	}
	for _, c := range []struct {
		args []string
		want []string
	}{
		{in(""), []string{"a.scenarios.yml", "b.scenarios.yaml", "sub/c.scenarios.yaml"}},
		{in("..."), []string{"a.scenarios.yml", "b.scenarios.yaml", "sub/c.scenarios.yaml"}},
		{in("sub", "a.bpmn", "sub/..."), []string{"a.scenarios.yml", "sub/c.scenarios.yaml"}},
		{in("sub/c.bpmn20.xml"), []string{"sub/c.scenarios.yaml"}},
		{in("b.scenarios.yaml", "b.scenarios.yaml"), []string{"b.scenarios.yaml"}},
	} {
		files, err := Find(c.args, shown)
		if err != nil {
			t.Errorf("%v: %v", c.args, err)
			continue
		}
		var got []string
		for _, f := range files {
			got = append(got, f.Name)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%v: %s", c.args, d)
		}
	}
	for _, bad := range []string{"alone.bpmn", "other.yaml", "none", "a.bpmn/..."} {
		if files, err := Find(in(bad), shown); err == nil {
			t.Errorf("%s found %v", bad, files)
		}
	}
}

// TestTypes: the type of a variable is one that holds all its values.
func TestTypes(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   *types.Type
	}{
		{[]string{`1`}, types.IntType}, {[]string{`1.0`}, types.FloatType}, {[]string{`1`, `2.5`}, types.FloatType},
		{[]string{`"a"`}, types.StringType}, {[]string{`true`}, types.BoolType}, {[]string{`1`, `"a"`}, types.AnyType},
		{[]string{`null`}, types.NullType}, {[]string{`null`, `1`}, types.OptionalOf(types.IntType)}, {[]string{`1`, `null`, `2.5`}, types.OptionalOf(types.FloatType)},
		{[]string{`[]`}, types.ListOf(types.AnyType)}, {[]string{`["a"]`}, types.ListOf(types.StringType)}, {[]string{`[1, 2.5]`}, types.ListOf(types.FloatType)},
		{[]string{`[1, null]`}, types.ListOf(types.OptionalOf(types.IntType))}, {[]string{`null`, `["a"]`}, types.ListOf(types.StringType)},
		{[]string{`{"a": 1}`}, types.MapOf(types.IntType)}, {[]string{`{"a": 1, "b": "x"}`}, types.MapOf(types.AnyType)}, {[]string{`{}`}, types.MapOf(types.AnyType)},
	} {
		h := hints{}
		for _, v := range c.values {
			h.add("P", []scenario.Var{{Name: "x", Value: scenario.Value(v)}})
		}
		if got := h["P"]["x"]; got.String() != c.want.String() {
			t.Errorf("%v: got %s, want %s", c.values, got, c.want)
		}
	}
}

// TestBlame: a unit that the Go compiler refuses fails alone.
func TestBlame(t *testing.T) {
	var units []*unit
	for i := range 2 {
		u := &unit{options: options(i, ""), code: []byte("package main")}
		u.results = []*result{{job: &bpmntest.Job{}}}
		units = append(units, u)
	}
	out := "# example.com/m/bpmngen_test_program/part0\nbpmngen_test_program/part0/m0001_bpmn.go:7:3: undefined: x\nbpmngen_test_program/part0/m0001_bpmn.go:9:1: more\n"
	if !blame(units, []byte(out)) {
		t.Fatal("nobody was blamed")
	}
	if units[0].code == nil || units[0].results[0].job == nil {
		t.Error("the wrong unit was blamed")
	}
	if r := units[1].results[0]; r.Outcome != bpmntest.Fail || !strings.HasSuffix(r.Why, "7:3: undefined: x") {
		t.Errorf("got %s %s", r.Outcome, r.Why)
	}
	if blame(units, []byte("go: no space left on device")) {
		t.Error("someone was blamed for the machine")
	}
}

// TestParts: packages stay small, whole units in their order.
func TestParts(t *testing.T) {
	var units []*unit
	for _, size := range []int{1, partSize - 1, 1, partSize + 1, 2, 3} {
		units = append(units, &unit{code: make([]byte, size)})
	}
	var got []int
	for _, p := range parts(units) {
		got = append(got, len(p))
	}
	if d := cmp.Diff([]int{2, 1, 1, 2}, got); d != "" {
		t.Error(d)
	}
}

// TestModuleOf: the module's path, as go.mod may write it.
func TestModuleOf(t *testing.T) {
	for text, want := range map[string]string{"module example.com/a\n": "example.com/a", "// x\n\nmodule \t\"a.b/c\" // y\ngo 1.26\n": "a.b/c", "go 1.26\n": ""} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), text)
		if got, err := moduleOf(dir); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
}

// TestCancelled: a context that ends stops the run.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(ctx, Options{Files: []File{{Path: "x", Name: "x"}}}, func(Result) {}); err == nil {
		t.Error("no error")
	}
}
