package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// multiInstanceCount: a multi-instance activity says how often: by a
// cardinality or by a collection, not by both (§13.3.7, S7.2).
func multiInstanceCount(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil || n.Act.Loop.Kind != bpmn.MultiInstanceLoop || !n.Level.Executable {
		return
	}
	l := n.Act.Loop
	switch collection := !l.DataInputRef.IsZero() || vendorCollection(l); {
	case l.Cardinality == nil && !collection:
		p.at(n.Base, l.Span, "%s does not say how often it is done", n.Label()).
			fix("write loopCardinality, or loopDataInputRef with a collection")
	case l.Cardinality != nil && !l.DataInputRef.IsZero():
		p.at(n.Base, l.Span, "%s says twice how often it is done: by a cardinality and by a collection", n.Label()).
			related(l.Cardinality.Span, "the cardinality").fix("keep one of the two")
	}
}

// vendorCollection reports a collection that an extension names: camunda:collection, zeebe:loopCharacteristics.
func vendorCollection(l *bpmn.Loop) bool {
	for _, a := range l.Attrs {
		if a.Name.Space != "" && a.Name.Local == "collection" {
			return true
		}
	}
	return len(l.Extensions) > 0
}
