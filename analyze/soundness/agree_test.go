package soundness_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/analyze/soundness"
	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// models is how many random models the tests draw: go test -run Random -models 10000 is the full size.
var models = flag.Int("models", 80, "random models to draw")

type subject struct {
	file *graph.File
	pkg  *model.Package
	def  *machine.Definition
	xml  string
}

// draw makes a random process that compiles; nil where it does not.
func draw(t testing.TB, seed uint64, size int, calm bool) *subject {
	t.Helper()
	xml := drawFile(seed, size, calm)
	res := compiler.Compile([]compiler.Input{{Name: "r.bpmn", Data: []byte(xml)}}, compiler.Options{})
	for _, d := range res.Diagnostics.All() {
		if d.Severity == diag.Error {
			if *verbose {
				t.Logf("seed %d: %s %s: %s\n%s", seed, d.Code, d.Span, d.Message, xml)
			}
			return nil
		}
	}
	var bag diag.Bag
	s := &subject{xml: xml, pkg: res.Package}
	s.file = graph.Build([]*bpmn.Definitions{bpmn.Parse("r.bpmn", []byte(xml), bpmn.Options{}, &bag)}, nil).Files[0]
	s.def = definition(res.Package, res.Package.Processes[0])
	if err := s.def.Validate(); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, xml)
	}
	return s
}

var verbose = flag.Bool("drawn", false, "tell of models that don't compile")

// A random walk of the machine never comes to what the checker calls impossible: a
// state that it does not know, a node that it calls dead, a standstill in a process
// that it calls free of deadlocks, an error that it says is caught.
func TestRandomWalks(t *testing.T) {
	walked, stuck, skipped, steps := 0, 0, 0, 0
	for seed := range uint64(*models) {
		s := draw(t, seed, 3+int(seed%12), seed%3 > 0)
		if s == nil {
			skipped++
			continue
		}
		e := soundness.Explore(s.file, soundness.Options{Budget: soundness.Budget{States: 10_000}})
		if !e.Whole {
			skipped++
			continue
		}
		for round := range uint64(6) {
			rnd := rand.New(rand.NewPCG(seed, round))
			w := newWalk(s.def, chance(rnd))
			if err := w.apply(machine.Input{Kind: machine.Start, Node: s.def.DefaultStart}); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			walked++
			for n := 0; n < 40; n++ {
				if f := w.m.Fault(); f != nil {
					if _, ok := any(f.Err).(*machine.Error); !ok {
						break // a runaway loop, say
					}
				}
				for _, id := range w.seen {
					if !e.Reached[id] {
						t.Fatalf("seed %d, round %d: the machine comes to %s, which the checker calls dead\n%s", seed, round, id, s.xml)
					}
				}
				w.seen = w.seen[:0]
				rest := w.rest()
				if !e.Rests[rest] && !crowded(w, e) {
					t.Fatalf("seed %d, round %d, step %d: the machine is at %q (%v), which the checker does not know\n%s", seed, round, n, rest, w.m.Status(), s.xml)
				}
				if w.m.Status().Over() {
					break
				}
				if len(w.work)+len(w.subs) == 0 {
					stuck++
					if e.Verdict.OptionToComplete {
						t.Fatalf("seed %d, round %d: the machine stands still at %q, the checker says that it can't\n%s", seed, round, rest, s.xml)
					}
					break
				}
				steps++
				k := rnd.IntN(len(w.work) + len(w.subs))
				if k < len(w.work) {
					x := w.work[k]
					var err error
					if codes := e.Raises[s.def.Nodes[x.node].ID]; len(codes) > 0 && !x.user && rnd.IntN(3) == 0 {
						err = &machine.Error{Code: codes[rnd.IntN(len(codes))]}
					}
					if err := w.finish(x, err); err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
					continue
				}
				if err := w.happen(w.subs[k-len(w.work)]); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		}
	}
	t.Logf("%d walks, %d steps, %d ended stuck, %d models left out", walked, steps, stuck, skipped)
	if walked < *models || stuck == 0 {
		t.Error("the test sees too little")
	}
}

// crowded reports that a composite is active twice: the checker runs one
// activation after the other.
func crowded(w *walk, e *soundness.Explored) bool {
	var hosts []int32
	for _, p := range w.m.Positions(nil) {
		if p.Hosting && slices.Contains(hosts, p.Node) {
			return true
		}
		if p.Hosting {
			hosts = append(hosts, p.Node)
		}
	}
	return false
}
