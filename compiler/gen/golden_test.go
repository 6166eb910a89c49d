package gen_test

import (
	"bytes"
	"flag"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/gen"
	hostcode "github.com/bpmngen/bpmngen/compiler/host"
	"github.com/bpmngen/bpmngen/compiler/model"
)

var update = flag.Bool("update", false, "write the golden packages anew")

const (
	root   = "../.."
	golden = root + "/testdata/golden"
)

// compile makes the model of one file; an error of the compiler fails the test.
func compile(t testing.TB, name string, data []byte) *model.Package {
	t.Helper()
	dir := filepath.Join(golden, strings.TrimSuffix(name, ".bpmn"))
	res := compiler.Compile([]compiler.Input{{Name: name, Data: data}}, compiler.Options{Host: hostcode.New(dir)})
	for _, d := range res.Diagnostics.All() {
		if d.Severity == diag.Error {
			t.Fatalf("%s: %s", d.Span, d.Message)
		}
	}
	return res.Package
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// cases are the folders of testdata/golden that hold a BPMN file.
func cases(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(golden + "/*/*.bpmn")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	var out []string
	for _, f := range files {
		out = append(out, strings.TrimSuffix(filepath.Base(f), ".bpmn"))
	}
	return out
}

// The committed packages are what the generator makes today, byte for byte.
func TestGolden(t *testing.T) {
	for _, name := range cases(t) {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(golden, name)
			pkg := compile(t, name+".bpmn", read(t, filepath.Join(dir, name+".bpmn")))
			got, err := gen.Generate(pkg, gen.Options{Package: name, Version: "devel"})
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, name+"_bpmn.go")
			if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(read(t, path)), string(got)); d != "" {
				t.Errorf("%s is out of date; look at the difference, then run go test ./compiler/gen -update\n%s", path, d)
			}
		})
	}
}

// What is generated compiles, is vetted and does what its own tests say. Folders
// called testdata are left out of ./..., so this test runs them.
func TestGoldenPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	for _, args := range [][]string{
		{"vet", "./testdata/golden/..."},
		{"test", "-timeout", "120s", "./testdata/golden/..."},
	} {
		if out, err := goCommand(args...); err != nil {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// goCommand runs the go command in the repository's root.
func goCommand(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// The same input gives the same bytes: a second compilation, and many at once, change nothing.
func TestDeterministic(t *testing.T) {
	for _, name := range cases(t) {
		data := read(t, filepath.Join(golden, name, name+".bpmn"))
		outs := make(chan []byte)
		loader := hostcode.New(filepath.Join(golden, name))
		const runs = 8
		for range runs {
			go func() {
				res := compiler.Compile([]compiler.Input{{Name: name + ".bpmn", Data: data}}, compiler.Options{Host: loader})
				out, err := gen.Generate(res.Package, gen.Options{Package: name})
				if err != nil {
					t.Error(err)
				}
				outs <- out
			}()
		}
		first := <-outs
		for range runs - 1 {
			if !bytes.Equal(first, <-outs) {
				t.Errorf("%s: two runs differ", name)
			}
		}
	}
}

// The whole is formatted as gofmt does it, though it was formatted in parts.
func TestFormatted(t *testing.T) {
	for _, name := range cases(t) {
		got := read(t, filepath.Join(golden, name, name+"_bpmn.go"))
		want, err := format.Source(got)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), string(got)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// Nothing of the machine gets into the output: no absolute path, no time.
func TestNoTraceOfTheMachine(t *testing.T) {
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range cases(t) {
		if bytes.Contains(read(t, filepath.Join(golden, name, name+"_bpmn.go")), []byte(here)) {
			t.Errorf("%s names %s", name, here)
		}
	}
}
