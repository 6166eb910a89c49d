package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// boundaryAttached: a boundary event is attached to an activity of its own level (§10.5.4),
// and not to an event sub-process (SC §2.10).
func boundaryAttached(p *pass, n *graph.Node) {
	if !n.Is(bpmn.BoundaryEvent) {
		return
	}
	switch {
	case n.Event.AttachedTo.IsZero():
		p.on(n.Base, "%s is attached to nothing", n.Label()).fix("write attachedToRef with the id of an activity")
	case n.Attached == nil:
		e, ok := p.file.Lookup(n.Event.AttachedTo)
		if !ok {
			return
		}
		if host := p.file.Node(e); host != nil {
			p.at(n.Base, n.At("attachedToRef"), "%s is attached to %s, which is no activity of the same level", n.Label(), host.Label()).
				related(host.Span, "it stands here").fix("attach it to an activity of its own level")
		}
	case n.Attached.IsEventSubProcess():
		p.at(n.Base, n.At("attachedToRef"), "%s is attached to an event sub-process", n.Label()).
			related(n.Attached.Span, "the event sub-process").
			fix("attach it to an activity; what interrupts an event sub-process interrupts its scope")
	}
}
