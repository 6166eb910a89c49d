package soundness_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/analyze/soundness"
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// drawGraph is a random process that need not compile.
func drawGraph(t testing.TB, seed uint64, size int) (*graph.File, string) {
	t.Helper()
	xml := drawFile(seed, size, seed%2 == 0)
	var bag diag.Bag
	d := bpmn.Parse("r.bpmn", []byte(xml), bpmn.Options{}, &bag)
	if d == nil {
		t.Fatal(bag.All())
	}
	return graph.Build([]*bpmn.Definitions{d}, nil).Files[0], xml
}

// said is all that a verdict says but for runs: properties, and what is wrong where.
func said(v *soundness.Verdict, but ...diag.Code) string {
	var dead []string
	for _, d := range v.Diagnostics() {
		if slices.Contains(but, d.Code) || d.Code == "BG5006" && d.Severity == diag.Warning {
			continue // a gateway that some run gets stuck at is left out, and which runs are known differs
		}
		switch d.Code {
		case "BG5006", "BG5007", "BG5008", "BG5010", "BG5014", "BG5015":
			dead = append(dead, string(d.Code)+" "+d.Element)
		case "BG5005":
			dead = append(dead, string(d.Code)+" "+d.Element)
		}
	}
	slices.Sort(dead)
	return fmt.Sprintf("complete %v proper %v nodead %v safe %v bounded %v delivered %v %s", v.OptionToComplete, v.ProperCompletion, v.NoDead, v.Safe, v.Bounded, v.Delivered, strings.Join(slices.Compact(dead), ", "))
}

// The net made smaller has the verdict of the whole net.
func TestRandomReductions(t *testing.T) {
	n, skipped, proved, unsound := 0, 0, 0, 0
	for seed := range uint64(*models) {
		f, xml := drawGraph(t, seed, 2+int(seed%14))
		budget := soundness.Budget{States: 10_000}
		full, small := soundness.Check(f, soundness.Options{Budget: budget, Full: true})[0], soundness.Check(f, soundness.Options{Budget: budget})[0]
		if !full.Decided || !small.Decided {
			skipped++
			continue
		}
		n++
		if !full.Bounded && !small.Bounded { // what else is said of them is what was seen by then
			continue
		}
		if small.How == "reduction" {
			proved++
		}
		if !full.OptionToComplete {
			unsound++
		}
		if a, b := said(full), said(small); a != b {
			t.Fatalf("seed %d:\nwhole %s\nsmall %s (%s)\n%s", seed, a, b, small.How, xml)
		}
	}
	t.Logf("%d models, %d proved by reduction alone, %d can't always end, %d left out", n, proved, unsound, skipped)
	if proved == 0 || unsound == 0 {
		t.Error("the test sees too little")
	}
}

// Decision diagrams have the verdict of the search.
func TestRandomDiagrams(t *testing.T) {
	n, skipped, unsafe, stuck := 0, 0, 0, 0
	for seed := range uint64(*models) {
		f, xml := drawGraph(t, seed, 2+int(seed%9))
		full := soundness.Check(f, soundness.Options{Budget: soundness.Budget{States: 4000}, Full: true})[0]
		if !full.Decided {
			skipped++
			continue
		}
		dd := soundness.Check(f, soundness.Options{Diagrams: true})[0]
		switch {
		case dd.How == "": // a join of too many flows, a second token that is no unsafe flow
			skipped++
		case !dd.Decided:
			unsafe++
			if full.Safe {
				t.Fatalf("seed %d: unsafe by diagrams, safe by search\n%s", seed, xml)
			}
		default:
			n++
			if !full.OptionToComplete {
				stuck++
			}
			if a, b := said(full, "BG5015"), said(dd, "BG5015"); a != b {
				t.Fatalf("seed %d:\nsearch   %s\ndiagrams %s\n%s", seed, a, b, xml)
			}
			if full.States != dd.States {
				t.Fatalf("seed %d: %d states by search, %d by diagrams\n%s", seed, full.States, dd.States, xml)
			}
		}
	}
	t.Logf("%d models alike, %d unsafe in both, %d can't always end, %d left out", n, unsafe, stuck, skipped)
	if n == 0 || unsafe == 0 || stuck == 0 {
		t.Error("the test sees too little")
	}
}
