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

// workUser is the work index of user tasks, workStep that of the script.
const (
	workUser int32 = 1000 + iota
	workStep
)

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
func (d *instance) Begin(work int32, shared bool, s *runtime.Scratch) (runtime.Job, error) {
	if work == workUser {
		return &runtime.UserCopy[Vars]{Saw: d.vars}, nil
	}
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
func (d *instance) Commit(work int32, job runtime.Job, changed runtime.Changes) error {
	if work == workUser {
		w := job.(*runtime.UserCopy[Vars])
		d.vars.merge(&w.Saw, w.V, changed)
	} else {
		w := job.(*runtime.Copy[Vars])
		base := w.Base
		if base == nil {
			base = &d.vars
		}
		d.vars.merge(base, &w.V, changed)
	}
	if changed.Any() {
		d.base = nil
	}
	return nil
}

// Script implements runtime.Data: count = count + 1.
func (d *instance) Script(work int32, changed runtime.Changes) error {
	if work != workStep {
		return runtime.UnknownIndex("script", work)
	}
	if count := d.vars.Count + 1; count != d.vars.Count {
		d.vars.Count = count
		changed.Set(0)
	}
	if changed.Any() {
		d.base = nil
	}
	return nil
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

// Complete completes a user task.
func (p *Program) Complete(ctx context.Context, e *runtime.Engine, node runtime.Node, id runtime.TaskID, set func(v *Vars) error) error {
	return runtime.CompleteTask(ctx, e, p.def, node, id, func(job runtime.Job) error {
		w := job.(*runtime.UserCopy[Vars])
		v := w.Saw
		if err := set(&v); err != nil {
			return err
		}
		w.V = &v
		return nil
	})
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

// Row is a start event, n in-line service tasks in a row and an end event.
func Row(n int, h Handler) *Program {
	t := newTable("row")
	p := &Program{def: t.def}
	last := t.node(runtime.NodeDef{Kind: runtime.KindStartEvent}, "startEvent")
	for w := range n {
		task := t.node(runtime.NodeDef{Kind: runtime.KindTask, Performer: runtime.ByHandler, InLine: true, Work: int32(w)}, "serviceTask")
		t.flow(last, task, runtime.None)
		last = task
		p.handlers = append(p.handlers, h)
	}
	t.flow(last, t.node(runtime.NodeDef{Kind: runtime.KindEndEvent}, "endEvent"), runtime.None)
	return p
}

// Fork is n service tasks side by side, each on a goroutine of its own.
func Fork(n int, h Handler) *Program {
	t := newTable("fork")
	p := &Program{def: t.def}
	start := t.node(runtime.NodeDef{Kind: runtime.KindStartEvent}, "startEvent")
	fork := t.node(runtime.NodeDef{Kind: runtime.KindParallelGateway}, "parallelGateway")
	join := t.node(runtime.NodeDef{Kind: runtime.KindParallelGateway}, "parallelGateway")
	end := t.node(runtime.NodeDef{Kind: runtime.KindEndEvent}, "endEvent")
	t.flow(start, fork, runtime.None)
	t.flow(join, end, runtime.None)
	for w := range n {
		task := t.node(runtime.NodeDef{Kind: runtime.KindTask, Performer: runtime.ByHandler, Work: int32(w)}, "serviceTask")
		t.flow(fork, task, runtime.None)
		t.flow(task, join, runtime.None)
		p.handlers = append(p.handlers, h)
	}
	return p
}

// Loop is an exclusive gateway and a task that runs while count < limit: a
// script that counts up, or a handler where h is given.
func Loop(h Handler) *Program {
	t := newTable("loop")
	p := &Program{def: t.def, handlers: []Handler{h}}
	start := t.node(runtime.NodeDef{Kind: runtime.KindStartEvent}, "startEvent")
	gate := t.node(runtime.NodeDef{Kind: runtime.KindExclusiveGateway}, "exclusiveGateway")
	task := runtime.NodeDef{Kind: runtime.KindTask, Performer: runtime.ByScript, Work: workStep}
	if h != nil {
		task = runtime.NodeDef{Kind: runtime.KindTask, Performer: runtime.ByHandler, InLine: true, Work: 0}
	}
	step := t.node(task, "task")
	end := t.node(runtime.NodeDef{Kind: runtime.KindEndEvent}, "endEvent")
	t.flow(start, gate, runtime.None)
	t.flow(gate, step, 0)
	t.def.Nodes[gate].Default = t.flow(gate, end, runtime.None)
	t.flow(step, gate, runtime.None)
	return p
}

// NodeUser is the user task of Park.
const NodeUser runtime.Node = 1

// Park is a user task between a start and an end event.
func Park() *Program {
	t := newTable("park")
	start := t.node(runtime.NodeDef{Kind: runtime.KindStartEvent}, "startEvent")
	user := t.node(runtime.NodeDef{Kind: runtime.KindTask, Performer: runtime.ByUser, Work: workUser}, "userTask")
	end := t.node(runtime.NodeDef{Kind: runtime.KindEndEvent}, "endEvent")
	t.flow(start, user, runtime.None)
	t.flow(user, end, runtime.None)
	return &Program{def: t.def}
}
