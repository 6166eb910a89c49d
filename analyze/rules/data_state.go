package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// dataState: a data state has a name (Table 10.53).
func dataState(p *pass, f *graph.File) {
	for _, l := range f.Levels {
		for _, e := range l.Container().FlowElements {
			var state *bpmn.Raw
			switch e := e.(type) {
			case *bpmn.DataObject:
				state = e.DataState
			case *bpmn.DataObjectReference:
				state = e.DataState
			case *bpmn.DataStoreReference:
				state = e.DataState
			}
			if state == nil {
				continue
			}
			if a, ok := state.Attr("", "name"); !ok || a.Value == "" {
				p.at(e.Elem(), state.Span, "the data state of %s has no name", label(e.Elem())).fix("name the state, or take it out")
			}
		}
	}
}
