package shop_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/internal/leaktest"
	"github.com/bpmngen/bpmngen/runtime/internal/sample/shop"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

type host struct{ sent chan shop.Invoice }

func (h host) SendInvoice(_ context.Context, payload shop.Invoice) error {
	h.sent <- payload
	return nil
}

// still is a clock that the test moves.
type still struct{ now time.Time }

func (s *still) Now() time.Time { return s.now }

func engine(t *testing.T, clock runtime.Clock) (*runtime.Engine, host) {
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
	h := host{sent: make(chan shop.Invoice, 10)}
	if _, err := shop.Register(eng, h); err != nil {
		t.Fatal(err)
	}
	return eng, h
}

func running(t *testing.T, eng *runtime.Engine, want int) []runtime.AnyHandle {
	t.Helper()
	all := eng.Instances(shop.ProcessID)
	if len(all) != want {
		t.Fatalf("%d instances run, want %d", len(all), want)
	}
	return all
}

// S4.2, S4.4: the first message of a conversation makes an instance that owns
// its key; later ones go to it; both parts are needed (§10.5.1); the invoice is
// sent by the host, typed (S4.1).
func TestOrder(t *testing.T) {
	eng, h := engine(t, &still{})
	if err := shop.PublishPlaced(t.Context(), eng, shop.Placed{OrderID: "42", Amount: 120}); err != nil {
		t.Fatal(err)
	}
	inst := running(t, eng, 1)[0]
	if err := shop.PublishPlaced(t.Context(), eng, shop.Placed{OrderID: "42", Amount: 7}); err != nil {
		t.Fatal(err)
	}
	running(t, eng, 1) // the key is owned: the second order waits
	for _, key := range []string{"43", "42"} {
		if err := shop.PublishPaid(t.Context(), eng, key); err != nil {
			t.Fatal(err)
		}
	}
	if err := eng.Broadcast(t.Context(), "Closing", nil); err != nil {
		t.Fatal(err)
	}
	if err := inst.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(shop.Invoice{OrderID: "42", Amount: 120}, <-h.sent); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"Begin", "PaidAndClosing", "SendInvoice"}, inst.HistoryIDs()); d != "" {
		t.Error(d)
	}
	running(t, eng, 1) // now the second one runs
}

// S5.1, S5.2: a signal and a cycle start instances; nobody may by hand.
func TestStarts(t *testing.T) {
	clock := &still{now: time.Unix(0, 0)}
	eng, _ := engine(t, clock)
	if err := shop.BroadcastRecount(t.Context(), eng); err != nil {
		t.Fatal(err)
	}
	running(t, eng, 0) // it ran to its end
	clock.now = clock.now.Add(49 * time.Hour)
	eng.Tick()
	running(t, eng, 2) // after one day and after two
	if _, err := eng.StartProcess(t.Context(), shop.ProcessID, runtime.Latest, "", nil); !errors.Is(err, runtime.ErrNoStart) {
		t.Errorf("%v", err)
	}
}
