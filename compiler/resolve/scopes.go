package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
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
