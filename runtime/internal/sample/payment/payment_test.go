package payment_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/internal/leaktest"
	"github.com/bpmngen/bpmngen/runtime/internal/sample/payment"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

type host struct {
	charge func(ctx context.Context, v *payment.Vars) error
}

func (h host) Charge(ctx context.Context, v *payment.Vars) error { return h.charge(ctx, v) }

func (host) Remind(context.Context, *payment.Vars) error { return nil }

// still is a clock that the test moves.
type still struct{ now time.Time }

func (s *still) Now() time.Time { return s.now }

func order(t *testing.T, clock runtime.Clock, charge func(ctx context.Context, v *payment.Vars) error) (*runtime.Engine, payment.Instance) {
	t.Helper()
	eng, err := runtime.New(runtime.WithClock(clock))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := eng.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if _, err := payment.Register(eng, host{charge}); err != nil {
		t.Fatal(err)
	}
	inst, err := payment.Start(t.Context(), eng, payment.Vars{OrderID: "42"})
	if err != nil {
		t.Fatal(err)
	}
	if err := payment.PublishOrdered(t.Context(), eng, payment.Ordered{OrderID: "43", Amount: 1}); err != nil {
		t.Fatal(err)
	}
	if err := payment.PublishOrdered(t.Context(), eng, payment.Ordered{OrderID: "42", Amount: 120}); err != nil {
		t.Fatal(err)
	}
	return eng, inst
}

func ends(t *testing.T, inst payment.Instance, want payment.Vars, path ...string) {
	t.Helper()
	got, err := inst.Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(path, inst.HistoryIDs()); d != "" {
		t.Error(d)
	}
}

// S4.2, EV §2.9.1: the order's own message arrives with its payload.
func TestCharged(t *testing.T) {
	_, inst := order(t, &still{}, func(_ context.Context, v *payment.Vars) error {
		if v.Amount != 120 {
			t.Errorf("charges %d", v.Amount)
		}
		return nil
	})
	ends(t, inst, payment.Vars{OrderID: "42", Amount: 120}, "Begin", "AwaitOrder", "Charge", "Settled")
}

// S6.2, S6.4: a BPMN error is caught by its code, its payload bound.
func TestRefused(t *testing.T) {
	_, inst := order(t, &still{}, func(context.Context, *payment.Vars) error {
		return payment.RefusedError(payment.Refused{Reason: "no funds"})
	})
	ends(t, inst, payment.Vars{OrderID: "42", Amount: 120, Reason: "no funds"}, "Begin", "AwaitOrder", "Refused", "Closed")
}

// EV §2.7: a commit that makes the condition true interrupts the task.
func TestWaived(t *testing.T) {
	_, inst := order(t, &still{}, func(ctx context.Context, _ *payment.Vars) error { <-ctx.Done(); return nil })
	if err := inst.Set(t.Context(), func(v *payment.Vars) error { v.Amount = 0; return nil }); err != nil {
		t.Fatal(err)
	}
	ends(t, inst, payment.Vars{OrderID: "42"}, "Begin", "AwaitOrder", "Waived", "Settled")
}

// S5.2, EV §2.2: a non-interrupting cycle fires three times beside its task.
func TestSlow(t *testing.T) {
	clock := &still{now: time.Unix(0, 0)}
	release := make(chan struct{})
	eng, inst := order(t, clock, func(context.Context, *payment.Vars) error { <-release; return nil })
	clock.now = clock.now.Add(time.Hour)
	eng.Tick()
	for { // the reminders run on goroutines of their own
		n := 0
		for _, id := range inst.HistoryIDs() {
			if id == "Remind" {
				n++
			}
		}
		if n == 3 {
			break
		}
	}
	if _, ok := eng.NextDue(); ok {
		at, _ := eng.NextDue()
		if at.Before(clock.now) {
			t.Error("a timer is overdue")
		}
	}
	close(release)
	if _, err := inst.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
}
