package graph

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
)

// Has reports whether one of an event's definitions is of that kind.
func (n *Node) Has(kind bpmn.TriggerKind) bool {
	if n.Event == nil {
		return false
	}
	for _, d := range n.Level.File.Definitions(n.Event) {
		if d.Kind == kind {
			return true
		}
	}
	return false
}

// Compensations are, by compensation boundary event, the activities for
// compensation that associations join to it, in document order (§10.7). An
// association may stand in any container or collaboration, and point either way.
func (f *File) Compensations() map[*Node][]*Node {
	joined := map[*Node][]*Node{}
	join := func(artifacts []*bpmn.Artifact) {
		for _, a := range artifacts {
			if a.Kind != "association" {
				continue
			}
			source, _ := f.Lookup(a.SourceRef)
			target, _ := f.Lookup(a.TargetRef)
			from, to := f.nodes[source], f.nodes[target]
			if from == nil || to == nil {
				continue
			}
			if to.Is(bpmn.BoundaryEvent) {
				from, to = to, from
			}
			if from.Is(bpmn.BoundaryEvent) && from.Has(bpmn.CompensateTrigger) && to.Act != nil && to.Act.IsForCompensation {
				joined[from] = append(joined[from], to)
			}
		}
	}
	for _, l := range f.Levels {
		join(l.Container().Artifacts)
	}
	for _, c := range f.Collaborations {
		join(c.Artifacts)
	}
	return joined
}

// CompensationStart is the start event of the compensation event sub-process that
// stands on a level, nil where none does.
func (l *Level) CompensationStart() *Node {
	for _, n := range l.Nodes {
		if s := n.CompensationStart(); s != nil {
			return s
		}
	}
	return nil
}

// CompensationStart is the start event of a compensation event sub-process, nil of
// anything else.
func (n *Node) CompensationStart() *Node {
	if !n.IsEventSubProcess() || n.Inner == nil {
		return nil
	}
	for _, s := range n.Inner.Nodes {
		if s.Is(bpmn.StartEvent) && s.Has(bpmn.CompensateTrigger) {
			return s
		}
	}
	return nil
}

// ForCompensation reports a node that runs for compensation only: such an
// activity, a compensation event sub-process, and all that is inside either.
func (n *Node) ForCompensation() bool {
	for ; n != nil; n = n.Level.Host {
		if n.Act != nil && n.Act.IsForCompensation {
			return true
		}
		if n.CompensationStart() != nil {
			return true
		}
	}
	return false
}

// Compensable reports an activity of which something is left to compensate once
// it has completed: its own handler, or what can be compensated inside it (§13.5.5).
func (n *Node) Compensable() bool {
	if n.Act == nil || n.ForCompensation() {
		return false
	}
	for _, b := range n.Boundaries {
		if b.Has(bpmn.CompensateTrigger) {
			return true
		}
	}
	if n.Inner == nil {
		return false
	}
	return n.Inner.CompensationStart() != nil || slices.ContainsFunc(n.Inner.Nodes, (*Node).Compensable)
}

// Transaction is the nearest transaction that a node is in, nil outside of any.
func (n *Node) Transaction() *Node {
	for l := n.Level; l != nil; l = l.Parent {
		if l.Sub != nil && l.Sub.Kind == bpmn.Transaction {
			return l.Host
		}
	}
	return nil
}
