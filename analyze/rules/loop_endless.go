package rules

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// loopEndless: a standard loop without a condition and without a maximum ends
// only where a boundary event or an error ends it (§13.3.6).
func loopEndless(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil || n.Act.Loop.Kind != bpmn.StandardLoop || !n.Level.Executable {
		return
	}
	if l := n.Act.Loop; l.LoopCondition == nil && strings.TrimSpace(l.LoopMaximum) == "" {
		p.at(n.Base, l.Span, "nothing ends the loop of %s: it has no condition and no maximum", n.Label()).
			fix("write a loopCondition, or loopMaximum")
	}
}
