package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

const codeEventDataType diag.Code = "BG2531"

// eventData: where an event with several definitions moves data, each of them
// that has data has a data input or output, in the same order (§10.5.1), of its type.
func eventData(p *pass, n *graph.Node) {
	if n.Event == nil {
		return
	}
	items := n.Event.DataOutputs
	what := "output"
	switch n.Event.Kind {
	case bpmn.EndEvent, bpmn.IntermediateThrowEvent, bpmn.ImplicitThrowEvent:
		items, what = n.Event.DataInputs, "input"
	}
	if len(items) == 0 {
		return
	}
	var with []*bpmn.EventDefinition
	var refs []bpmn.Ref
	for _, d := range definitions(n) {
		if r, ok := p.payload(d); ok {
			with, refs = append(with, d), append(refs, r)
		}
	}
	if len(with) == 0 {
		return
	}
	if len(with) != len(items) {
		p.on(n.Base, "%s has %d data %ss for %d definitions with data", n.Label(), len(items), what, len(with)).
			related(items[0].Span, "the first").
			fix("give each definition its data %s, in the same order", what)
		return
	}
	for i, d := range with {
		if !p.sameItem(items[i].ItemSubjectRef, refs[i]) {
			p.as(codeEventDataType).at(n.Base, d.Span, "the data %s %s has another type than what the event carries", what, graph.Quote(orElse(items[i].Name, items[i].ID))).
				related(items[i].Span, "the data %s", what).
				fix("give both the same item definition")
		}
	}
}

// payload is the item definition of what an event definition carries.
func (p *pass) payload(d *bpmn.EventDefinition) (bpmn.Ref, bool) {
	e, ok := p.file.Lookup(d.Ref)
	if !ok {
		return bpmn.Ref{}, false
	}
	var r bpmn.Ref
	switch e := e.(type) {
	case *bpmn.Message:
		r = e.ItemRef
	case *bpmn.Signal:
		r = e.StructureRef
	case *bpmn.Error:
		r = e.StructureRef
	case *bpmn.Escalation:
		r = e.StructureRef
	}
	return r, !r.IsZero()
}
