// Package hand holds processes written by hand in the shape in which bpmngen
// writes them: what the benchmarks measure is the runtime, whatever the
// generator does.
package hand

import (
	"context"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime"
)

// Vars are the variables of all the processes here: three scalars.
type Vars struct {
	Count int64
	Limit int64
	Done  bool
}

// Handler does the work of a task.
type Handler func(ctx context.Context, v *Vars) error

// Program is a process with its handlers, by work index.
type Program struct {
	def      *runtime.Definition
	handlers []Handler
}

// Definition implements runtime.Program.
func (p *Program) Definition() *runtime.Definition { return p.def }

// New implements runtime.Program.
func (p *Program) New() runtime.Root { return new(instance) }

// Do implements runtime.Program.
func (p *Program) Do(t runtime.Task, work int32, job runtime.Job) error {
	w := job.(*runtime.Copy[Vars])
	if w.Base != nil {
		w.V = *w.Base
	}
	return p.handlers[work](w.Begin(t), &w.V)
}

// Start starts an instance.
func (p *Program) Start(ctx context.Context, e *runtime.Engine, v Vars) (runtime.Handle[Vars], error) {
	return runtime.Start[Vars](ctx, e, p.def, &instance{vars: v}, 0)
}

// Run runs an instance to its end.
func (p *Program) Run(ctx context.Context, e *runtime.Engine, v Vars) (Vars, error) {
	return runtime.Run[Vars](ctx, e, p.def, &instance{vars: v}, 0)
}

type instance struct {
	runtime.Instance
	vars Vars
	base *Vars
}

// VarsPointer implements runtime.Root.
func (d *instance) VarsPointer() any { return &d.vars }

// Snapshot implements runtime.Typed.
func (d *instance) Snapshot() Vars { return d.vars }

// Condition implements runtime.Data: 0 is count < limit.
func (d *instance) Condition(i int32) (bool, error) {
	switch i {
	case 0:
		return d.vars.Count < d.vars.Limit, nil
	}
	return false, runtime.UnknownIndex("condition", i)
}

// Open implements runtime.Data.
func (d *instance) Open(scope int32) (runtime.Data, error) {
	return nil, runtime.UnknownIndex("scope", scope)
}

// Begin implements runtime.Data.
func (d *instance) Begin(_ int32, shared bool, s *runtime.Scratch) (runtime.Job, error) {
	if shared {
		if d.base == nil {
			base := d.vars
			d.base = &base
		}
		return &runtime.Copy[Vars]{Base: d.base}, nil
	}
	w := runtime.NewCopy[Vars](s)
	w.V = d.vars
	return w, nil
}

// Commit implements runtime.Data.
func (d *instance) Commit(_ int32, job runtime.Job, changed runtime.Changes) error {
	w := job.(*runtime.Copy[Vars])
	base := w.Base
	if base == nil {
		base = &d.vars
	}
	d.vars.merge(base, &w.V, changed)
	if changed.Any() {
		d.base = nil
	}
	return nil
}

// Script implements runtime.Data.
func (d *instance) Script(work int32, _ runtime.Changes) error {
	return runtime.UnknownIndex("script", work)
}

func (v *Vars) merge(base, w *Vars, changed runtime.Changes) {
	if w.Count != base.Count && w.Count != v.Count {
		v.Count = w.Count
		changed.Set(0)
	}
	if w.Limit != base.Limit && w.Limit != v.Limit {
		v.Limit = w.Limit
		changed.Set(1)
	}
	if w.Done != base.Done && w.Done != v.Done {
		v.Done = w.Done
		changed.Set(2)
	}
}

// table builds a definition.
type table struct{ def *runtime.Definition }

func newTable(key string) *table {
	return &table{&runtime.Definition{Key: key, Name: key, File: key + ".bpmn", Fingerprint: key,
		Scopes: []runtime.ScopeDef{{Parent: runtime.None, Host: runtime.None, Seeds: []int32{0}, HasData: true, ID: key, Path: "/"}},
		Starts: []int32{0}, DefaultStart: 0, Paths: []string{"count", "limit", "done"}}}
}

func (t *table) node(n runtime.NodeDef, typ string) int32 {
	i := int32(len(t.def.Nodes))
	n.Event, n.Default, n.Inner, n.Attached = runtime.None, runtime.None, runtime.None, runtime.None
	n.ID, n.Type, n.Pos = fmt.Sprintf("%s_%d", typ, i), typ, fmt.Sprintf("%s:%d:5", t.def.File, i+10)
	t.def.Nodes = append(t.def.Nodes, n)
	t.def.Scopes[0].End = i + 1
	return i
}

func (t *table) flow(from, to, condition int32) int32 {
	i := int32(len(t.def.Flows))
	src, dst := &t.def.Nodes[from], &t.def.Nodes[to]
	t.def.Flows = append(t.def.Flows, runtime.FlowDef{Source: from, Target: to, Condition: condition,
		Slot: int32(len(dst.In)), ID: fmt.Sprintf("flow_%d", i)})
	src.Out = append(src.Out, i)
	dst.In = append(dst.In, i)
	return i
}
