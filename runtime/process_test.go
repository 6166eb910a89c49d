package runtime_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/internal/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// vars are the variables of the test processes.
type vars struct {
	A, B int
	List []string
}

func (v *vars) clone() vars {
	c := *v
	c.List = slices.Clone(v.List)
	return c
}

func (v *vars) merge(base, w *vars, changed runtime.Changes) {
	if w.A != base.A && w.A != v.A {
		v.A = w.A
		changed.Set(0)
	}
	if w.B != base.B && w.B != v.B {
		v.B = w.B
		changed.Set(1)
	}
	if !slices.Equal(w.List, base.List) && !slices.Equal(w.List, v.List) {
		v.List = slices.Clone(w.List)
		changed.Set(2)
	}
}

type handler = func(ctx context.Context, v *vars) error

// program is a process as generated code holds it, but for the handlers, which
// tests give by node.
type program struct {
	def      runtime.Definition
	nodes    map[string]int32
	handlers []handler // by node, which is the work index too
	users    []bool
}

func (p *program) Definition() *runtime.Definition { return &p.def }

func (p *program) New() runtime.Root { return &instance{program: p} }

func (p *program) Do(t runtime.Task, w int32, job runtime.Job) error {
	c := job.(*runtime.Copy[vars])
	if c.Base != nil {
		c.V = c.Base.clone()
	}
	return p.handlers[w](c.Begin(t), &c.V)
}

type instance struct {
	runtime.Instance
	program *program
	vars    vars
	base    *vars
}

func (d *instance) VarsPointer() any { return &d.vars }
func (d *instance) Snapshot() vars   { return d.vars.clone() }

// Condition 0 is A > 0.
func (d *instance) Condition(i int32) (bool, error) {
	if i != 0 {
		return false, runtime.UnknownIndex("condition", i)
	}
	return d.vars.A > 0, nil
}

func (d *instance) Open(scope int32) (runtime.Data, error) {
	return nil, runtime.UnknownIndex("scope", scope)
}

func (d *instance) Begin(w int32, shared bool, s *runtime.Scratch) (runtime.Job, error) {
	if w >= 0 && d.program.users[w] {
		return &runtime.UserCopy[vars]{Saw: d.vars.clone()}, nil
	}
	if shared {
		if d.base == nil {
			base := d.vars.clone()
			d.base = &base
		}
		return &runtime.Copy[vars]{Base: d.base}, nil
	}
	c := runtime.NewCopy[vars](s)
	c.V = d.vars.clone()
	return c, nil
}

func (d *instance) Commit(w int32, job runtime.Job, changed runtime.Changes) error {
	switch c := job.(type) {
	case *runtime.UserCopy[vars]:
		d.vars.merge(&c.Saw, c.V, changed)
	case *runtime.Copy[vars]:
		base := c.Base
		if base == nil {
			base = &d.vars
		}
		d.vars.merge(base, &c.V, changed)
	}
	if changed.Any() {
		d.base = nil
	}
	return nil
}

func (d *instance) Script(w int32, changed runtime.Changes) error {
	return runtime.UnknownIndex("script", w)
}

func newProgram(key string) *program {
	return &program{nodes: map[string]int32{}, def: runtime.Definition{Key: key, Name: key, File: "p.bpmn", Fingerprint: key,
		Scopes: []runtime.ScopeDef{{Parent: runtime.None, Host: runtime.None, HasData: true, ID: key, Path: "/"}},
		Starts: []int32{0}, DefaultStart: 0, Paths: []string{"a", "b", "list"}}}
}

func (p *program) node(id string, n runtime.NodeDef) {
	i := int32(len(p.def.Nodes))
	n.ID, n.Name, n.Type, n.Pos, n.Work = id, "the "+id, "task", fmt.Sprintf("p.bpmn:%d:5", i+1), i
	if n.Kind != runtime.KindEndEvent || len(p.def.Events) == 0 {
		n.Event = runtime.None
	}
	n.Default, n.Inner, n.Attached = runtime.None, runtime.None, runtime.None
	p.nodes[id] = i
	p.def.Nodes = append(p.def.Nodes, n)
	p.def.Scopes[0].End = i + 1
	p.handlers = append(p.handlers, nil)
	p.users = append(p.users, n.Performer == runtime.ByUser)
}

func (p *program) task(id string, inLine bool, h handler) {
	p.node(id, runtime.NodeDef{Kind: runtime.KindTask, Performer: runtime.ByHandler, InLine: inLine})
	p.handlers[len(p.handlers)-1] = h
}

func (p *program) user(id string) {
	p.node(id, runtime.NodeDef{Kind: runtime.KindTask, Performer: runtime.ByUser})
}

func (p *program) flow(ids ...string) {
	for k := 1; k < len(ids); k++ {
		f := int32(len(p.def.Flows))
		src, dst := &p.def.Nodes[p.nodes[ids[k-1]]], &p.def.Nodes[p.nodes[ids[k]]]
		p.def.Flows = append(p.def.Flows, runtime.FlowDef{Source: p.nodes[ids[k-1]], Target: p.nodes[ids[k]],
			Condition: runtime.None, Slot: int32(len(dst.In)), ID: ids[k-1] + ">" + ids[k]})
		src.Out = append(src.Out, f)
		dst.In = append(dst.In, f)
	}
}

// step is one task of row: a handler in line or on its goroutine, or a user task.
type step struct {
	id     string
	inLine bool
	h      handler // nil: a user task
}

// row is a start event s, the steps one after the other, and an end event e.
func row(key string, steps ...step) *program {
	p := newProgram(key)
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	chain := []string{"s"}
	for _, st := range steps {
		if st.h == nil {
			p.user(st.id)
		} else {
			p.task(st.id, st.inLine, st.h)
		}
		chain = append(chain, st.id)
	}
	p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
	p.flow(append(chain, "e")...)
	return p
}

// fork is a start event, a fork f into the tasks, a join j and an end event.
func fork(key string, steps ...step) *program {
	p := newProgram(key)
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.node("f", runtime.NodeDef{Kind: runtime.KindParallelGateway})
	p.node("j", runtime.NodeDef{Kind: runtime.KindParallelGateway})
	p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
	p.flow("s", "f")
	p.flow("j", "e")
	for _, st := range steps {
		if st.h == nil {
			p.user(st.id)
		} else {
			p.task(st.id, false, st.h)
		}
		p.flow("f", st.id, "j")
	}
	return p
}

// engine makes an engine that is shut down, cleanly, when the test is over.
func engine(t testing.TB, opts ...runtime.Option) *runtime.Engine {
	t.Helper()
	eng, err := runtime.New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := eng.Shutdown(context.Background()); err != nil {
			t.Errorf("shutdown: %v", err)
		}
	})
	return eng
}

func register(t testing.TB, eng *runtime.Engine, p *program) runtime.Registration {
	t.Helper()
	reg, err := eng.Register(p)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

func (p *program) start(t testing.TB, eng *runtime.Engine, v vars) runtime.Handle[vars] {
	t.Helper()
	h, err := p.tryStart(eng, v)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (p *program) tryStart(eng *runtime.Engine, v vars) (runtime.Handle[vars], error) {
	return runtime.Start[vars](context.Background(), eng, &p.def, &instance{program: p, vars: v.clone()}, 0)
}

func (p *program) run(eng *runtime.Engine, v vars) (vars, error) {
	return runtime.Run[vars](context.Background(), eng, &p.def, &instance{program: p, vars: v.clone()}, 0)
}

func (p *program) complete(eng *runtime.Engine, id string, task runtime.TaskID, set func(v *vars) error) error {
	return runtime.CompleteTask(context.Background(), eng, &p.def, runtime.Node(p.nodes[id]), task, func(job runtime.Job) error {
		c := job.(*runtime.UserCopy[vars])
		v := c.Saw.clone()
		if err := set(&v); err != nil {
			return err
		}
		c.V = &v
		return nil
	})
}

func nothing(context.Context, *vars) error { return nil }

func keep(*vars) error { return nil }
