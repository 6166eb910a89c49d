package fulfil_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/fulfil"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
)

// handlers is a host that implements every task itself: a task that the diagram
// gains or renames does not compile here.
type handlers struct{}

var _ fulfil.Handlers = handlers{}

func (handlers) CheckStock(_ context.Context, v *fulfil.Vars) error {
	v.InStock = len(v.Items) > 0
	return nil
}

func (handlers) ChargeCard(_ context.Context, v *fulfil.Vars) error {
	v.Payment = "paid"
	v.Items[0] = "of no concern to the other branch"
	v.Items = v.Items[:0]
	v.Items = append(v.Items, "book")
	return nil
}

func (handlers) PackGoods(_ context.Context, v *fulfil.Vars) error {
	v.Parcel = "parcel with " + v.Items[0]
	return nil
}

// S3.2: parallel tasks see neither each other's copy nor lose each other's change.
func TestParallel(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(fulfil.Register(host.Engine, handlers{}))(t)
	items := []string{"book"}
	for range 50 {
		got := goldentest.Must(fulfil.Run(context.Background(), host.Engine, fulfil.Vars{Total: 100, Items: items}))(t)
		want := fulfil.Vars{Total: 100, Items: []string{"book"}, InStock: true, Payment: "paid", Parcel: "parcel with book"}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	}
	if items[0] != "book" {
		t.Error("the caller's slice was changed")
	}
}

// S1.6, S2.1: the default flow is taken where no condition is true; Terminate ends the instance.
func TestDeclined(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(fulfil.Register(host.Engine, handlers{}))(t)
	inst := goldentest.Must(fulfil.Start(context.Background(), host.Engine, fulfil.Vars{}))(t)
	goldentest.Must(inst.Wait(context.Background()))(t)
	if inst.State() != runtime.Terminated {
		t.Errorf("state = %s", inst.State())
	}
	want := []runtime.Node{fulfil.NodeOrderReceived, fulfil.NodeCheckStock, fulfil.NodeInStock, fulfil.NodeOrderDeclined}
	if d := cmp.Diff(want, inst.History()); d != "" {
		t.Error(d)
	}
}

// A user task waits for its typed completion; an error of the completion leaves it open.
func TestApproval(t *testing.T) {
	host := goldentest.New(t)
	ctx := context.Background()
	goldentest.Must(fulfil.Register(host.Engine, handlers{}))(t)
	inst := goldentest.Must(fulfil.Start(ctx, host.Engine, fulfil.Vars{Total: 100_001, Items: []string{"piano"}}))(t)
	id := goldentest.Next(t, host.Tasks)

	tasks := fulfil.ApproveOrderTasks(host.Engine)
	if len(tasks) != 1 || tasks[0].ID != id || tasks[0].Instance != inst.ID() {
		t.Fatalf("tasks = %+v", tasks)
	}
	tasks[0].Vars.Items[0] = "changed by the reader of a list"
	refused := errors.New("not now")
	err := fulfil.CompleteApproveOrder(ctx, host.Engine, id, func(v *fulfil.Vars) error {
		v.Approved = true
		return refused
	})
	if !errors.Is(err, refused) {
		t.Errorf("error = %v", err)
	}
	err = fulfil.CompleteApproveOrder(ctx, host.Engine, id, func(v *fulfil.Vars) error {
		if d := cmp.Diff(fulfil.Vars{Total: 100_001, Items: []string{"piano"}, InStock: true}, *v); d != "" {
			t.Error(d)
		}
		v.Approved = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	got := goldentest.Must(inst.Wait(ctx))(t)
	if got.Parcel != "parcel with piano" {
		t.Errorf("parcel = %q", got.Parcel)
	}
	if err := fulfil.CompleteApproveOrder(ctx, host.Engine, id, func(*fulfil.Vars) error { return nil }); !errors.Is(err, runtime.ErrUnknownTask) {
		t.Errorf("second completion: %v", err)
	}
}

// S3.2: what the host commits while a task waits is kept where the task did not change it.
func TestSetBesideTask(t *testing.T) {
	host := goldentest.New(t)
	ctx := context.Background()
	goldentest.Must(fulfil.Register(host.Engine, handlers{}))(t)
	inst := goldentest.Must(fulfil.Start(ctx, host.Engine, fulfil.Vars{Total: 100_001, Items: []string{"piano"}}))(t)
	id := goldentest.Next(t, host.Tasks)
	if err := inst.Set(ctx, func(v *fulfil.Vars) error { v.Total = 7; return nil }); err != nil {
		t.Fatal(err)
	}
	if err := fulfil.CompleteApproveOrder(ctx, host.Engine, id, func(v *fulfil.Vars) error { v.Approved = true; return nil }); err != nil {
		t.Fatal(err)
	}
	if got := goldentest.Must(inst.Wait(ctx))(t); got.Total != 7 || !got.Approved {
		t.Errorf("vars = %+v", got)
	}
}
