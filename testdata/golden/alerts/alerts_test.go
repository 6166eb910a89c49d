package alerts_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
	"github.com/bpmngen/bpmngen/testdata/golden/alerts"
)

// shop delivers late, or loses the parcel.
type shop struct {
	alerts.UnimplementedHandlers
	lost string // by that carrier
	told []int64
}

func (s *shop) Deliver(ctx context.Context, v *alerts.Vars) error {
	if s.lost != "" {
		return alerts.LostError("lost-" + s.lost)
	}
	for minutes := range int64(2) {
		if err := runtime.Escalate(ctx, alerts.LateEscalation(alerts.Late{Minutes: 30 + minutes})); err != nil {
			return err
		}
	}
	return nil
}

func (s *shop) TellCustomer(_ context.Context, v *alerts.Vars) error {
	s.told = append(s.told, v.Late)
	return nil
}

func start(t *testing.T, s *shop, p alerts.OrderPlaced) *bpmntest.Kit {
	t.Helper()
	kit := bpmntest.Start(t)
	if _, err := alerts.Register(kit.Engine, s); err != nil {
		t.Fatal(err)
	}
	if err := alerts.PublishOrderPlaced(t.Context(), kit.Engine, p); err != nil {
		t.Fatal(err)
	}
	kit.Settle()
	return kit
}

// S6.3, S6.4: the handler's escalations start the non-interrupting catch each time,
// with their payloads; S3.6: what the messages bring goes to the variables of the
// same names; the name of the second one is computed from such a variable.
func TestEscalatesAndGoesOn(t *testing.T) {
	total, owner, other := int64(120), "owner", "somebody"
	for signed, want := range map[*string]string{&owner: "Gift", &other: "End", nil: "End"} {
		s := &shop{}
		kit := start(t, s, alerts.OrderPlaced{OrderID: "42", Total: &total})
		if !slices.Equal(s.told, []int64{31, 31}) && !slices.Equal(s.told, []int64{30, 31}) {
			t.Errorf("told %v", s.told)
		}
		for _, name := range []string{"arrived-41", "arrived-42"} {
			if got := kit.Waiting(); !slices.Equal(got, []string{"Wait"}) {
				t.Fatalf("before %s: %v", name, got)
			}
			if err := alerts.PublishArrived(t.Context(), kit.Engine, name, alerts.Arrived{SignedBy: signed}); err != nil {
				t.Fatal(err)
			}
			kit.Settle()
		}
		if got := kit.Completed(); got[len(got)-1] != want {
			t.Errorf("completed %v, want %s at last", got, want)
		}
	}
}

// S6.1, S6.2: the code of the catch was computed when the task began; the code that
// it took is bound.
func TestComputedErrorCode(t *testing.T) {
	carrier := "north"
	s := &shop{lost: carrier}
	kit := start(t, s, alerts.OrderPlaced{OrderID: "42", Carrier: &carrier})
	if got := kit.Completed(); !slices.Equal(got, []string{"Start", "OnLost", "Refund"}) {
		t.Errorf("completed %v", got)
	}
	s = &shop{lost: "south"}
	kit = bpmntest.Start(t)
	if _, err := alerts.Register(kit.Engine, s); err != nil {
		t.Fatal(err)
	}
	inst, err := alerts.StartAtStart(t.Context(), kit.Engine, alerts.Vars{Carrier: "north"})
	if err != nil {
		t.Fatal(err)
	}
	kit.Settle()
	var be *runtime.BPMNError
	if _, err := inst.Wait(t.Context()); !errors.As(err, &be) || be.Code != "lost-south" {
		t.Errorf("another code: %v", err)
	}
	inst, err = alerts.StartAtStart(t.Context(), kit.Engine, alerts.Vars{Carrier: "south"})
	if err != nil {
		t.Fatal(err)
	}
	kit.Settle()
	if v, err := inst.Wait(t.Context()); err != nil || v.Why != "lost-south" {
		t.Errorf("%+v, %v", v, err)
	}
}
