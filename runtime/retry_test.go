package runtime_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
)

var errDown = errors.New("the service is down")

// attempts is a handler that fails until its n-th attempt, and notes when each
// began, by which task and as which attempt.
type attempts struct {
	n     int
	clock interface{ Now() time.Time }
	at    []time.Duration
	ids   []runtime.TaskID
	count []int
	fail  func(attempt int) error
}

func (a *attempts) handle(ctx context.Context, v *vars) error {
	t, _ := runtime.TaskFrom(ctx)
	a.at = append(a.at, a.clock.Now().Sub(bpmntest.Epoch))
	a.ids, a.count = append(a.ids, t.ID()), append(a.count, t.Attempt())
	v.A++ // of a private copy: what failed is not committed
	if len(a.at) < a.n {
		if a.fail != nil {
			return a.fail(len(a.at))
		}
		return errDown
	}
	return nil
}

func minutes(ns ...int) []time.Duration {
	var all []time.Duration
	for _, n := range ns {
		all = append(all, time.Duration(n)*time.Minute)
	}
	return all
}

// S9.1: work is tried as often as its policy says, after its delays, of which
// the last repeats; the attempts have one id (S10.4) and their own number; only
// the last one's result is committed (S3.2).
func TestRetry(t *testing.T) {
	p := newProgram("P")
	a := &attempts{n: 5}
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.task("work", true, a.handle)
	p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
	p.flow("s", "work", "e")
	p.def.Nodes[1].Retry = &runtime.RetryDef{Attempts: 5, Backoff: []int64{int64(time.Minute), int64(3 * time.Minute)}}
	kit := bpmntest.Start(t)
	a.clock = kit.Clock
	register(t, kit.Engine, p)
	h := p.start(t, kit.Engine, vars{})
	kit.Advance(9*time.Minute + 59*time.Second)
	same(t, "attempts before the last", minutes(0, 1, 4, 7), a.at)
	same(t, "state", runtime.Active, h.State())
	same(t, "waiting", []string{"work"}, kit.Waiting())
	kit.Advance(time.Second)
	same(t, "attempts", minutes(0, 1, 4, 7, 10), a.at)
	same(t, "numbers", []int{1, 2, 3, 4, 5}, a.count)
	if slices.ContainsFunc(a.ids, func(id runtime.TaskID) bool { return id != a.ids[0] }) {
		t.Errorf("attempts have several ids: %v", a.ids)
	}
	same(t, "state", runtime.Completed, h.State())
	same(t, "A", 1, h.Vars().A)
	same(t, "history", []string{"s", "work", "e"}, h.HistoryIDs())
	var told []int
	for _, f := range kit.Facts() {
		if f.Kind == runtime.WorkRetried {
			told = append(told, f.Count)
			if !errors.Is(f.Err, errDown) {
				t.Errorf("told %v", f.Err)
			}
		}
	}
	same(t, "facts", []int{1, 2, 3, 4}, told)
}

// S9.1, S6.2: spent retries let the failure enter the chain; a BPMN error is no
// failure and enters it at once, a panic is one; NoRetry ends them, RetryAfter
// sets the delay.
func TestRetriesSpent(t *testing.T) {
	for _, c := range []struct {
		name string
		fail func(int) error
		want []time.Duration
	}{
		{"an error", nil, minutes(0, 1, 2)},
		{"a panic", func(int) error { panic("ouch") }, minutes(0, 1, 2)},
		{"a BPMN error", func(int) error { return &runtime.BPMNError{Code: "X"} }, minutes(0)},
		{"NoRetry", func(n int) error {
			if n == 2 {
				return runtime.NoRetry(errDown)
			}
			return errDown
		}, minutes(0, 1)},
		{"RetryAfter", func(n int) error { return runtime.RetryAfter(errDown, time.Duration(n)*time.Hour) }, minutes(0, 60, 180)},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := &attempts{n: 100, fail: c.fail}
			p := row("P", step{"work", false, a.handle})
			kit := bpmntest.Start(t, runtime.WithTaskRetry("P", "work", runtime.RetryPolicy{Attempts: 3, Backoff: minutes(1)}))
			a.clock = kit.Clock
			register(t, kit.Engine, p)
			h := p.start(t, kit.Engine, vars{})
			kit.Advance(100 * time.Hour)
			same(t, "attempts", c.want, a.at)
			same(t, "state", runtime.Failed, h.State())
			var f *runtime.Fault
			if _, err := h.Wait(t.Context()); !errors.As(err, &f) || f.Node != "work" {
				t.Errorf("%v", err)
			}
		})
	}
}

// S9.1: the host's policy for a task goes before the model's, which goes before
// the host's default, which is none.
func TestWhosePolicy(t *testing.T) {
	model := &runtime.RetryDef{Attempts: 3}
	task := runtime.WithTaskRetry("P", "work", runtime.RetryPolicy{Attempts: 4})
	host := runtime.WithRetry(runtime.RetryPolicy{Attempts: 2})
	other := runtime.WithTaskRetry("Q", "work", runtime.RetryPolicy{Attempts: 5})
	for _, c := range []struct {
		name  string
		model *runtime.RetryDef
		opts  []runtime.Option
		want  int
	}{
		{"none", nil, nil, 1},
		{"the default", nil, []runtime.Option{host, other}, 2},
		{"the model's", model, []runtime.Option{host, other}, 3},
		{"the task's", model, []runtime.Option{host, task, other}, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, inLine := range []bool{true, false} {
				a := &attempts{n: 100, clock: bpmntest.NewClock()}
				p := row("P", step{"work", inLine, a.handle})
				p.def.Nodes[p.nodes["work"]].Retry = c.model
				eng := engine(t, c.opts...)
				register(t, eng, p)
				if _, err := p.run(eng, vars{}); !errors.Is(err, errDown) {
					t.Errorf("%v", err)
				}
				same(t, "attempts", c.want, len(a.at))
			}
		})
	}
}

// S5.3: a boundary's timer is not reset by a retry, and interrupts the wait for
// one; the attempt that was to come does not.
func TestBoundaryDuringRetry(t *testing.T) {
	a := &attempts{n: 100}
	p := row("P", step{"work", false, a.handle})
	p.boundary("work", "late", runtime.EventDef{Trigger: runtime.TimerTrigger, Interrupting: true})
	p.task("cleanup", false, nothing)
	p.flow("late", "cleanup")
	kit := bpmntest.Start(t, runtime.WithRetry(runtime.RetryPolicy{Attempts: 100, Backoff: []time.Duration{25 * time.Minute}}))
	a.clock = kit.Clock
	register(t, kit.Engine, p)
	h := p.start(t, kit.Engine, vars{A: int(time.Hour)}) // due after one
	kit.Advance(24 * time.Hour)
	same(t, "attempts", minutes(0, 25, 50), a.at)
	same(t, "state", runtime.Completed, h.State())
	same(t, "history", []string{"s", "late", "cleanup"}, h.HistoryIDs())
}

// Bad policies are refused when the engine is made.
func TestBadPolicies(t *testing.T) {
	for _, o := range []runtime.Option{
		runtime.WithRetry(runtime.RetryPolicy{Attempts: -1}),
		runtime.WithRetry(runtime.RetryPolicy{Attempts: 2, Backoff: minutes(-1)}),
		runtime.WithTaskRetry("P", "work", runtime.RetryPolicy{Attempts: -3}),
	} {
		if _, err := runtime.New(o); err == nil {
			t.Error("a bad policy is taken")
		}
	}
	same(t, "doubling", []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 5 * time.Second},
		runtime.ExponentialBackoff(9, time.Second, 5*time.Second).Backoff)
}
