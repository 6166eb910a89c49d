package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// compensationNothing: a throw for which nothing can ever be in the ledger does
// nothing (S8.2).
func compensationNothing(p *pass, n *graph.Node) {
	if !throwsCompensation(n) {
		return
	}
	for _, d := range definitions(n) {
		if d.Kind != bpmn.CompensateTrigger {
			continue
		}
		if d.Ref.IsZero() {
			if !anyCompensable(n.Level) && !(n.Level.IsEventSubProcess() && anyCompensable(n.Level.Parent)) {
				p.on(n.Base, "%s throws compensation, and no activity in its scope can be compensated", n.Label()).
					fix("give an activity a compensation boundary event with its handler, or take the throw out")
			}
			continue
		}
		e, _ := p.file.Lookup(d.Ref)
		if a := p.file.Node(e); a != nil && a.Act != nil && !a.Compensable() {
			p.at(n.Base, d.Ref.Span, "%s compensates %s, which nothing can undo", n.Label(), a.Label()).
				related(a.Span, "the activity").
				fix("give the activity a compensation boundary event with its handler")
		}
	}
}

func anyCompensable(l *graph.Level) bool {
	for _, n := range l.Nodes {
		if n.Compensable() {
			return true
		}
	}
	return false
}
