package rules

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/dialect"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// multiInstanceCount: a multi-instance activity says how often: by a
// cardinality or by a collection, not by both (§13.3.7, S7.2).
func multiInstanceCount(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil || n.Act.Loop.Kind != bpmn.MultiInstanceLoop || !n.Level.Executable {
		return
	}
	l := n.Act.Loop
	at, collection := collectionOf(l)
	switch {
	case l.Cardinality == nil && !collection:
		p.at(n.Base, l.Span, "%s does not say how often it is done", n.Label()).
			fix("write loopCardinality, or loopDataInputRef with a collection")
	case l.Cardinality != nil && collection:
		p.at(n.Base, l.Span, "%s says twice how often it is done: by a cardinality and by a collection", n.Label()).
			related(l.Cardinality.Span, "the cardinality").related(at, "the collection").fix("keep one of the two")
	}
}

// collectionOf is where a loop names its collection: by the standard's reference, by
// camunda:collection and the like, or by zeebe:loopCharacteristics.
func collectionOf(l *bpmn.Loop) (diag.Span, bool) {
	if !l.DataInputRef.IsZero() {
		return l.DataInputRef.Span, true
	}
	for _, a := range l.Attrs {
		if a.Name.Local != "collection" || strings.TrimSpace(a.Value) == "" {
			continue
		}
		if r, _ := dialect.Attr(a.Name); r.Effect == dialect.Model {
			return a.ValueSpan, true
		}
	}
	for _, x := range l.Extensions {
		if x.Name.Space != dialect.Zeebe || x.Name.Local != "loopCharacteristics" {
			continue
		}
		if a, ok := x.Attr("", "inputCollection"); ok && strings.TrimSpace(a.Value) != "" {
			return a.ValueSpan, true
		}
	}
	return diag.Span{}, false
}
