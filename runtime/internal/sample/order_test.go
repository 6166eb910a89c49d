package sample_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/internal/leaktest"
	"github.com/bpmngen/bpmngen/runtime/internal/sample"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// handlers is a host's: it has everything in stock unless there is nothing to sell.
type handlers struct{ sample.UnimplementedHandlers }

func (handlers) CheckStock(_ context.Context, v *sample.Vars) error {
	v.InStock = len(v.Items) > 0
	return nil
}

func (handlers) ChargeCard(_ context.Context, v *sample.Vars) error {
	v.Payment = "paid"
	return nil
}

func (handlers) PackGoods(_ context.Context, v *sample.Vars) error {
	v.Items = append(v.Items, "leaflet")
	return nil
}

func (handlers) ShipOrder(_ context.Context, in sample.ShipOrderIn) (sample.ShipOrderOut, error) {
	t := "parcel"
	for _, g := range in.Goods {
		t += " " + g
	}
	if in.Insured {
		t += ", insured"
	}
	return sample.ShipOrderOut{Tracking: t}, nil
}

func (handlers) TellCustomer(context.Context, *sample.Vars) error { return nil }

func newEngine(t *testing.T, opts ...runtime.Option) *runtime.Engine {
	t.Helper()
	eng, err := runtime.New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := eng.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if _, err := sample.Register(eng, handlers{}); err != nil {
		t.Fatal(err)
	}
	return eng
}

// S3.2: two parallel tasks that change different variables both keep their change.
func TestSmallOrder(t *testing.T) {
	eng := newEngine(t)
	got, err := sample.Run(context.Background(), eng, sample.Vars{Total: 100, Items: []string{"book"}})
	if err != nil {
		t.Fatal(err)
	}
	want := sample.Vars{Total: 100, Items: []string{"book", "leaflet"}, InStock: true, Payment: "paid", Parcel: "parcel book leaflet"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A large order waits for a person; the completion commits what the person decided.
func TestLargeOrder(t *testing.T) {
	eng := newEngine(t)
	ctx := context.Background()
	inst, err := sample.Start(ctx, eng, sample.Vars{Total: 100_001, Items: []string{"piano"}})
	if err != nil {
		t.Fatal(err)
	}
	// Start hands the in-line handler over: wait until the task is there.
	for len(sample.ApproveOrderTasks(eng)) == 0 {
	}
	task := sample.ApproveOrderTasks(eng)[0]
	if task.Vars.Total != 100_001 || !task.Vars.InStock || task.Instance != inst.ID() {
		t.Errorf("task = %+v", task)
	}
	if err := sample.CompleteApproveOrder(ctx, eng, task.ID, func(v *sample.Vars) error {
		v.Approved = true
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	got, err := inst.Wait(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got.Parcel != "parcel piano leaflet, insured" {
		t.Errorf("parcel = %q", got.Parcel)
	}
}

// S1.6: the Terminate End Event ends the instance; that is no error.
func TestDeclined(t *testing.T) {
	eng := newEngine(t)
	inst, err := sample.Start(context.Background(), eng, sample.Vars{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inst.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	if inst.State() != runtime.Terminated {
		t.Errorf("state = %s", inst.State())
	}
	want := []string{"OrderReceived", "CheckStock", "InStock", "TellCustomer", "OrderDeclined"}
	if d := cmp.Diff(want, inst.HistoryIDs()); d != "" {
		t.Error(d)
	}
}
