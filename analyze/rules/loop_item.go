package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// loopItem: the item of a multi-instance activity has the type of an element of
// the collection that it comes from or goes to (§13.3.7, Table 10.28).
func loopItem(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil {
		return
	}
	l := n.Act.Loop
	for _, side := range []struct {
		ref  bpmn.Ref
		item *bpmn.DataItem
		what string
	}{{l.DataInputRef, l.InputItem, "input"}, {l.DataOutputRef, l.OutputItem, "output"}} {
		if side.ref.IsZero() || side.item == nil || side.item.ItemSubjectRef.IsZero() {
			continue
		}
		ref, ok := p.itemOf(side.ref)
		collection, ok2 := p.definition(ref)
		item, ok3 := p.definition(side.item.ItemSubjectRef)
		if !ok || !ok2 || !ok3 || item == collection {
			continue
		}
		if item.IsCollection || item.StructureRef.Local != collection.StructureRef.Local {
			p.at(n.Base, l.Span, "the %s item of %s is not an element of its collection", side.what, n.Label()).
				related(side.item.Span, "the item").related(side.ref.Span, "the collection").
				fix("give the item the collection's structure, without isCollection")
		}
	}
}

func (p *pass) definition(r bpmn.Ref) (*bpmn.ItemDefinition, bool) {
	e, _ := p.file.Lookup(r)
	i, ok := e.(*bpmn.ItemDefinition)
	return i, ok
}
