package rules

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/dialect"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// loopOutput: an output collection is made of what each instance gives to it (§13.3.7, S7.2).
func loopOutput(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil || !n.Level.Executable {
		return
	}
	l := n.Act.Loop
	if !l.DataOutputRef.IsZero() && l.OutputItem == nil {
		p.at(n.Base, l.DataOutputRef.Span, "the output collection of %s gets nothing: no outputDataItem says what an instance gives to it", n.Label()).
			fix("add an outputDataItem, or take loopDataOutputRef out")
	}
	for _, x := range l.Extensions {
		if x.Name.Space != dialect.Zeebe || x.Name.Local != "loopCharacteristics" {
			continue
		}
		list, _ := x.Attr("", "outputCollection")
		element, _ := x.Attr("", "outputElement")
		if strings.TrimSpace(list.Value) != "" && strings.TrimSpace(element.Value) == "" {
			p.at(n.Base, list.ValueSpan, "the output collection of %s gets nothing: no outputElement says what an instance gives to it", n.Label()).
				fix("add outputElement, or take outputCollection out")
		}
	}
}
