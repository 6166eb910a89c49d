package rules

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/graph"
)

// processIDs: the processes of one package are told apart by their ids, also
// where they stand in several files: the id is what they are registered by (S10.1).
func processIDs(p *pass, f *graph.File) {
	before := f.Graph.Files[:slices.Index(f.Graph.Files, f)]
	if len(before) == 0 {
		return
	}
	first := map[string]*graph.Level{}
	for _, other := range before {
		for _, l := range other.Processes {
			if l.Executable && first[l.Process.ID] == nil {
				first[l.Process.ID] = l
			}
		}
	}
	for _, l := range f.Processes {
		if o := first[l.Process.ID]; o != nil && l.Executable {
			p.at(l.Elem(), l.Elem().At("id"), "the process id %q is taken by another file of this package", l.Process.ID).
				related(o.Elem().At("id"), "first given here").
				fix("give one of the two processes another id, or generate the files into packages of their own")
		}
	}
}
