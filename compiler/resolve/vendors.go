package resolve

import (
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// withoutEffect are the vendors' extension elements that other engines act on
// and this one does not: what they hold is code of a host that is not there.
var withoutEffect = []string{"executionListener", "executionListeners", "taskListener", "taskListeners", "connector", "field", "errorEventDefinition"}

// vendorNotes names once a file the extensions that have no effect here.
func (r *resolver) vendorNotes(f *graph.File) {
	var found []string
	var at diag.Span
	var on *bpmn.Base
	note := func(b *bpmn.Base) {
		for _, x := range b.Extensions {
			switch x.Name.Space {
			case zeebeNS, camundaNS, activitiNS, flowableNS:
			default:
				continue
			}
			name := x.Name.Local
			if x.Name.Prefix != "" {
				name = x.Name.Prefix + ":" + name
			}
			if !slices.Contains(withoutEffect, x.Name.Local) || slices.Contains(found, name) {
				continue
			}
			if found = append(found, name); on == nil {
				at, on = x.Span, b
			}
		}
	}
	for _, l := range f.Levels {
		if !l.Executable {
			continue
		}
		note(l.Elem())
		for _, n := range l.Nodes {
			note(n.Base)
		}
		for _, fl := range l.Flows {
			note(&fl.Base)
		}
	}
	if on != nil {
		r.bag.Add(diag.New(CodeNoEffect, at, "extensions of other engines have no effect here: %s", strings.Join(found, ", ")).On(on.ID, on.Name).
			WithFix("do their work in the task's handler, or in an observer of the engine"))
	}
}
