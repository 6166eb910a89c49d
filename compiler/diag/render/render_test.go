package render_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/diag/render"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares with testdata/name.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", name, d)
	}
}

const model = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL">
  <process id="Order" isExecutable="true">
	<startEvent id="Start"/>
    <serviceTask id="Charge" name="Charge card"/>
    <userTask id="受注" name="注文を承認する" default="Gone"/>
    <sequenceFlow id="Flow_1" sourceRef="Start" targetRef="Charge"/>
  </process>
</definitions>
`

// at finds a text in the model and spans it.
func at(t *testing.T, file, what string) diag.Span {
	t.Helper()
	before, _, ok := strings.Cut(model, what)
	if !ok {
		t.Fatalf("%q is not in the model", what)
	}
	line := strings.Count(before, "\n")
	col := len([]rune(before[strings.LastIndex(before, "\n")+1:]))
	return diag.Span{File: file, Line: line + 1, Col: col + 1, Len: len([]rune(what))}
}

func sources(file string) ([]byte, bool) {
	if strings.HasSuffix(file, "order.bpmn") {
		return []byte(model), true
	}
	return nil, false
}

// findings shows every field, every severity, and each kind of place.
func findings(t *testing.T) []diag.Diagnostic {
	t.Helper()
	const file = "shop/order.bpmn"
	return []diag.Diagnostic{
		{
			Code: "BG9002", Severity: diag.Error, Span: diag.Span{File: "shop/gone.bpmn"},
			Message: "the file can't be read: permission denied",
		},
		diag.Diagnostic{
			Code: "BG9001", Severity: diag.Error, Span: at(t, file, `"Gone"`),
			Message: `the default flow "Gone" does not exist: 100% [wrong]`,
		}.On("受注", "注文を承認する").WithFix("draw it, or take default out\nof the task").
			WithRelated(at(t, file, `id="Flow_1"`), "this flow, the only one, starts elsewhere"),
		diag.Diagnostic{
			Code: "BG9001", Severity: diag.Warning, Span: at(t, file, `<startEvent`),
			Message: "the start event leads nowhere\n1. Start\n2. nothing",
		}.On("Start", ""),
		diag.Diagnostic{
			Code: "BG9001", Severity: diag.Info, Span: diag.Span{File: file, Line: 5, Col: 5},
			Message: "a task",
		}.On("Charge", "Charge\ncard"),
	}
}

func report(t *testing.T) render.Report {
	return render.Report{Files: []string{"shop/gone.bpmn", "shop/order.bpmn"}, Diagnostics: findings(t), Version: "v1.2.3"}
}

func TestText(t *testing.T) {
	for name, opts := range map[string]render.TextOptions{
		"plain.txt":     {Source: sources},
		"color.txt":     {Source: sources, Color: true},
		"narrow.txt":    {Source: sources, Width: 40},
		"no_source.txt": {},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := render.Text(&b, report(t), opts); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
		})
	}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	if err := render.JSON(&b, report(t)); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", b.Bytes())
}

// A run without findings has empty lists, never null: consumers iterate.
func TestEmptyListsAreLists(t *testing.T) {
	var b bytes.Buffer
	if err := render.JSON(&b, render.Report{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"files": []`, `"diagnostics": []`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, &b)
		}
	}
	b.Reset()
	if err := render.SARIF(&b, render.Report{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"rules": []`, `"results": []`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, &b)
		}
	}
}

func TestGitHub(t *testing.T) {
	var b bytes.Buffer
	if err := render.GitHub(&b, report(t)); err != nil {
		t.Fatal(err)
	}
	golden(t, "github.txt", b.Bytes())
}

func TestSARIF(t *testing.T) {
	var b bytes.Buffer
	if err := render.SARIF(&b, report(t)); err != nil {
		t.Fatal(err)
	}
	golden(t, "report.sarif", b.Bytes())
}

// GitHub refuses results without a location, and tells findings of two runs
// apart by primaryLocationLineHash: it must not change when a modeler moves
// the element, and must differ between two findings of one run and file.
func TestSARIFFingerprints(t *testing.T) {
	type result struct {
		PartialFingerprints map[string]string
		Locations           []struct {
			PhysicalLocation struct{ Region struct{ StartLine int } }
		}
	}
	results := func(ds ...diag.Diagnostic) []result {
		t.Helper()
		var b bytes.Buffer
		if err := render.SARIF(&b, render.Report{Diagnostics: ds}); err != nil {
			t.Fatal(err)
		}
		var log struct{ Runs []struct{ Results []result } }
		if err := json.Unmarshal(b.Bytes(), &log); err != nil {
			t.Fatal(err)
		}
		return log.Runs[0].Results
	}
	hash := func(r result) string { return r.PartialFingerprints["primaryLocationLineHash"] }

	d := diag.New("BG9001", diag.Span{File: "a.bpmn", Line: 3, Col: 4}, "wrong").On("Task", "")
	moved := d
	moved.Span.Line = 30
	moved.Message = "wrong, in other words"
	before, after := results(d), results(moved)
	if hash(before[0]) != hash(after[0]) {
		t.Errorf("moved: %s became %s", hash(before[0]), hash(after[0]))
	}
	other := d
	other.Element = "Other"
	twice := results(d, d, other)
	if hash(twice[0]) == hash(twice[1]) || hash(twice[0]) == hash(twice[2]) {
		t.Errorf("not told apart: %s, %s, %s", hash(twice[0]), hash(twice[1]), hash(twice[2]))
	}
	if got := results(diag.Diagnostic{Code: "BG9001", Span: diag.Span{File: "a.bpmn"}})[0]; len(got.Locations) != 1 || got.Locations[0].PhysicalLocation.Region.StartLine != 1 {
		t.Errorf("a finding without a position is at %+v, want line 1", got.Locations)
	}
}

// Workflow commands end at a line feed, and their properties at colons and commas.
func TestGitHubEscapes(t *testing.T) {
	var b bytes.Buffer
	d := diag.New("BG9001", diag.Span{File: "a,b:c.bpmn", Line: 1, Col: 1}, "100%%\r\n::error::no").On("x::y", "")
	if err := render.GitHub(&b, render.Report{Files: []string{"a"}, Diagnostics: []diag.Diagnostic{d}}); err != nil {
		t.Fatal(err)
	}
	want := "::error file=a%2Cb%3Ac.bpmn,line=1,col=1,title=BG9001%3A x%3A%3Ay::100%25%0D%0A::error::no\nchecked 1 file: 1 error\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestSummary(t *testing.T) {
	e := diag.Diagnostic{Span: diag.Span{File: "a"}}
	w := diag.Diagnostic{Severity: diag.Warning, Span: diag.Span{File: "b"}}
	for want, r := range map[string]render.Report{
		"checked 0 files: no findings":                    {},
		"checked 1 file: 1 error":                         {Files: []string{"a"}, Diagnostics: []diag.Diagnostic{e}},
		"checked 3 files: 2 errors, 1 warning in 2 files": {Files: []string{"a", "b", "c"}, Diagnostics: []diag.Diagnostic{e, e, w}},
		"checked 2 files: 2 warnings in 1 file":           {Files: []string{"a", "b"}, Diagnostics: []diag.Diagnostic{w, w}},
	} {
		if got := r.Summary(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
