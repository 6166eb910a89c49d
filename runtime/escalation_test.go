package runtime_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
)

func escalation(code string, interrupting bool) runtime.EventDef {
	return runtime.EventDef{Trigger: runtime.EscalationTrigger, Code: code, Interrupting: interrupting, Expr: runtime.None, Payload: runtime.None}
}

// escalates is a task w whose boundary events take LATE, which goes on, and STUCK,
// which does not; told and dropped are behind them.
func escalates(key string, inLine bool, h handler) *program {
	p := newProgram(key)
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	if h == nil {
		p.user("w")
	} else {
		p.task("w", inLine, h)
	}
	p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
	p.boundary("w", "late", escalation("LATE", false))
	p.boundary("w", "stuck", escalation("STUCK", true))
	p.task("told", false, nothing)
	p.task("dropped", false, nothing)
	p.flow("s", "w", "e")
	p.flow("late", "told")
	p.flow("stuck", "dropped")
	return p
}

// S6.3: work throws an escalation and goes on beside what a non-interrupting catch
// starts, in line and on a goroutine of its own; its result is committed.
func TestHandlerEscalates(t *testing.T) {
	for _, inLine := range []bool{false, true} {
		eng := engine(t)
		p := escalates("P", inLine, func(ctx context.Context, v *vars) error {
			for range 2 {
				if err := runtime.Escalate(ctx, &runtime.Escalation{Code: "LATE"}); err != nil {
					return err
				}
			}
			if err := runtime.Escalate(ctx, &runtime.Escalation{Code: "NOBODY"}); err != nil {
				return err
			}
			v.A = 7
			return ctx.Err()
		})
		register(t, eng, p)
		h := p.start(t, eng, vars{})
		if v, err := h.Wait(t.Context()); err != nil || v.A != 7 {
			t.Errorf("in line %v: %+v, %v", inLine, v, err)
		}
		counts := map[string]int{}
		for _, id := range h.HistoryIDs() {
			counts[id]++
		}
		if counts["late"] != 2 || counts["told"] != 2 || counts["w"] != 1 || counts["dropped"] != 0 {
			t.Errorf("in line %v: completed %v", inLine, counts)
		}
	}
}

// S6.3: an interrupting catch ends the work: its context ends, its result is ignored.
func TestHandlerEscalatesAway(t *testing.T) {
	for _, inLine := range []bool{false, true} {
		eng := engine(t)
		ended := make(chan error, 1)
		p := escalates("P", inLine, func(ctx context.Context, v *vars) error {
			v.A = 7
			if err := runtime.Escalate(ctx, &runtime.Escalation{Code: "STUCK"}); err != nil {
				return err
			}
			ended <- ctx.Err()
			return nil
		})
		register(t, eng, p)
		h := p.start(t, eng, vars{})
		v, err := h.Wait(t.Context())
		if err != nil || v.A != 0 {
			t.Errorf("in line %v: %+v, %v", inLine, v, err)
		}
		if got := <-ended; !inLine && !errors.Is(got, context.Canceled) {
			t.Errorf("the context of the work ended with %v", got)
		}
		if ids := h.HistoryIDs(); !slices.Contains(ids, "dropped") || slices.Contains(ids, "w") {
			t.Errorf("in line %v: completed %v", inLine, ids)
		}
	}
}

// S6.3: somebody outside escalates for an open task, which stays open.
func TestEscalateTask(t *testing.T) {
	eng := engine(t)
	p := escalates("P", false, nil)
	register(t, eng, p)
	h := p.start(t, eng, vars{})
	task := eng.UserTasks(runtime.TaskFilter{Node: "w"})[0].ID
	if err := eng.EscalateTask(t.Context(), task, &runtime.Escalation{Code: "LATE"}); err != nil {
		t.Fatal(err)
	}
	if n := len(eng.UserTasks(runtime.TaskFilter{Node: "w"})); n != 1 {
		t.Errorf("%d open tasks", n)
	}
	if err := eng.EscalateTask(t.Context(), task, &runtime.Escalation{Code: "STUCK"}); err != nil {
		t.Fatal(err)
	}
	if err := eng.EscalateTask(t.Context(), task, &runtime.Escalation{Code: "LATE"}); !errors.Is(err, runtime.ErrTaskOver) {
		t.Errorf("a task that is gone: %v", err)
	}
	if _, err := h.Wait(t.Context()); err != nil {
		t.Error(err)
	}
	if err := eng.EscalateTask(t.Context(), task, &runtime.Escalation{Code: "LATE"}); !errors.Is(err, runtime.ErrTaskOver) {
		t.Errorf("an instance that is over: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := eng.EscalateTask(cancelled, task, &runtime.Escalation{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
	if eng.EscalateTask(t.Context(), task, nil) == nil || runtime.Escalate(t.Context(), nil) == nil {
		t.Error("no escalation at all was taken")
	}
	if err := runtime.Escalate(t.Context(), &runtime.Escalation{}); !errors.Is(err, runtime.ErrNoTask) {
		t.Errorf("no handler's context: %v", err)
	}
}

// S4.6: a token that waits for a message is let go on by hand, and the broker's
// waiter goes with it; what waits for something else is not.
func TestReceiveByHand(t *testing.T) {
	eng := engine(t)
	p := waits("P", paid)
	q := waits("Q", stop)
	register(t, eng, p)
	register(t, eng, q)
	h, other := p.start(t, eng, vars{B: 1}), q.start(t, eng, vars{})
	at, elsewhere := h.Tokens()[0].Task, other.Tokens()[0].Task
	if err := h.Receive(t.Context(), at, "by hand"); err != nil {
		t.Fatal(err)
	}
	if v, err := h.Wait(t.Context()); err != nil || !slices.Equal(v.List, []string{"by hand"}) {
		t.Errorf("%+v, %v", v, err)
	}
	for _, err := range []error{h.Receive(t.Context(), at, nil), other.Receive(t.Context(), elsewhere, nil), other.Receive(t.Context(), at, nil)} {
		if !errors.Is(err, runtime.ErrNotWaiting) {
			t.Errorf("%v", err)
		}
	}
	// The waiter is gone: the message waits for the next one.
	if err := eng.Publish(t.Context(), runtime.Message{Name: "Paid", Key: "1", Keyed: true, Payload: "later"}); err != nil {
		t.Fatal(err)
	}
	if v, err := p.start(t, eng, vars{B: 1}).Wait(t.Context()); err != nil || !slices.Equal(v.List, []string{"later"}) {
		t.Errorf("%+v, %v", v, err)
	}
	if err := other.Cancel(t.Context()); err != nil {
		t.Error(err)
	}
}

// S4.2, S9: what is kept because the limit on instances was reached starts one as
// soon as another ends, the oldest first.
func TestKeptStartsWhenThereIsRoom(t *testing.T) {
	p := newProgram("P")
	p.event("m", runtime.NodeDef{Kind: runtime.KindStartEvent}, plain)
	p.user("u")
	p.flow("m", "u")
	p.def.EventStarts, p.def.Starts, p.def.DefaultStart = []int32{0}, nil, runtime.None
	eng := engine(t, runtime.WithMaxInstances(1))
	for _, what := range []string{"first", "second", "third"} { // nobody is there yet: they wait in the inbox
		if err := eng.Publish(t.Context(), runtime.Message{Name: "Plain", Payload: what}); err != nil {
			t.Fatal(err)
		}
	}
	register(t, eng, p)
	for _, want := range []string{"first", "second", "third"} {
		tasks := eng.UserTasks(runtime.TaskFilter{Node: "u"})
		if len(tasks) != 1 {
			t.Fatalf("%d instances run", len(tasks))
		}
		h, err := eng.Instance(tasks[0].Instance)
		if err != nil {
			t.Fatal(err)
		}
		if got := (runtime.Handle[vars]{AnyHandle: h}).Vars().List; !slices.Equal(got, []string{want}) {
			t.Errorf("%v runs, want %s", got, want)
		}
		if err := p.complete(eng, "u", tasks[0].ID, keep); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(eng.UserTasks(runtime.TaskFilter{})); n != 0 {
		t.Errorf("%d tasks are left", n)
	}
	// What is refused to its publisher is not kept (S4.1).
	blocker := row("Q", step{"q", false, nil})
	register(t, eng, blocker)
	h := blocker.start(t, eng, vars{})
	if err := eng.Publish(t.Context(), runtime.Message{Name: "Plain", Payload: "refused"}); !errors.Is(err, runtime.ErrLimit) {
		t.Errorf("%v", err)
	}
	if err := h.Cancel(t.Context()); err != nil {
		t.Error(err)
	}
	if n := len(eng.UserTasks(runtime.TaskFilter{})); n != 0 {
		t.Errorf("%d instances of what was refused", n)
	}
}
