package beans_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/beans"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
)

// shop is a host whose beans are methods of its handlers.
type shop struct {
	beans.UnimplementedHandlers
	home  string
	fails bool
	forms int64
}

func (s *shop) PricingTotal(price float64, currency string) (float64, error) {
	if s.fails {
		return 0, errors.New("no price today")
	}
	if currency != "EUR" {
		return 0, errors.New(currency)
	}
	return price * 2, nil
}

func (s *shop) ZoneIsHome(country string) (bool, error) { return country == s.home, nil }

func (s *shop) CustomsMore(forms int64) (bool, error) { return forms < s.forms, nil }

func (s *shop) Calculate(_ context.Context, in beans.CalculateIn) (beans.CalculateOut, error) {
	return beans.CalculateOut{Quoted: in.Base + 1}, nil
}

func (s *shop) FillAForm(_ context.Context, v *beans.OutsideVars) error {
	v.Forms++
	return nil
}

func quote(t *testing.T, s *shop, v beans.Vars) (beans.Vars, []runtime.Node, error) {
	t.Helper()
	host := goldentest.New(t)
	goldentest.Must(beans.Register(host.Engine, s))(t)
	inst := goldentest.Must(beans.Start(context.Background(), host.Engine, v))(t)
	got, err := inst.Wait(context.Background())
	return got, inst.History(), err
}

// A bean call of JUEL is a method of the handlers: in mappings, in conditions, and
// in a sub-process with data of its own.
func TestBeans(t *testing.T) {
	got, history, err := quote(t, &shop{home: "AT"}, beans.Vars{Weight: 3, Country: "AT"})
	if err != nil || got.Price != 7 || history[len(history)-1] != beans.NodeInside {
		t.Errorf("%+v, %v, %v", got, history, err)
	}
	got, history, err = quote(t, &shop{home: "AT", forms: 3}, beans.Vars{Weight: 3, Country: "CH"})
	forms := 0
	for _, n := range history {
		if n == beans.NodeFillAForm {
			forms++
		}
	}
	if err != nil || forms != 3 || history[len(history)-1] != beans.NodeLeft {
		t.Errorf("%+v, %v, %v", got, history, err)
	}
}

// S9.1: what it returns as an error is a fault.
func TestBeanFails(t *testing.T) {
	_, _, err := quote(t, &shop{fails: true}, beans.Vars{})
	if err == nil || !strings.Contains(err.Error(), "no price today") {
		t.Errorf("got %v", err)
	}
	// A bean that the host has not written yet.
	if _, err := (beans.UnimplementedHandlers{}).ZoneIsHome("AT"); !errors.Is(err, runtime.ErrUnimplemented) {
		t.Errorf("got %v", err)
	}
}
