package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// notImmediate: in an executable process no flow has isImmediate="false"
// (§8.4.13). Some modelers write it at every flow and mean nothing by it: one
// warning a file.
func notImmediate(p *pass, f *graph.File) {
	p.once = true
	for _, l := range f.Levels {
		for _, fl := range l.Flows {
			if fl.IsImmediate == "false" && l.Executable {
				p.at(&fl.Base, fl.At("isImmediate"), "%s has isImmediate=\"false\" in an executable process; it has no effect", label(&fl.Base)).
					fix("take isImmediate out; what happens between two activities must be in the model")
			}
		}
	}
}
