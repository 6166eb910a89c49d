package hosted_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/hosted"
	"github.com/bpmngen/bpmngen/testdata/golden/hosted/rules"
	"github.com/bpmngen/bpmngen/testdata/golden/hosted/shop"
)

type handlers struct{ saw chan hosted.WeighIn }

func (h handlers) Weigh(_ context.Context, in hosted.WeighIn) (hosted.WeighOut, error) {
	h.saw <- in
	return hosted.WeighOut{Number: "A-1"}, nil
}

func order(level shop.Level) shop.Order {
	phone := "555"
	return shop.Order{Customer: shop.Customer{Name: "Bo", Level: level, Phone: &phone}, Items: []shop.Item{{Code: "x", Count: 3}}}
}

// Issue of data types: variables of the host's own types, read and written by
// expressions, and functions of the host as mapping and condition.
func TestHostTypes(t *testing.T) {
	for _, c := range []struct {
		level shop.Level
		end   runtime.Node
	}{{5, hosted.NodeCourier}, {1, hosted.NodeWait}} {
		host := goldentest.New(t)
		h := handlers{make(chan hosted.WeighIn, 1)}
		goldentest.Must(hosted.Register(host.Engine, h))(t)
		ctx := context.Background()
		inst := goldentest.Must(hosted.Start(ctx, host.Engine, hosted.Vars{Order: order(c.level), Limit: 3}))(t)
		if in := goldentest.Next(t, h.saw); in.Weight != 750 || in.Label != "Bo 555" {
			t.Errorf("the handler saw %+v", in)
		}
		if c.end == hosted.NodeWait {
			goldentest.Next(t, host.Tasks)
			// A condition is evaluated where what it reads changes, by the host too (S3.3).
			if err := inst.Set(ctx, func(v *hosted.Vars) error { v.Order.Customer.Level = 3; return nil }); err != nil {
				t.Fatal(err)
			}
		}
		v := goldentest.Must(inst.Wait(ctx))(t)
		if v.Order.Number != "A-1" || v.Order.Customer.Name != "Bo" {
			t.Errorf("the order is %+v", v.Order)
		}
		if !slices.Contains(inst.History(), hosted.NodeCourier) {
			t.Errorf("it went %v", inst.HistoryIDs())
		}
	}
}

// S9.1: an error of a host function is a fault of the instance, and says which.
func TestHostFunctionFails(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(hosted.Register(host.Engine, handlers{}))(t)
	_, err := hosted.Run(context.Background(), host.Engine, hosted.Vars{})
	if !errors.Is(err, rules.ErrNoItems) {
		t.Errorf("Run: %v", err)
	}
}

// S3.2, S3.3: a value of a host's type is copied to the bottom, so that what is
// changed in place stays private until it is committed, and is seen as a change then.
func TestHostValuesAreCopied(t *testing.T) {
	host := goldentest.New(t)
	h := handlers{make(chan hosted.WeighIn, 1)}
	goldentest.Must(hosted.Register(host.Engine, h))(t)
	ctx := context.Background()
	given := order(1)
	inst := goldentest.Must(hosted.Start(ctx, host.Engine, hosted.Vars{Order: given, Limit: 3}))(t)
	goldentest.Next(t, h.saw)
	goldentest.Next(t, host.Tasks)
	refused := errors.New("refused")
	if err := inst.Set(ctx, func(v *hosted.Vars) error { v.Order.Items[0].Count = 9; return refused }); !errors.Is(err, refused) {
		t.Fatal(err)
	}
	for len(host.Changes) > 0 {
		<-host.Changes
	}
	if err := inst.Set(ctx, func(v *hosted.Vars) error {
		if v.Order.Items[0].Count != 3 {
			t.Errorf("what was refused is there: %+v", v.Order.Items)
		}
		v.Order.Items[0].Count = 4
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if got := goldentest.Next(t, host.Changes); !slices.Contains(got, "order") {
		t.Errorf("changed in place: %v", got)
	}
	if err := inst.Set(ctx, func(v *hosted.Vars) error { v.Order.Customer.Level = 3; return nil }); err != nil {
		t.Fatal(err)
	}
	v := goldentest.Must(inst.Wait(ctx))(t)
	if v.Order.Items[0].Count != 4 {
		t.Errorf("the order is %+v", v.Order)
	}
}
