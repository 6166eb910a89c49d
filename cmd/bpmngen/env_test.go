package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// testEnv is a terminal with a clock that moves on by a second with each look.
func testEnv(t *testing.T) (e *env, stdout, stderr *bytes.Buffer) {
	t.Helper()
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	var ticks atomic.Int64
	return &env{
		stdin: strings.NewReader(""), stdout: stdout, stderr: stderr, width: 100,
		now:     func() time.Time { return time.Unix(ticks.Add(1), 0) },
		compile: func(string, []byte, compileOptions) ([]diag.Diagnostic, []byte) { return nil, nil },
	}, stdout, stderr
}

// bpmnFiles writes n files into a new folder and returns it.
func bpmnFiles(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%03d.bpmn", i)), []byte("<x/>\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A failure of ours on one file is a finding with its name and a trace; the others are checked all the same.
func TestPanicIsAFinding(t *testing.T) {
	e, stdout, stderr := testEnv(t)
	e.compile = func(file string, _ []byte, _ compileOptions) ([]diag.Diagnostic, []byte) {
		if file == "f001.bpmn" {
			panic("index out of range")
		}
		return []diag.Diagnostic{{Code: "BG1001", Span: diag.Span{File: file, Line: 1, Col: 1}, Message: "seen"}}, nil
	}
	if code := run(context.Background(), e, []string{"check", bpmnFiles(t, 3)}); code != exitFindings {
		t.Errorf("exit %d, want %d", code, exitFindings)
	}
	for _, want := range []string{"error[BG9001]: the compiler broke on this file: index out of range", "f001.bpmn:1:1", "f000.bpmn:1:1", "f002.bpmn:1:1"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if !strings.Contains(stderr.String(), "f001.bpmn:\ngoroutine") {
		t.Errorf("no trace in\n%s", stderr)
	}
}

// Output that can't be written is no success, whatever the verb.
func TestLostOutput(t *testing.T) {
	for _, verb := range [][]string{{"version"}, {"explain", "-all"}, {"check", bpmnFiles(t, 1)}} {
		e, _, stderr := testEnv(t)
		e.stdout = full{}
		if code := run(context.Background(), e, verb); code != exitUsage || !strings.Contains(stderr.String(), "no space") {
			t.Errorf("%v: exit %d, %q", verb, code, stderr)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A name that a line of the header can't hold is read back as it was: the file is no orphan.
func TestOddFileNames(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"a\nb.bpmn", "two  blanks.bpmn", `"q".bpmn`, "ordinary.bpmn"} {
		src := `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="p" isExecutable="true"><startEvent id="s"/>
<sequenceFlow id="f" sourceRef="s" targetRef="e"/><endEvent id="e"/></process></definitions>`
		sub := t.TempDir()
		path := filepath.Join(sub, name)
		if err := os.WriteFile(path, []byte(src), 0o666); err != nil {
			t.Skip(err) // a file system that has no such names
		}
		for _, args := range [][]string{{"generate", sub}, {"generate", "-check", sub}} {
			e, stdout, stderr := testEnv(t)
			e.compile = newCompiler()
			if code := run(context.Background(), e, args); code != exitClean || stdout.Len() > 0 || strings.Contains(stderr.String(), "gone") {
				t.Errorf("%q %v: exit %d, %s%s", name, args[:len(args)-1], code, stdout, stderr)
			}
		}
	}
}

// The order of findings is that of files and places, whichever file was ready first.
func TestOrderDoesNotDependOnSpeed(t *testing.T) {
	const n = 40
	if workers(n) < 2 {
		t.Skip("one processor compiles one file at a time")
	}
	dir := bpmnFiles(t, n)
	var want string
	for turn := range 5 {
		e, stdout, _ := testEnv(t)
		gate := make(chan struct{})
		e.compile = func(file string, _ []byte, _ compileOptions) ([]diag.Diagnostic, []byte) {
			if file == fmt.Sprintf("f%03d.bpmn", turn*7) {
				<-gate // is overtaken by the rest where there is a second processor
			} else if file == fmt.Sprintf("f%03d.bpmn", turn*7+1) {
				close(gate)
			}
			at := func(line int) diag.Diagnostic {
				return diag.Diagnostic{Code: "BG1001", Severity: diag.Warning, Span: diag.Span{File: file, Line: line, Col: 1}, Message: "m"}
			}
			return []diag.Diagnostic{at(2), at(1)}, nil
		}
		if code := run(context.Background(), e, []string{"check", "-format", "github", dir}); code != exitClean {
			t.Fatalf("exit %d: warnings are no errors without -strict", code)
		}
		if turn == 0 {
			want = stdout.String()
		} else if d := cmp.Diff(want, stdout.String()); d != "" {
			t.Fatal(d)
		}
	}
}

// -strict takes warnings for errors, and infos for what they are.
func TestStrict(t *testing.T) {
	for s, want := range map[diag.Severity]int{diag.Error: exitFindings, diag.Warning: exitFindings, diag.Info: exitClean} {
		dir := bpmnFiles(t, 1)
		e, stdout, _ := testEnv(t)
		e.compile = func(file string, _ []byte, _ compileOptions) ([]diag.Diagnostic, []byte) {
			return []diag.Diagnostic{{Code: "BG1001", Severity: s, Span: diag.Span{File: file, Line: 1, Col: 1}, Message: "m"}}, []byte("package p\n")
		}
		if code := run(context.Background(), e, []string{"check", "-strict", dir}); code != want {
			t.Errorf("%v: exit %d, want %d\n%s", s, code, want, stdout)
		}
		code := run(context.Background(), e, []string{"generate", "-strict", dir})
		_, err := os.Stat(filepath.Join(dir, "f000_bpmn.go"))
		if code != want || (err == nil) != (want == exitClean) {
			t.Errorf("%v: generate exits %d and the file is there: %v", s, code, err == nil)
		}
	}
}

// Positions that the compiler tells from the package's folder are shown from the current one, related ones too.
func TestPlacesAreToldFromHere(t *testing.T) {
	e, stdout, _ := testEnv(t)
	dir := bpmnFiles(t, 1)
	t.Chdir(filepath.Dir(dir))
	e.compile = func(file string, _ []byte, _ compileOptions) ([]diag.Diagnostic, []byte) {
		at := diag.Span{File: file, Line: 1, Col: 1}
		return []diag.Diagnostic{diag.New("BG1001", at, "m").WithRelated(at, "here").WithRelated(diag.Span{File: "types.xsd", Line: 3, Col: 4}, "there")}, nil
	}
	base := filepath.Base(dir)
	run(context.Background(), e, []string{"check", base})
	for _, want := range []string{base + "/types.xsd:3:4", "--> " + base + "/f000.bpmn:1:1"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	if n := strings.Count(stdout.String(), "--> "+base+"/f000.bpmn:1:1"); n != 2 {
		t.Errorf("the file is shown %d times, want 2\n%s", n, stdout)
	}
}

// Progress is drawn on a terminal, over many files, and taken away at the end.
func TestProgress(t *testing.T) {
	for _, tt := range []struct {
		live  bool
		files int
		want  bool
	}{{true, 30, true}, {true, 3, false}, {false, 30, false}} {
		e, _, stderr := testEnv(t)
		e.live = tt.live
		run(context.Background(), e, []string{"check", bpmnFiles(t, tt.files)})
		got := stderr.String()
		if (got != "") != tt.want {
			t.Errorf("terminal %v, %d files: %q", tt.live, tt.files, got)
		}
		if tt.want && (!strings.Contains(got, "checking [") || !strings.HasSuffix(got, "\r\x1b[K")) {
			t.Errorf("got %q", got)
		}
	}
}

// A run that is interrupted stops between two files, and is no success.
func TestInterrupt(t *testing.T) {
	e, _, stderr := testEnv(t)
	ctx, cancel := context.WithCancel(context.Background())
	var seen atomic.Int64
	e.compile = func(string, []byte, compileOptions) ([]diag.Diagnostic, []byte) {
		cancel()
		seen.Add(1)
		return nil, nil
	}
	if code := run(ctx, e, []string{"check", bpmnFiles(t, 200)}); code != exitUsage {
		t.Errorf("exit %d, %s", code, stderr)
	}
	if n := seen.Load(); n > int64(workers(200)) {
		t.Errorf("%d files were compiled after the interrupt", n)
	}
}

func TestColorOnlyWhereAsked(t *testing.T) {
	for _, color := range []bool{false, true} {
		e, stdout, _ := testEnv(t)
		e.color = color
		e.compile = func(file string, _ []byte, _ compileOptions) ([]diag.Diagnostic, []byte) {
			return []diag.Diagnostic{diag.New("BG1001", diag.Span{File: file, Line: 1, Col: 1}, "m")}, nil
		}
		run(context.Background(), e, []string{"check", bpmnFiles(t, 1)})
		if got := strings.Contains(stdout.String(), "\x1b["); got != color {
			t.Errorf("color %v: escape sequences %v", color, got)
		}
	}
}

func TestGoFlags(t *testing.T) {
	e, _, _ := testEnv(t)
	root := newRoot(e)
	for _, tt := range []struct{ in, want string }{
		{"generate|-check|a.bpmn", "generate|--check|a.bpmn"},
		{"generate|--check", "generate|--check"},
		{"generate|-o|-check", "generate|--o|-check"}, // the value of -o
		{"generate|-o=x|-pkg|p", "generate|--o=x|--pkg|p"},
		{"check|-nosuch|x", "check|-nosuch|x"},
		{"check|--|-check", "check|--|-check"},
		{"explain|-5 + 3", "explain|--|-5 + 3"},
		{"explain|-x + 3|-all", "explain|--all|--|-x + 3"},
		{"check|-", "check|--|-"},
	} {
		got := strings.Join(goFlags(root, strings.Split(tt.in, "|")), "|")
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

// Go's file-name rules: nothing that begins with a dot or an underscore, no
// system's name before the first dot, no _test.go.
func TestOutputName(t *testing.T) {
	for in, want := range map[string]string{
		"order.bpmn":           "order_bpmn.go",
		"dir/order.bpmn20.xml": "order_bpmn.go",
		"Order.BPMN":           "Order_bpmn.go",
		"order_linux.bpmn":     "order_linux_bpmn.go",
		"order_linux.v2.bpmn":  "order_linux_v2_bpmn.go",
		"order_test.bpmn":      "order_test_bpmn.go",
		"_order.bpmn":          "order_bpmn.go",
		"-order.bpmn":          "order_bpmn.go", // go build takes no name that begins with -
		"a b&c.bpmn":           "a_b_c_bpmn.go",
		"受注.bpmn":              "受注_bpmn.go",
		"....bpmn":             "process_bpmn.go",
		"order.xml":            "order_bpmn.go",
		"order":                "order_bpmn.go",
	} {
		if got := outputName(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestGoPackage(t *testing.T) {
	for in, want := range map[string]string{
		"order": "order", "My-Order.v2": "myorderv2", "2fast": "fast", "type": "typeprocess", "main": "mainprocess",
		"受注": "受注", "": "process", "/": "process", "--": "process",
	} {
		if got := goPackage(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// The version goes into every generated file, so a working copy's is not that
// of its commit; a module's is the one that go.mod names.
func TestVersion(t *testing.T) {
	stamp := []debug.BuildSetting{{Key: "vcs.revision", Value: "0123"}}
	for _, tt := range []struct {
		name, want string
		info       *debug.BuildInfo
	}{
		{"none", devel, nil},
		{"go run here", devel, &debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "(devel)"}}},
		{"go build here", devel, &debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "v0.1.1-0.20261201010545-0123456789ab"}, Settings: stamp}},
		{"go build here, changed", devel, &debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "v0.1.0+dirty"}, Settings: stamp}},
		{"go build of a tag", "v0.1.0", &debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "v0.1.0"}, Settings: stamp}},
		{"go install of a commit", "v0.1.1-0.20261201010545-0123456789ab", &debug.BuildInfo{Main: debug.Module{Path: modulePath, Version: "v0.1.1-0.20261201010545-0123456789ab"}}},
		{"go tool", "v0.2.0", &debug.BuildInfo{Main: debug.Module{Path: "example.com/shop", Version: "(devel)"}, Deps: []*debug.Module{{Path: "x"}, {Path: modulePath, Version: "v0.2.0"}}}},
		{"go tool, replaced", devel, &debug.BuildInfo{Main: debug.Module{Path: "example.com/shop"}, Deps: []*debug.Module{{Path: modulePath, Version: "v0.2.0", Replace: &debug.Module{Path: "../bpmngen"}}}}},
	} {
		if got := versionOf(tt.info).Version; got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}
