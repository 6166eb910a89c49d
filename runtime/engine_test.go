package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
)

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got, cmp.Comparer(func(a, b runtime.TaskID) bool { return a == b })); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// DESIGN "Work": in line or on goroutines, the tasks of a row run one after the
// other, each on what the one before committed.
func TestRow(t *testing.T) {
	add := func(_ context.Context, v *vars) error { v.A++; v.List = append(v.List, "x"); return nil }
	for _, inLine := range []bool{true, false} {
		p := row("P", step{"a", inLine, add}, step{"b", inLine, add}, step{"c", inLine, add})
		eng := engine(t)
		register(t, eng, p)
		for range 3 {
			got, err := p.run(eng, vars{A: 1})
			if err != nil {
				t.Fatal(err)
			}
			same(t, "vars", vars{A: 4, List: []string{"x", "x", "x"}}, got)
		}
		h := p.start(t, eng, vars{A: 1})
		got, err := h.Wait(t.Context())
		if err != nil || got.A != 4 || h.State() != runtime.Completed {
			t.Errorf("%v %v %s", got, err, h.State())
		}
		same(t, "history", []string{"s", "a", "b", "c", "e"}, h.HistoryIDs())
		same(t, "tokens", []runtime.Token{}, h.Tokens())
	}
}

// S3.2: a handler's copy is its own, before, while and after it runs.
func TestPrivateCopies(t *testing.T) {
	for _, inLine := range []bool{true, false} {
		var kept *vars
		p := row("P",
			step{"a", inLine, func(_ context.Context, v *vars) error {
				v.A, v.List[0] = 2, "committed"
				kept = v
				return nil
			}},
			step{"b", inLine, func(_ context.Context, v *vars) error {
				kept.A, kept.List[0] = 99, "too late"
				if v.A != 2 || v.List[0] != "committed" {
					t.Errorf("b saw %+v", v)
				}
				return nil
			}})
		eng := engine(t)
		register(t, eng, p)
		given := vars{A: 1, List: []string{"given"}}
		got, err := p.run(eng, given)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "vars", vars{A: 2, List: []string{"committed"}}, got)
		same(t, "what the host gave", []string{"given"}, given.List)
	}
}

// S3.2: parallel tasks that change different fields both keep their change;
// neither sees the other's.
func TestParallelCommits(t *testing.T) {
	both := make(chan struct{}, 2)
	meet := func() {
		both <- struct{}{}
		for len(both) < 2 {
			goruntime.Gosched()
		}
	}
	p := fork("P",
		step{"a", false, func(_ context.Context, v *vars) error { v.A = 1; meet(); return nil }},
		step{"b", false, func(_ context.Context, v *vars) error { meet(); v.B = v.A + 1; return nil }})
	eng := engine(t)
	register(t, eng, p)
	got, err := p.run(eng, vars{})
	if err != nil {
		t.Fatal(err)
	}
	same(t, "vars", vars{A: 1, B: 1}, got)
}

// S9.1, S9.2: what a handler returns or panics with fails the instance, with
// node, position and cause, and nothing else.
func TestFaults(t *testing.T) {
	boom := errors.New("boom")
	for name, h := range map[string]handler{
		"error":       func(context.Context, *vars) error { return boom },
		"panic":       func(context.Context, *vars) error { panic(boom) },
		"nil pointer": func(context.Context, *vars) error { var v *vars; v.A++; return nil },
		"goexit":      func(context.Context, *vars) error { goruntime.Goexit(); return nil },
	} {
		for _, inLine := range []bool{true, false} {
			p := row("P", step{"ok", inLine, nothing}, step{"bad", inLine, h}, step{"after", inLine, nothing})
			eng := engine(t)
			register(t, eng, p)
			inst := p.start(t, eng, vars{A: 7})
			got, err := inst.Wait(t.Context())
			var f *runtime.Fault
			if !errors.As(err, &f) {
				t.Fatalf("%s: %v", name, err)
			}
			if f.Process != "P" || f.Version != 1 || f.Node != "bad" || f.Name != "the bad" || f.Pos != "p.bpmn:3:5" || f.Instance != inst.ID() {
				t.Errorf("%s: fault = %+v", name, f)
			}
			if got.A != 7 || inst.State() != runtime.Failed {
				t.Errorf("%s: vars %+v, state %s", name, got, inst.State())
			}
			var pe *runtime.PanicError
			switch name {
			case "error":
				if !errors.Is(err, boom) {
					t.Errorf("%v", err)
				}
			case "panic":
				if !errors.Is(err, boom) || !errors.As(err, &pe) || !strings.Contains(err.Error(), "engine_test.go") {
					t.Errorf("the stack is missing: %v", err)
				}
			case "nil pointer":
				if !errors.As(err, &pe) {
					t.Errorf("%v", err)
				}
			case "goexit":
				if !strings.Contains(err.Error(), "Goexit") {
					t.Errorf("%v", err)
				}
			}
			same(t, "history", []string{"s", "ok"}, inst.HistoryIDs())
		}
	}
}

// Run on a goroutine that a handler ends with Goexit: the instance goes on elsewhere.
func TestGoexitInRun(t *testing.T) {
	p := row("P", step{"bad", true, func(context.Context, *vars) error { goruntime.Goexit(); return nil }})
	eng := engine(t)
	register(t, eng, p)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_, _ = p.run(eng, vars{})
		t.Error("Goexit was swallowed")
	}()
	<-gone
	for len(eng.Instances("P")) > 0 {
		goruntime.Gosched()
	}
}

// §10.2 of the engine: what a handler can learn of its task (S10.4).
func TestTaskFrom(t *testing.T) {
	var ids []string
	see := func(ctx context.Context, _ *vars) error {
		sub, cancel := context.WithTimeout(ctx, time.Hour)
		defer cancel()
		task, ok := runtime.TaskFrom(sub)
		if !ok {
			return errors.New("no task")
		}
		key, version := task.Process()
		if key != "P" || version != 1 || task.Name() != "the "+task.NodeID() {
			return errors.New("wrong task")
		}
		ids = append(ids, task.ID().String())
		if _, has := ctx.Deadline(); has {
			return errors.New("a task has no deadline")
		}
		return ctx.Err()
	}
	p := row("P", step{"a", true, see}, step{"b", false, see})
	eng := engine(t)
	register(t, eng, p)
	inst := p.start(t, eng, vars{})
	if _, err := inst.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(ids) != 2 || ids[0] == ids[1] || !strings.HasPrefix(ids[0], inst.ID().String()) {
		t.Errorf("keys %v", ids)
	}
	if _, ok := runtime.TaskFrom(context.Background()); ok {
		t.Error("a task out of nowhere")
	}
}

// S1.3, S1.8: the host's Cancel ends the contexts of handlers at once, in line
// or not; a late result is ignored.
func TestCancel(t *testing.T) {
	for _, inLine := range []bool{true, false} {
		for _, asks := range []bool{true, false} {
			running := make(chan struct{})
			p := row("P", step{"a", inLine, func(ctx context.Context, v *vars) error {
				v.A = 99
				child, cancel := context.WithCancel(ctx)
				defer cancel()
				close(running)
				if asks {
					<-child.Done()
				}
				for ctx.Err() == nil {
					goruntime.Gosched()
				}
				return nil
			}}, step{"b", inLine, nothing})
			eng := engine(t)
			register(t, eng, p)
			inst := p.start(t, eng, vars{})
			<-running
			if err := inst.Cancel(t.Context()); err != nil {
				t.Fatal(err)
			}
			got, err := inst.Wait(t.Context())
			if !errors.Is(err, runtime.ErrTerminated) || inst.State() != runtime.Terminated || got.A != 0 && !inLine {
				t.Errorf("inLine %v: %v %v %s", inLine, got, err, inst.State())
			}
			if err := inst.Cancel(t.Context()); err != nil {
				t.Errorf("second cancel: %v", err)
			}
			for _, id := range inst.HistoryIDs() {
				if id == "b" || id == "e" {
					t.Errorf("history %v", inst.HistoryIDs())
				}
			}
		}
	}
}

// An instance can be read while its in-line handler runs, from anywhere, from
// the handler itself too.
func TestReadWhileInLine(t *testing.T) {
	running, release := make(chan struct{}), make(chan struct{})
	var self runtime.Handle[vars]
	p := row("P", step{"a", true, func(_ context.Context, v *vars) error { v.A = 5; return nil }},
		step{"b", true, func(context.Context, *vars) error {
			<-running
			if at := self.Tokens(); len(at) != 1 || at[0].NodeID != "b" {
				t.Errorf("tokens from the handler: %v", at)
			}
			running <- struct{}{}
			<-release
			return nil
		}})
	eng := engine(t)
	register(t, eng, p)
	self = p.start(t, eng, vars{})
	running <- struct{}{}
	<-running
	for range 3 {
		same(t, "history", []string{"s", "a"}, self.HistoryIDs())
		if at := self.Tokens(); len(at) != 1 || at[0].NodeID != "b" || at[0].Name != "the b" {
			t.Errorf("tokens %v", at)
		}
		if v := self.Vars(); v.A != 5 {
			t.Errorf("vars %+v", v)
		}
		if self.State() != runtime.Active {
			t.Errorf("state %s", self.State())
		}
	}
	close(release)
	if _, err := self.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, "history", []string{"s", "a", "b", "e"}, self.HistoryIDs())
}

// Wait and Run are bounded by their context; the instance goes on.
func TestWaitIsBounded(t *testing.T) {
	release := make(chan struct{})
	p := row("P", step{"a", false, func(context.Context, *vars) error { <-release; return nil }})
	eng := engine(t)
	register(t, eng, p)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	inst := p.start(t, eng, vars{})
	if _, err := inst.Wait(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Wait: %v", err)
	}
	close(release)
	if _, err := inst.Wait(t.Context()); err != nil {
		t.Error(err)
	}

	// Run: the second in-line handler moves to another goroutine.
	ctx, cancel = context.WithCancel(t.Context())
	second := make(chan struct{})
	q := row("Q", step{"a", true, func(context.Context, *vars) error { cancel(); return nil }},
		step{"b", true, func(context.Context, *vars) error { <-second; return nil }})
	register(t, eng, q)
	if _, err := runtime.Run[vars](ctx, eng, &q.def, &instance{program: q}, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v", err)
	}
	close(second)
	for len(eng.Instances("Q")) > 0 {
		goruntime.Gosched()
	}
}

// S3.3: Set commits as a task does; an error changes nothing.
func TestSet(t *testing.T) {
	p := row("P", step{id: "u"})
	eng := engine(t)
	register(t, eng, p)
	inst := p.start(t, eng, vars{A: 1})
	if err := inst.Set(t.Context(), func(v *vars) error { v.B = v.A + 1; v.List = []string{"x"}; return nil }); err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	if err := inst.Set(t.Context(), func(v *vars) error { v.A = 99; return boom }); !errors.Is(err, boom) {
		t.Errorf("%v", err)
	}
	same(t, "vars", vars{A: 1, B: 2, List: []string{"x"}}, inst.Vars())
	if err := inst.Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := inst.Set(t.Context(), keep); !errors.Is(err, runtime.ErrOver) {
		t.Errorf("after the end: %v", err)
	}
}

// A context that has ended changes nothing.
func TestSetAfterItsContext(t *testing.T) {
	p := row("P", step{id: "u"})
	eng := engine(t)
	register(t, eng, p)
	inst := p.start(t, eng, vars{A: 1})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	set := func(v *vars) error { v.A = 99; return nil }
	if err := inst.Set(ctx, set); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if v := inst.Vars(); v.A != 1 {
		t.Errorf("vars %+v", v)
	}
}

// Many may try to change an instance that is over: none does, and none is in the
// way of another.
func TestSetTogetherAfterTheEnd(t *testing.T) {
	p := row("P", step{"a", false, func(_ context.Context, v *vars) error { v.A++; return nil }})
	eng := engine(t)
	register(t, eng, p)
	inst := p.start(t, eng, vars{A: 1})
	if _, err := inst.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				if err := inst.Set(t.Context(), keep); !errors.Is(err, runtime.ErrOver) {
					t.Errorf("Set: %v", err)
				}
				inst.Vars()
			}
		})
	}
	all.Wait()
}

// An instance remembers the last nodes only, as many as WithHistory says.
func TestHistoryIsBounded(t *testing.T) {
	p := row("P", step{"a", true, nothing}, step{id: "u"}, step{"b", true, nothing}, step{"c", true, nothing})
	eng := engine(t, runtime.WithHistory(3))
	register(t, eng, p)
	inst := p.start(t, eng, vars{})
	for len(eng.UserTasks(runtime.TaskFilter{})) == 0 {
		goruntime.Gosched()
	}
	same(t, "history", []string{"s", "a"}, inst.HistoryIDs())
	if err := p.complete(eng, "u", inst.Tokens()[0].Task, keep); err != nil {
		t.Fatal(err)
	}
	if _, err := inst.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, "history", []string{"b", "c", "e"}, inst.HistoryIDs())
}

// A limit on instances refuses more, and counts again when some end.
func TestMaxInstances(t *testing.T) {
	p := row("P", step{id: "u"})
	eng := engine(t, runtime.WithMaxInstances(2))
	register(t, eng, p)
	first := p.start(t, eng, vars{})
	p.start(t, eng, vars{})
	if _, err := p.tryStart(eng, vars{}); !errors.Is(err, runtime.ErrLimit) {
		t.Errorf("third: %v", err)
	}
	if err := first.Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.start(t, eng, vars{})
	if n := len(eng.Instances("P")); n != 2 {
		t.Errorf("%d instances", n)
	}
}

// Options that make no sense are errors that say so.
func TestBadOptions(t *testing.T) {
	for _, o := range []runtime.Option{runtime.WithObserverQueue(0), runtime.WithClock(nil), runtime.WithMaxMoves(0),
		runtime.WithMaxInstances(-1), runtime.WithHistory(-1)} {
		if _, err := runtime.New(o); err == nil {
			t.Error("accepted")
		}
	}
}

// S1.7: the limit on moves is the engine's option; the fault names the cycle.
func TestMaxMoves(t *testing.T) {
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.node("x", runtime.NodeDef{Kind: runtime.KindExclusiveGateway})
	p.node("y", runtime.NodeDef{Kind: runtime.KindExclusiveGateway})
	p.flow("s", "x", "y", "x")
	eng := engine(t, runtime.WithMaxMoves(1000))
	register(t, eng, p)
	_, err := p.run(eng, vars{})
	if err == nil || !strings.Contains(err.Error(), "1000 moves") || !strings.Contains(err.Error(), "x -> y") && !strings.Contains(err.Error(), "y -> x") {
		t.Errorf("%v", err)
	}
}
