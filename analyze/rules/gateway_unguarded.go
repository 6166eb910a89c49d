package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// gatewayUnguarded: where an exclusive or inclusive gateway splits, each flow
// has a condition or is the default; one without counts as always true (S2.1, S2.3).
func gatewayUnguarded(p *pass, n *graph.Node) {
	if n.Gateway == nil || len(n.Out) < 2 || n.Gateway.Kind != bpmn.ExclusiveGateway && n.Gateway.Kind != bpmn.InclusiveGateway {
		return
	}
	def := defaultFlow(n)
	conditions := false
	for _, f := range n.Out {
		conditions = conditions || f.Condition != nil
	}
	for _, f := range n.Out {
		if f.Condition == nil && f != def && (conditions || def != nil || n.Level.Executable) {
			d := p.on(&f.Base, "%s leaves %s without a condition and is not its default: it counts as always true", label(&f.Base), n.Label()).
				related(n.Span, "the gateway")
			if implicitDefault(n) == f {
				d = d.edit(behind(n.Base), ` default="`+f.ID+`"`)
			}
			d.fix("write its condition, or make it the default")
		}
	}
}
