package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// compensationHandler: an association joins a compensation boundary event to
// the activity that undoes the work (§10.7).
func compensationHandler(p *pass, l *graph.Level) {
	handled := map[bpmn.Element]bool{}
	var boundary []*graph.Node
	for _, n := range l.Nodes {
		if n.Is(bpmn.BoundaryEvent) && has(n, bpmn.CompensateTrigger) {
			boundary = append(boundary, n)
		}
	}
	if len(boundary) == 0 {
		return
	}
	for o := l; o != nil; o = o.Parent {
		for _, a := range o.Container().Artifacts {
			if a.Kind == "association" {
				associate(p, a, handled)
			}
		}
	}
	for _, c := range p.file.Collaborations {
		for _, a := range c.Artifacts {
			if a.Kind == "association" {
				associate(p, a, handled)
			}
		}
	}
	for _, n := range boundary {
		if !handled[n.Element] {
			p.on(n.Base, "no association leads from %s to the activity that compensates", n.Label()).
				fix(`add an activity with isForCompensation="true", and an association from the event to it`)
		}
	}
}

func associate(p *pass, a *bpmn.Artifact, handled map[bpmn.Element]bool) {
	from, ok := p.file.Lookup(a.SourceRef)
	to, ok2 := p.file.Lookup(a.TargetRef)
	if ok && ok2 {
		if act, ok := to.(bpmn.AnyActivity); ok && act.Act().IsForCompensation {
			handled[from] = true
		}
		if act, ok := from.(bpmn.AnyActivity); ok && act.Act().IsForCompensation {
			handled[to] = true
		}
	}
}
