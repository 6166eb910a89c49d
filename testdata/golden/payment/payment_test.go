package payment_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/payment"
)

type handlers struct {
	charge func(v *payment.PaymentVars) error
}

func (h handlers) Charge(_ context.Context, v *payment.PaymentVars) error { return h.charge(v) }

func (handlers) Remind(context.Context, *payment.PaymentVars) error { return nil }

// begin starts a payment and the books that wait for what becomes of it, and
// publishes the order that the payment waits for.
func begin(t *testing.T, charge func(v *payment.PaymentVars) error) (*bpmntest.Kit, payment.PaymentInstance, payment.BooksInstance) {
	t.Helper()
	kit := bpmntest.Start(t)
	goldentest.Must(payment.RegisterPayment(kit.Engine, handlers{charge}))(t)
	goldentest.Must(payment.RegisterBooks(kit.Engine))(t)
	pay := goldentest.Must(payment.StartPayment(t.Context(), kit.Engine, payment.PaymentVars{OrderID: "42", Patience: "PT1H"}))(t)
	books := goldentest.Must(payment.StartBooks(t.Context(), kit.Engine, payment.BooksVars{}))(t)
	for _, order := range []payment.Ordered{{OrderID: "43", Total: 1}, {OrderID: "42", Total: 100, Fee: 20}} {
		if err := payment.PublishOrdered(t.Context(), kit.Engine, order); err != nil {
			t.Fatal(err)
		}
	}
	return kit, pay, books
}

// ends settles and says how an instance ended, with what.
func ends[V any](t *testing.T, inst runtime.Handle[V], want V, path ...string) {
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

// S4.2, S4.4, EV §2.9.1: the order with the instance's key arrives, its payload
// is bound by the event's mappings; what the end event throws arrives in turn.
func TestPaid(t *testing.T) {
	kit, pay, books := begin(t, func(v *payment.PaymentVars) error {
		if v.Amount != 120 {
			t.Errorf("charges %d", v.Amount)
		}
		return nil
	})
	kit.Settle()
	ends(t, pay, payment.PaymentVars{OrderID: "42", Amount: 120, Patience: "PT1H"}, "Begin", "AwaitOrder", "Charge", "Settled")
	ends(t, books, payment.BooksVars{Last: "42", Sum: 120}, "Open", "First", "Paid", "End")
}

// S6.2, S6.4: a handler returns a declared error; its catch binds the payload.
// S5.1: the end event's signal reaches another instance.
func TestRefused(t *testing.T) {
	kit, pay, books := begin(t, func(*payment.PaymentVars) error {
		return payment.RefusedError(payment.Refused{Explanation: "no funds"})
	})
	kit.Settle()
	ends(t, pay, payment.PaymentVars{OrderID: "42", Amount: 120, Reason: "no funds", Patience: "PT1H"}, "Begin", "AwaitOrder", "Refused", "Closed")
	ends(t, books, payment.BooksVars{}, "Open", "First", "Shut", "End")
}

// EV §2.7: the host's commit makes the condition true, which interrupts the task.
func TestWaived(t *testing.T) {
	_, pay, _ := begin(t, func(*payment.PaymentVars) error { return nil })
	if err := pay.Set(t.Context(), func(v *payment.PaymentVars) error { v.Amount = 0; return nil }); err != nil {
		t.Fatal(err)
	}
	ends(t, pay, payment.PaymentVars{OrderID: "42", Patience: "PT1H"}, "Begin", "AwaitOrder", "Waived", "Settled")
}

// S5.2, EV §2.2, EV §2.6: reminders beside the task, then its time is up; the
// error of the end event fails the instance.
func TestLost(t *testing.T) {
	kit := bpmntest.Start(t)
	goldentest.Must(payment.RegisterPayment(kit.Engine, payment.UnimplementedPaymentHandlers{}))(t)
	pay := goldentest.Must(payment.StartPayment(t.Context(), kit.Engine, payment.PaymentVars{OrderID: "42", Patience: "PT0S"}))(t)
	if err := payment.PublishOrdered(t.Context(), kit.Engine, payment.Ordered{OrderID: "42", Total: 1}, runtime.MessageID("once")); err != nil {
		t.Fatal(err)
	}
	kit.Advance(time.Second)
	_, err := pay.Wait(t.Context())
	var lost *runtime.BPMNError
	if !errors.As(err, &lost) || lost.Code != "LOST" {
		t.Errorf("%v", err)
	}
}
