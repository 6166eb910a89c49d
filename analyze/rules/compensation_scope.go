package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// compensationScope: a throw compensates activities of its own scope, or, in an
// event sub-process, of the scope that this guards (§10.7, S8.2).
func compensationScope(p *pass, n *graph.Node) {
	if !throwsCompensation(n) {
		return
	}
	for _, d := range definitions(n) {
		e, ok := p.file.Lookup(d.Ref)
		if d.Kind != bpmn.CompensateTrigger || !ok {
			continue
		}
		a := p.file.Node(e)
		if a == nil || a.Act == nil || a.Level == n.Level || n.Level.IsEventSubProcess() && a.Level == n.Level.Parent {
			continue
		}
		p.at(n.Base, d.Ref.Span, "%s compensates %s, which stands in another scope", n.Label(), a.Label()).
			related(a.Span, "the activity").
			fix("name an activity beside the event, or the sub-process that holds the activity; or throw it inside that sub-process")
	}
}

// throwsCompensation reports a throw or end event for compensation.
func throwsCompensation(n *graph.Node) bool {
	return n.Event != nil && (n.Is(bpmn.IntermediateThrowEvent) || n.Is(bpmn.EndEvent) || n.Is(bpmn.ImplicitThrowEvent)) && has(n, bpmn.CompensateTrigger)
}
