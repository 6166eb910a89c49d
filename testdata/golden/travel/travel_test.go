package travel_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/travel"
)

// agency does the work and notes what each handler sees.
type agency struct {
	mu    sync.Mutex
	notes []string
}

func (a *agency) note(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.notes = append(a.notes, fmt.Sprintf(format, args...))
}

func (a *agency) ReserveMoney(_ context.Context, v *travel.Vars) error {
	v.Budget -= 10
	v.Stops = append(v.Stops, "bank")
	return nil
}

func (a *agency) BookFlight(_ context.Context, v *travel.BookATripVars) error {
	v.Code = "LH1"
	v.Budget -= 20
	v.Stops = append(v.Stops, "airport")
	return nil
}

func (a *agency) ChargeCard(_ context.Context, v *travel.Vars) error {
	v.Budget -= 30
	v.Stops = append(v.Stops, "till")
	return nil
}

func (a *agency) RefundCard(_ context.Context, v *travel.Vars) error {
	a.note("refund at %d, %v", v.Budget, v.Stops)
	v.Refund += 30
	v.Stops[0] = "changed in a private copy" // of its own slice
	v.Stops = v.Stops[:3:3]
	v.Stops[0] = "bank"
	return nil
}

func (a *agency) CancelFlight(_ context.Context, v *travel.BookATripVars) error {
	a.note("cancel %s at %d, %v, refund %d", v.Code, v.Budget, v.Stops, v.Refund)
	v.Refund += 20
	v.Code = "none"
	return nil
}

func (a *agency) TellTheCustomer(_ context.Context, v *travel.BookATripVars) error {
	a.note("tell of %s at %d, refund %d", v.Code, v.Budget, v.Refund)
	return nil
}

func (a *agency) ReleaseMoney(_ context.Context, v *travel.Vars) error {
	a.note("release at %d, %v, refund %d", v.Budget, v.Stops, v.Refund)
	v.Budget += 10
	return nil
}

// S8.1 to S8.3: the transaction is cancelled and compensated, then the process by
// its end event. Each handler sees what its activity completed with; what it changes
// is written to the live data; a compensation event sub-process sees what
// the handlers wrote that it throws for.
func TestTravel(t *testing.T) {
	for _, c := range []struct {
		answer string
		want   travel.Vars
		notes  []string
	}{
		{"yes", travel.Vars{Budget: 40, Stops: []string{"bank", "airport", "till"}, Answer: "yes"}, nil},
		{"no", travel.Vars{Budget: 100, Stops: []string{"bank", "airport", "till"}, Refund: 20, Answer: "no"}, []string{
			"refund at 40, [bank airport till]",
			"cancel LH1 at 70, [bank airport], refund 0",
			"tell of none at 70, refund 20",
			"release at 90, [bank], refund 0",
		}},
	} {
		host := goldentest.New(t)
		a := &agency{}
		goldentest.Must(travel.Register(host.Engine, a))(t)
		got, err := travel.Run(context.Background(), host.Engine, travel.Vars{Budget: 100, Answer: c.answer})
		if d := cmp.Diff(c.want, got); d != "" || err != nil {
			t.Errorf("%s: %v %s", c.answer, err, d)
		}
		if d := cmp.Diff(c.notes, a.notes); d != "" {
			t.Errorf("%s: %s", c.answer, d)
		}
	}
}
