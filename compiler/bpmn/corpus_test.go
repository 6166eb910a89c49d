package bpmn

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// Every model of the corpus is read, all of what it holds is in the tree, and
// every finding has a place in the file.
func TestCorpus(t *testing.T) {
	root := corpus(t)
	n := 0
	for _, path := range files(t, root) {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name, _ := filepath.Rel(root, path)
		var bag diag.Bag
		d := Parse(name, src, Options{}, &bag)
		if d == nil {
			t.Errorf("%s: not read: %v", name, bag.All())
			continue
		}
		checkPlaces(t, name, src, bag.All())
		if want, got := countXML(t, bytes.NewReader(asUTF8(src))), countTree(d); got != want {
			t.Errorf("%s: %d elements in the tree, %d in the file", name, got, want)
		}
		n++
	}
	t.Logf("%d files", n)
}

// The interchange files of modelers are read without a single error.
func TestCorpusVendors(t *testing.T) {
	root := corpus(t)
	for _, dir := range []string{"vendors", "accept"} {
		for _, path := range files(t, filepath.Join(root, dir)) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var bag diag.Bag
			Parse(filepath.Base(path), src, Options{}, &bag)
			if bag.HasErrors() {
				t.Errorf("%s: %v", path, bag.All())
			}
		}
	}
}

// asUTF8 reads what is no UTF-8 as Latin-1: for counting tags either will do.
func asUTF8(src []byte) []byte {
	if strings.Contains(strings.ToUpper(string(src[:min(len(src), 100)])), "UTF-8") {
		return src
	}
	out, err := charmap.ISO8859_1.NewDecoder().Bytes(src)
	if err != nil {
		return src
	}
	return out
}

// checkPlaces demands a code of the catalogue, a message, a fix, and a place inside the file.
func checkPlaces(t *testing.T, name string, src []byte, found []diag.Diagnostic) {
	t.Helper()
	lines := 1 + bytes.Count(src, []byte("\n")) + bytes.Count(src, []byte("\r"))
	for _, f := range found {
		if _, ok := diag.Lookup(f.Code); !ok {
			t.Errorf("%s: code %s is not in the catalogue", name, f.Code)
		}
		if f.Message == "" || f.Fix == "" {
			t.Errorf("%s: %s without message or fix", name, f.Code)
		}
		for _, s := range append([]diag.Span{f.Span}, spansOf(f.Related)...) {
			if s.File == "" || s.Line < 1 || s.Line > lines || s.Col < 1 || s.Col > len(src)+1 || s.Len < 0 || s.Len > len(src) {
				t.Errorf("%s: %s is placed at %v+%d, outside of the file", name, f.Code, s, s.Len)
			}
		}
	}
}

func spansOf(r []diag.Related) []diag.Span {
	var out []diag.Span
	for _, x := range r {
		out = append(out, x.Span)
	}
	return out
}
