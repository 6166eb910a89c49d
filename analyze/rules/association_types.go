package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

const codeAssociationSources diag.Code = "BG2521"

// associationTypes: without a transformation a data association has one source,
// of the type of its target (§10.4.2).
func associationTypes(p *pass, f *graph.File) {
	for _, l := range f.Levels {
		for _, n := range l.Nodes {
			if n.Act != nil {
				p.associations(n.Act.DataInputs)
				p.associations(n.Act.DataOutputs)
			}
			if n.Event != nil {
				p.associations(n.Event.InputAssociations)
				p.associations(n.Event.OutputAssociations)
			}
		}
	}
}

func (p *pass) associations(list []*bpmn.DataAssociation) {
	for _, a := range list {
		if a.Transformation != nil || len(a.Assignments) > 0 || len(a.SourceRefs) == 0 {
			continue
		}
		if len(a.SourceRefs) > 1 {
			p.as(codeAssociationSources).on(&a.Base, "the data association has %d sources and no transformation", len(a.SourceRefs)).
				related(a.SourceRefs[1].Span, "the second").
				fix("keep one source, or say with a transformation what comes of them")
			continue
		}
		from, ok := p.itemOf(a.SourceRefs[0])
		to, ok2 := p.itemOf(a.TargetRef)
		if ok && ok2 && !from.IsZero() && !to.IsZero() && !p.sameItem(from, to) {
			p.on(&a.Base, "the data association moves %s into %s, which has another type", graph.Quote(a.SourceRefs[0].Local), graph.Quote(a.TargetRef.Local)).
				related(from.Span, "the type of the source").related(to.Span, "the type of the target").
				fix("give both the same item definition, or add a transformation")
		}
	}
}

// itemOf is the item definition of what a data association refers to.
func (p *pass) itemOf(r bpmn.Ref) (bpmn.Ref, bool) {
	e, ok := p.file.Lookup(r)
	if !ok {
		return bpmn.Ref{}, false
	}
	switch e := e.(type) {
	case *bpmn.DataItem:
		return e.ItemSubjectRef, true
	case *bpmn.DataObject:
		return e.ItemSubjectRef, true
	case *bpmn.Property:
		return e.ItemSubjectRef, true
	case *bpmn.DataStoreReference:
		return e.ItemSubjectRef, true
	case *bpmn.DataObjectReference:
		if !e.ItemSubjectRef.IsZero() {
			return e.ItemSubjectRef, true
		}
		return p.itemOf(e.DataObjectRef)
	}
	return bpmn.Ref{}, false
}
