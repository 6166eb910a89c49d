package runtime

import (
	"context"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Task is one run of a task, as its handler can see it.
type Task struct {
	inst    *Instance
	ref     machine.Ref
	node    int32
	attempt int32 // 0: the first
	// inLine: it runs on the goroutine that moves its instance.
	inLine bool
}

// TaskFrom returns the task whose handler was given ctx, or a context made from it.
func TaskFrom(ctx context.Context) (Task, bool) {
	c, ok := ctx.Value(taskKey{}).(*TaskContext)
	if !ok {
		return Task{}, false
	}
	return c.task, true
}

type taskKey struct{}

// Instance is the instance that the task belongs to.
func (t Task) Instance() ID { return t.inst.id }

// Node is the task's node.
func (t Task) Node() Node { return Node(t.node) }

// NodeID is the BPMN id of the task.
func (t Task) NodeID() string { return t.def().Nodes[t.node].ID }

// Name is the BPMN name of the task.
func (t Task) Name() string { return t.def().Nodes[t.node].Name }

// Pos is where the task stands in its BPMN file.
func (t Task) Pos() string { return t.def().Nodes[t.node].Pos }

// Process is the BPMN id of the process, and its version.
func (t Task) Process() (key string, version int) { return t.def().Key, t.inst.proc.version.number }

// ID names this run. It stays the same when the work is tried again, so its
// text serves as an idempotency key (S10.4).
func (t Task) ID() TaskID { return TaskID{Instance: t.inst.id, ref: t.ref} }

// Meta is what extensions of the model tell the task under that key.
func (t Task) Meta(key string) (string, bool) {
	for _, m := range t.def().Nodes[t.node].Meta {
		if m.Key == key {
			return m.Value, true
		}
	}
	return "", false
}

func (t Task) def() *Definition { return t.inst.m.Definition() }
