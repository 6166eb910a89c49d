package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// eventOperation: in an executable process a message event names its operation
// (Table 10.99). Nothing here depends on it and hardly a file has it: one note a file.
func eventOperation(p *pass, f *graph.File) {
	p.once = true
	for _, l := range f.Levels {
		if !l.Executable {
			continue
		}
		for _, n := range l.Nodes {
			if n.Event == nil {
				continue
			}
			for _, d := range n.Event.Definitions {
				if d.Kind == bpmn.MessageTrigger && d.OperationRef.IsZero() && !d.Ref.IsZero() {
					p.at(n.Base, d.Span, "%s names no operation; none is needed to execute it", n.Label()).
						fix("write operationRef where other tools need it")
				}
			}
		}
	}
}
