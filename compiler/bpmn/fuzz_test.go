package bpmn

import (
	"os"
	"path/filepath"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// FuzzParse holds the front end to its promise: whatever comes in, no panic, no
// hang, every finding placed inside the file, and nothing nil without a word.
func FuzzParse(f *testing.F) {
	seeds, err := filepath.Glob(filepath.Join("..", "..", "testdata", "diagnostics", "BG1*", "*.bpmn"))
	if err != nil {
		f.Fatal(err)
	}
	own, err := filepath.Glob(filepath.Join("testdata", "*.bpmn"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range append(seeds, own...) {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Add([]byte(process("<task id='a' name=\"&#x41;\"><extensionElements><a b='c'>]]&gt;<![CDATA[ x ]]></a></extensionElements></task>")))
	f.Add([]byte("\xFF\xFE<\x00a\x00/\x00>\x00"))
	f.Add([]byte("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"))
	f.Fuzz(func(t *testing.T, src []byte) {
		start := time.Now()
		var bag diag.Bag
		d := Parse("fuzz.bpmn", src, Options{MaxDepth: 64, MaxElements: 10_000}, &bag)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%d bytes took %v", len(src), took)
		}
		// Decoded to UTF-8 a file grows at most threefold.
		checkPlaces(t, "fuzz.bpmn", append(src, make([]byte, 2*len(src))...), bag.All())
		if d == nil {
			if !bag.HasErrors() {
				t.Error("nothing read, and no error")
			}
			return
		}
		for _, root := range d.Roots {
			checkTexts(t, root.Elem().Kept)
			checkTexts(t, root.Elem().Unknown)
		}
	})
}

// checkTexts demands that the places of a text's characters go forward.
func checkTexts(t *testing.T, raws []*Raw) {
	for _, r := range raws {
		last := diag.Span{}
		for i := range min(len(r.Text.Value), 200) {
			if !utf8.RuneStart(r.Text.Value[i]) {
				continue
			}
			p := r.Text.PosAt(i)
			if p.Line < last.Line || p.Line == last.Line && p.Col <= last.Col {
				t.Errorf("byte %d of %q at %v, the one before at %v", i, r.Text.Value, p, last)
			}
			last = p
		}
		checkTexts(t, r.Children)
	}
}
