package compiler

import (
	"bytes"
	"github.com/bpmngen/bpmngen/compiler/model"
	"io/fs"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/google/go-cmp/cmp"
)

// bpmnFiles reads all BPMN files below a folder.
func bpmnFiles(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".bpmn") {
			return err
		}
		data, err := os.ReadFile(path)
		out[path] = data
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// sound checks what holds of every compilation, whatever the input: it did not
// break, every finding has a place in a file, a code of the catalogue and a fix, and a
// model without errors is whole.
func sound(t testing.TB, name string, res Result) {
	t.Helper()
	if res.Package == nil {
		t.Fatalf("%s: no package", name)
	}
	for _, d := range res.Diagnostics.All() {
		if d.Code == CodeInternal {
			t.Fatalf("%s: %s", name, d.Message)
		}
		if d.Span.Line < 1 || d.Span.Col < 1 || d.Span.File == "" {
			t.Errorf("%s: %s has no place: %+v", name, d.Code, d.Span)
		}
		if _, ok := diag.Lookup(d.Code); !ok {
			t.Errorf("%s: the catalogue has no %s: %s", name, d.Code, d.Message)
		}
		if d.Fix == "" {
			t.Errorf("%s: %s says no way out: %s", name, d.Code, d.Message)
		}
	}
	if !res.Diagnostics.HasErrors() {
		whole(t, name, res)
	}
}

// whole checks that every index of a model leads somewhere and both sides agree.
func whole(t testing.TB, name string, res Result) {
	t.Helper()
	for _, p := range res.Package.Processes {
		if p.Fingerprint == "" || p.GoName == "" || len(p.Scopes) == 0 {
			t.Errorf("%s: process %s is not whole", name, p.ID)
		}
		goNames := map[string]bool{}
		for i, n := range p.Nodes {
			if l := n.Loop; l != nil { // the activity itself has the name
				wholeLoop(t, name, p, &n)
				if n.GoName != "" {
					t.Errorf("%s: the host of %s is called %q", name, n.ID, n.GoName)
				}
			} else if goNames[n.GoName] || n.GoName == "" {
				t.Errorf("%s: two nodes are called %q", name, n.GoName)
			}
			goNames[n.GoName] = true
			if s := p.Scopes[n.Scope]; i < s.First || i >= s.End {
				t.Errorf("%s: node %s is outside of its scope's range", name, n.ID)
			}
			for _, f := range n.Out {
				if !n.Silent && p.Flows[f].Source != i {
					t.Errorf("%s: flow %s does not leave %s", name, p.Flows[f].ID, n.ID)
				}
			}
			for _, f := range n.In {
				if p.Flows[f].Target != i {
					t.Errorf("%s: flow %s does not lead to %s", name, p.Flows[f].ID, n.ID)
				}
			}
		}
		for _, f := range p.Flows {
			if f.Condition >= len(p.Exprs) {
				t.Errorf("%s: flow %s has no expression", name, f.ID)
			}
		}
		for _, v := range p.Vars {
			if v.Type == nil || v.GoName == "" {
				t.Errorf("%s: variable %s is not whole", name, v.Name)
			}
		}
		if len(p.Scopes[0].Seeds) == 0 && len(p.Starts) == 0 && len(p.EventStarts) == 0 && len(p.Nodes) > 0 {
			t.Errorf("%s: process %s begins nowhere", name, p.ID)
		}
	}
}

// wholeLoop checks a repeated activity: its instances have their own scope, and
// all that it reads and writes exists.
func wholeLoop(t testing.TB, name string, p *model.Process, n *model.Node) {
	t.Helper()
	l := n.Loop
	if n.Inner <= 0 || p.Scopes[n.Inner].Host < 0 || p.Nodes[l.Body].Scope != n.Inner || !slices.Equal(p.Scopes[n.Inner].Seeds, []int{l.Body}) {
		t.Errorf("%s: the instances of %s have no scope", name, n.ID)
	}
	if p.Vars[l.Counter].Scope != n.Inner || l.Item != model.None && p.Vars[l.Item].Scope != n.Inner {
		t.Errorf("%s: the instances of %s have no data", name, n.ID)
	}
	if multi := l.Kind != model.StandardLoop; multi != ((l.Cardinality == model.None) != (l.Collection == model.None)) {
		t.Errorf("%s: %s does not say how often it is done", name, n.ID)
	}
	if l.Element != model.None && (l.Element >= len(p.Exprs) || l.Output.Var == model.None) {
		t.Errorf("%s: the output of %s goes nowhere", name, n.ID)
	}
}

// Every file of the corpus compiles or says why not.
func TestCorpusIsSound(t *testing.T) {
	for name, src := range bpmnFiles(t, corpus(t)) {
		sound(t, name, Compile([]Input{{Name: "model.bpmn", Data: src}}, Options{}))
		sound(t, name, Compile([]Input{{Name: "model.bpmn", Data: src}}, Options{EveryTaskIsWork: true, Strict: true}))
	}
}

var quoted = regexp.MustCompile(`"[^"]*"`)

// mutate damages a file: attribute values are exchanged, lines lost, doubled and moved.
func mutate(r *rand.Rand, src []byte) []byte {
	for range 1 + r.Intn(3) {
		lines := bytes.Split(src, []byte("\n"))
		i, j := r.Intn(len(lines)), r.Intn(len(lines))
		switch r.Intn(5) {
		case 0:
			lines = append(lines[:i:i], lines[i+1:]...)
		case 1:
			lines = append(lines[:i:i], append([][]byte{lines[j]}, lines[i:]...)...)
		case 2:
			lines[i], lines[j] = lines[j], lines[i]
		default:
			all := quoted.FindAllIndex(src, -1)
			if len(all) < 2 {
				continue
			}
			a, b := all[r.Intn(len(all))], all[r.Intn(len(all))]
			src = bytes.Join([][]byte{src[:a[0]], src[b[0]:b[1]], src[a[1]:]}, nil)
			continue
		}
		src = bytes.Join(lines, []byte("\n"))
	}
	return src
}

// Damaged files break nothing.
func TestDamagedFilesAreSound(t *testing.T) {
	files := bpmnFiles(t, samples)
	for _, name := range sortedNames(files) {
		r := rand.New(rand.NewSource(int64(len(name))))
		for range 12 {
			src := mutate(r, files[name])
			res := Compile([]Input{{Name: "model.bpmn", Data: src}}, Options{})
			sound(t, name, res)
			if t.Failed() {
				t.Fatalf("%s", src)
			}
		}
	}
}

// Equal input gives an equal result, in whatever order maps are walked.
func TestCompileIsDeterministic(t *testing.T) {
	files := bpmnFiles(t, samples)
	for _, name := range sortedNames(files) {
		in := []Input{{Name: "model.bpmn", Data: files[name]}}
		a, b := Compile(in, Options{}), Compile(in, Options{})
		if d := cmp.Diff(a.Diagnostics.All(), b.Diagnostics.All()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		for i, p := range a.Package.Processes {
			q := b.Package.Processes[i]
			if p.Fingerprint != q.Fingerprint {
				t.Errorf("%s: two fingerprints", name)
			}
			if d := cmp.Diff(p.Nodes, q.Nodes); d != "" {
				t.Errorf("%s: %s", name, d)
			}
			if d := cmp.Diff(p.Flows, q.Flows); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		}
	}
}

func sortedNames(files map[string][]byte) []string { return slices.Sorted(maps.Keys(files)) }

func FuzzCompile(f *testing.F) {
	for _, src := range bpmnFiles(f, samples) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		sound(t, "fuzzed", Compile([]Input{{Name: "model.bpmn", Data: src}}, Options{}))
	})
}
