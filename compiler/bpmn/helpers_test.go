package bpmn

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// head opens a definitions with the namespaces that the tests use; it ends with
// its line, so that what follows starts at line 2, column 1.
const head = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" targetNamespace="urn:test">` + "\n"

const tail = "\n</definitions>\n"

func model(body string) string { return head + body + tail }

// process wraps flow elements; the first of them stands at line 3.
func process(body string) string {
	return model("<process id=\"p\">\n" + body + "\n</process>")
}

// parse reads a model that must be clean.
func parse(t *testing.T, src string) *Definitions {
	t.Helper()
	d, got := findingsOf([]byte(src), Options{})
	if diff := cmp.Diff([]string(nil), got); diff != "" {
		t.Fatalf("findings (-want +got):\n%s", diff)
	}
	if d == nil {
		t.Fatal("no definitions, and nothing said")
	}
	return d
}

// findingsOf renders findings as "line:col+len CODE message".
func findingsOf(src []byte, opts Options) (*Definitions, []string) {
	var bag diag.Bag
	d := Parse("t.bpmn", src, opts, &bag)
	var out []string
	for _, f := range bag.All() {
		out = append(out, fmt.Sprintf("%s %s %s", at(f.Span), f.Code, f.Message))
	}
	return d, out
}

func at(s diag.Span) string { return fmt.Sprintf("%d:%d+%d", s.Line, s.Col, s.Len) }

// first returns the first flow element of the first process.
func first[T Element](t *testing.T, d *Definitions) T {
	t.Helper()
	for _, root := range d.Roots {
		if p, ok := root.(*Process); ok {
			return as[T](t, p.FlowElements[0])
		}
	}
	t.Fatal("no process")
	panic("unreachable")
}

func as[T Element](t *testing.T, e Element) T {
	t.Helper()
	v, ok := e.(T)
	if !ok {
		t.Fatalf("element is a %T", e)
	}
	return v
}

func equal(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// corpus is the folder of other people's models beside the repository; tests that need it are skipped elsewhere.
func corpus(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		c := filepath.Join(dir, "shared", "corpus")
		if st, err := os.Stat(c); err == nil && st.IsDir() {
			return c
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skip("no folder shared/corpus above the repository")
		}
		dir = up
	}
}

// files lists the models below a folder in a fixed order.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.HasSuffix(path, ".bpmn") {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
