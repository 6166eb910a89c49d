package retour_test

import (
	"context"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime/feel"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/retour"
)

type shop struct {
	bought time.Time
	asked  int64
}

func (s *shop) DeskIsOpen(amount int64) (bool, error) {
	s.asked = amount
	return true, nil
}

func (s *shop) Buy(_ context.Context, v *retour.Vars) error {
	v.Amount, v.Bought = 3, feel.DateTimeOf(s.bought)
	return nil
}

func (s *shop) Grow(_ context.Context, v *retour.Vars) error {
	v.Amount, v.Bought = 100, feel.DateTime{}
	return nil
}

func (s *shop) AtTheDesk(_ context.Context, v *retour.Vars) error { v.Way = "desk"; return nil }
func (s *shop) ByPost(_ context.Context, v *retour.Vars) error    { v.Way = "post"; return nil }

// S8.1: conditions in a handler read the data of completion; the host's code and
// the engine's clock are found from there too.
func TestRetour(t *testing.T) {
	for _, c := range []struct {
		bought time.Time
		way    string
	}{{time.Now().Add(-time.Hour), "desk"}, {time.Now().Add(-60 * 24 * time.Hour), "post"}} {
		host := goldentest.New(t)
		s := &shop{bought: c.bought}
		goldentest.Must(retour.Register(host.Engine, s))(t)
		got, err := retour.Run(context.Background(), host.Engine, retour.Vars{})
		if err != nil || got.Way != c.way || got.Amount != 100 || s.asked != 3 {
			t.Errorf("%v %+v, the desk was asked for %d", err, got, s.asked)
		}
	}
}
