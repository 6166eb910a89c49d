package bpmntest_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
	"github.com/bpmngen/bpmngen/runtime/internal/sample"
)

// shop is the handlers of a host.
type shop struct{ sample.UnimplementedHandlers }

func (shop) CheckStock(_ context.Context, v *sample.Vars) error {
	v.InStock = len(v.Items) > 0
	return nil
}

func (shop) ChargeCard(_ context.Context, v *sample.Vars) error {
	v.Payment = "paid"
	return nil
}

func (shop) PackGoods(context.Context, *sample.Vars) error { return nil }

func (shop) ShipOrder(_ context.Context, in sample.ShipOrderIn) (sample.ShipOrderOut, error) {
	return sample.ShipOrderOut{Tracking: fmt.Sprintf("%d parcels", len(in.Goods))}, nil
}

// A host tests its own handlers: nothing runs before the test lets it, and all
// in the order in which the tasks started.
func ExampleKit() {
	kit, err := bpmntest.New()
	if err != nil {
		panic(err)
	}
	defer kit.Close(context.Background())
	sample.Register(kit.Engine, shop{})

	order, _ := sample.Start(context.Background(), kit.Engine, sample.Vars{Total: 200_000, Items: []string{"tea"}})
	fmt.Println("started:", kit.Waiting())
	kit.Settle()
	fmt.Println("settled:", kit.Waiting())

	task := sample.ApproveOrderTasks(kit.Engine)[0]
	sample.CompleteApproveOrder(context.Background(), kit.Engine, task.ID, func(v *sample.Vars) error {
		v.Approved = true
		return nil
	})
	kit.Settle()
	for _, c := range kit.Calls() {
		fmt.Println("called:", c.Node)
	}
	out, err := order.Wait(context.Background())
	fmt.Println(out.Parcel, err)
	// Output:
	// started: [CheckStock]
	// settled: [ApproveOrder]
	// called: CheckStock
	// called: ChargeCard
	// called: PackGoods
	// called: ShipOrder
	// 1 parcels <nil>
}

func TestKit(t *testing.T) {
	k := bpmntest.Start(t)
	if _, err := sample.Register(k.Engine, shop{}); err != nil {
		t.Fatal(err)
	}
	inst, err := sample.Start(context.Background(), k.Engine, sample.Vars{Items: []string{"tea"}})
	if err != nil {
		t.Fatal(err)
	}
	k.Advance(time.Hour)
	if out, err := inst.Wait(context.Background()); err != nil || out.Payment != "paid" {
		t.Errorf("got %+v, %v", out, err)
	}
	want := []string{"OrderReceived", "CheckStock", "InStock", "LargeOrder", "Fulfil", "Fork", "ChargeCard", "PackGoods", "Join", "ShipOrder", "OrderShipped"}
	if d := cmp.Diff(want, k.Completed()); d != "" {
		t.Error(d)
	}
	if got := k.Clock.Now().Sub(bpmntest.Epoch); got != time.Hour {
		t.Errorf("the clock stands %s after its epoch", got)
	}
	if n := k.Instances("Order"); n != 1 {
		t.Errorf("%d instances", n)
	}
	if last := k.Facts()[len(k.Facts())-1]; last.Kind != runtime.InstanceCompleted || !last.Time.Equal(bpmntest.Epoch) {
		t.Errorf("the last fact is %v at %s", last.Kind, last.Time)
	}
}

// TestClose: handlers that have not run never do, and nothing is left behind.
func TestClose(t *testing.T) {
	k := bpmntest.Start(t)
	if _, err := sample.Register(k.Engine, shop{}); err != nil {
		t.Fatal(err)
	}
	inst, err := sample.Start(context.Background(), k.Engine, sample.Vars{})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := inst.Wait(context.Background()); !errors.Is(err, runtime.ErrShutdown) {
		t.Errorf("got %v", err)
	}
	if len(k.Calls()) != 0 {
		t.Errorf("called: %v", k.Calls())
	}
}

// failing is a TB that keeps what it is told.
type failing struct{ said []any }

func (f *failing) Helper()           {}
func (f *failing) Fatal(args ...any) { f.said = args }
func (f *failing) Cleanup(func())    {}

// TestBadOption: what the engine refuses fails the test.
func TestBadOption(t *testing.T) {
	var f failing
	if k := bpmntest.Start(&f, runtime.WithMaxMoves(-1)); k != nil || len(f.said) == 0 {
		t.Errorf("got %v, said %v", k, f.said)
	}
}
