package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// properties are the properties that a process or sub-process declares. A
// sub-process is an activity, and its properties are the activity's (§10.4.1).
func properties(l *graph.Level) []*bpmn.Property {
	if l.Sub != nil {
		return l.Sub.Activity.Properties
	}
	return l.Process.Properties
}

// nested reports a name that some sub-process declares: what a scenario sets
// under it may be that one, so that its value tells no type of the process's own.
func (b *builder) nested(name string) bool {
	for _, env := range b.envs[1:] {
		for _, s := range env.Symbols() {
			if s.Name == name {
				return true
			}
		}
	}
	return false
}

// handlers finds the start events of the event sub-processes of each scope, in
// document order (SC §2.10).
func (b *builder) handlers() {
	for i := range b.p.Nodes {
		n := &b.p.Nodes[i]
		if n.Kind != model.EventSubProcess || n.Inner == model.None {
			continue
		}
		inner := &b.p.Scopes[n.Inner]
		for k := inner.First; k < inner.End; k++ {
			if s := &b.p.Nodes[k]; s.Kind == model.StartEvent && s.Scope == n.Inner && len(s.Triggers) > 0 && !compensationStart(s) {
				b.p.Scopes[n.Scope].Handlers = append(b.p.Scopes[n.Scope].Handlers, k)
			}
		}
	}
}

// compensationStart reports a start event that nothing arms: a compensation runs
// its event sub-process (S8.2).
func compensationStart(n *model.Node) bool { return n.Triggers[0].Kind == model.CompensateTrigger }

// armed is the scope in which a node's event is armed: its own, and for the
// start of an event sub-process the one that this guards: its own is not open then.
func (b *builder) armed(n *graph.Node, scope int) int {
	if n.Is(bpmn.StartEvent) && n.Level.IsEventSubProcess() {
		return b.p.Scopes[scope].Parent
	}
	return scope
}
