package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// conditionalMissing: a conditional event of an executable process has its
// condition (§10.5.5, Table 10.96).
func conditionalMissing(p *pass, n *graph.Node) {
	if n.Event == nil || !n.Level.Executable {
		return
	}
	for _, d := range definitions(n) {
		if d.Kind == bpmn.ConditionalTrigger && (d.Condition == nil || d.Condition.Text.Value == "") {
			p.at(n.Base, d.Span, "%s has no condition", n.Label()).fix("write the condition")
		}
	}
}
