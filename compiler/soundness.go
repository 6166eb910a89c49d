package compiler

import (
	"strings"

	"github.com/bpmngen/bpmngen/analyze/soundness"
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// checkSoundness model-checks the processes and collaborations of all files.
func checkSoundness(g *graph.Graph, opts soundness.Options, bag *diag.Bag) (all []*soundness.Verdict) {
	opts.Never = neverTaken(g, bag)
	opts.Callees = func(n *graph.Node) *graph.Level { return calleeOf(g, n) }
	for _, f := range g.Files {
		for _, v := range soundness.Check(f, opts) {
			bag.Add(v.Diagnostics()...)
			all = append(all, v)
		}
	}
	return all
}

// neverTaken are the flows that the ranges of their conditions rule out.
func neverTaken(g *graph.Graph, bag *diag.Bag) map[*graph.Flow]bool {
	never := map[*graph.Flow]bool{}
	for _, d := range bag.All() {
		switch d.Code {
		case "BG3503", "BG3504", "BG3506": // never true, taken by those before it, a default that nothing is left for
			for _, f := range g.Files {
				if e, ok := f.Defs.IDs[d.Element]; ok && f.Defs.File == d.Span.File {
					if fl := f.FlowOf(e); fl != nil {
						never[fl] = true
					}
				}
			}
		}
	}
	return never
}

// calleeOf finds the process that a call activity calls among those that are
// compiled together, nil where it is none of them.
func calleeOf(g *graph.Graph, n *graph.Node) *graph.Level {
	f := n.Level.File
	if e, file, ok := f.LookupFile(n.Call.CalledElement); ok {
		if p, ok := e.(*bpmn.Process); ok {
			return file.LevelOf(p)
		}
	}
	key := strings.TrimSpace(n.Call.CalledElement.Raw)
	for _, x := range n.Extensions { // Zeebe names it in an extension
		if x.Name.Local == "calledElement" {
			if a, ok := x.Attr("", "processId"); ok {
				key = a.Value
			}
		}
	}
	for _, file := range g.Files {
		for _, l := range file.Processes {
			if key != "" && l.Process.ID == key {
				return l
			}
		}
	}
	return nil
}
