package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
)

// S10.1: versions are integers per key, growing, never reused; a definition
// whose fingerprint is known keeps its version; unregistering the latest
// promotes the one before.
func TestVersions(t *testing.T) {
	eng := engine(t)
	version := func(fingerprint string) *program {
		p := row("P", step{"a", true, func(_ context.Context, v *vars) error { v.List = append(v.List, fingerprint); return nil }})
		p.def.Fingerprint = fingerprint
		return p
	}
	one, two := version("one"), version("two")
	if r := register(t, eng, one); r.Version != 1 || !r.Latest || r.Key != "P" || r.Fingerprint != "one" {
		t.Errorf("%+v", r)
	}
	if r := register(t, eng, two); r.Version != 2 || !r.Latest {
		t.Errorf("%+v", r)
	}
	if r := register(t, eng, version("one")); r.Version != 1 || r.Latest {
		t.Errorf("known: %+v", r)
	}
	startLatest := func() int {
		h, err := eng.StartProcess(t.Context(), "P", runtime.Latest, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, v := h.Process()
		return v
	}
	if v := startLatest(); v != 2 {
		t.Errorf("latest is %d", v)
	}
	if err := eng.Unregister("P", 2); err != nil {
		t.Fatal(err)
	}
	if v := startLatest(); v != 1 {
		t.Errorf("promoted: latest is %d", v)
	}
	if r := register(t, eng, version("three")); r.Version != 3 {
		t.Errorf("numbers are not reused: %+v", r)
	}
	if r := register(t, eng, two); r.Version != 4 {
		t.Errorf("a forgotten fingerprint is a new version: %+v", r)
	}
	var got []int
	for _, r := range eng.Processes() {
		got = append(got, r.Version)
	}
	same(t, "versions", []int{1, 3, 4}, got)
	for _, c := range []struct {
		key  string
		n    int
		want error
	}{{"P", 2, runtime.ErrUnknownVersion}, {"Q", 1, runtime.ErrUnknownProcess}, {"Q", runtime.Latest, runtime.ErrUnknownProcess}} {
		if _, err := eng.StartProcess(t.Context(), c.key, c.n, "", nil); !errors.Is(err, c.want) {
			t.Errorf("start %s %d: %v", c.key, c.n, err)
		}
		if err := eng.Unregister(c.key, c.n); !errors.Is(err, c.want) {
			t.Errorf("unregister %s %d: %v", c.key, c.n, err)
		}
	}
	// Each package starts its own version.
	if out, err := one.run(eng, vars{}); err != nil || out.List[0] != "one" {
		t.Errorf("%v %v", out, err)
	}
	if _, err := row("P").run(eng, vars{}); !errors.Is(err, runtime.ErrUnknownProcess) {
		t.Errorf("a package that was not registered: %v", err)
	}
}

// S10.1: running instances stay on their version, and its user tasks stay listed.
func TestRunningStay(t *testing.T) {
	eng := engine(t)
	p := row("P", step{id: "u"})
	register(t, eng, p)
	inst := p.start(t, eng, vars{})
	if err := eng.Unregister("P", 1); err != nil {
		t.Fatal(err)
	}
	tasks := eng.UserTasks(runtime.TaskFilter{Process: "P"})
	if len(tasks) != 1 {
		t.Fatalf("tasks %v", tasks)
	}
	if err := p.complete(eng, "u", tasks[0].ID, keep); err != nil {
		t.Fatal(err)
	}
	if _, err := inst.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// Registering again with new handlers: those serve what is started from then on.
func TestNewHandlers(t *testing.T) {
	eng := engine(t)
	say := func(word string) handler {
		return func(_ context.Context, v *vars) error { v.List = append(v.List, word); return nil }
	}
	p := row("P", step{id: "u"}, step{"a", false, say("old")})
	register(t, eng, p)
	old := p.start(t, eng, vars{})
	again := *p
	again.handlers = append([]handler(nil), p.handlers...)
	again.handlers[2] = say("new")
	// The same package registers again: the same definition.
	reg, err := eng.Register(&renewed{program: p, handlers: again.handlers})
	if err != nil || reg.Version != 1 {
		t.Fatalf("%+v %v", reg, err)
	}
	fresh := p.start(t, eng, vars{})
	for _, i := range []runtime.Handle[vars]{old, fresh} {
		if err := p.complete(eng, "u", i.Tokens()[0].Task, keep); err != nil {
			t.Fatal(err)
		}
	}
	if v, err := old.Wait(t.Context()); err != nil || v.List[0] != "old" {
		t.Errorf("%v %v", v, err)
	}
	if v, err := fresh.Wait(t.Context()); err != nil || v.List[0] != "new" {
		t.Errorf("%v %v", v, err)
	}
}

type renewed struct {
	*program
	handlers []handler
}

func (p *renewed) Do(t runtime.Task, w int32, job runtime.Job) error {
	c := job.(*runtime.Copy[vars])
	c.V = c.Base.clone()
	return p.handlers[w](c.Begin(t), &c.V)
}

// S1.5: a process is started by key at its default start, or where the host says.
func TestStartByKey(t *testing.T) {
	eng := engine(t)
	p := newProgram("P")
	p.node("s1", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.node("s2", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
	p.flow("s1", "e")
	p.flow("s2", "e")
	p.def.Starts, p.def.DefaultStart = []int32{0, 1}, runtime.None
	register(t, eng, p)
	if _, err := eng.StartProcess(t.Context(), "P", 1, "", nil); !errors.Is(err, runtime.ErrNoStart) {
		t.Errorf("which start?: %v", err)
	}
	if _, err := eng.StartProcess(t.Context(), "P", 1, "e", nil); !errors.Is(err, runtime.ErrNoStart) {
		t.Errorf("at an end event: %v", err)
	}
	h, err := eng.StartProcess(t.Context(), "P", 1, "s2", func(v any) error { v.(*vars).A = 3; return nil })
	if err != nil {
		t.Fatal(err)
	}
	same(t, "history", []string{"s2", "e"}, h.HistoryIDs())
	boom := errors.New("boom")
	if _, err := eng.StartProcess(t.Context(), "P", 1, "s2", func(any) error { return boom }); !errors.Is(err, boom) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := eng.StartProcess(ctx, "P", 1, "s2", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
}

// A definition that this runtime can't execute is refused when it is registered.
func TestRegisterRefuses(t *testing.T) {
	eng := engine(t)
	p := row("P", step{"a", true, nothing})
	p.def.Nodes[1].Kind = 99
	if _, err := eng.Register(p); err == nil || !strings.Contains(err.Error(), "node a") {
		t.Errorf("%v", err)
	}
}
