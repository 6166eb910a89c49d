package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// notImmediate: in an executable process no flow has isImmediate="false" (§8.4.13).
func notImmediate(p *pass, f *graph.Flow) {
	if f.IsImmediate == "false" && f.Level.Executable {
		p.at(&f.Base, f.At("isImmediate"), "%s has isImmediate=\"false\" in an executable process", label(&f.Base)).
			fix("take isImmediate out; what happens between two activities must be in the model")
	}
}
