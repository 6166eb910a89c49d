package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// ioCollection: data is a collection where its item definition is one (§10.4.1, Table 10.52).
func ioCollection(p *pass, f *graph.File) {
	check := func(b *bpmn.Base, is bool, ref bpmn.Ref) {
		e, ok := f.Lookup(ref)
		if !ok {
			return
		}
		if item, ok := e.(*bpmn.ItemDefinition); ok && item.IsCollection != is {
			p.on(b, "%s says isCollection=\"%t\", its item definition \"%t\"", label(b), is, item.IsCollection).related(item.Span, "the item definition").
				fix("say the same on both sides")
		}
	}
	items := func(list []*bpmn.DataItem) {
		for _, d := range list {
			check(&d.Base, d.IsCollection, d.ItemSubjectRef)
		}
	}
	eachIO(f, func(_ *bpmn.Base, io *bpmn.InputOutput) {
		items(io.Inputs)
		items(io.Outputs)
	})
	for _, l := range f.Levels {
		for _, e := range l.Container().FlowElements {
			if d, ok := e.(*bpmn.DataObject); ok {
				check(&d.Base, d.IsCollection, d.ItemSubjectRef)
			}
		}
		for _, n := range l.Nodes {
			if n.Event != nil {
				items(n.Event.DataInputs)
				items(n.Event.DataOutputs)
			}
		}
	}
}
