package mapped_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/gen/testdata/mapped"
	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
)

type handlers struct {
	t      *testing.T
	labels []string
}

func (h handlers) Ship(_ context.Context, in mapped.ShipIn) (mapped.ShipOut, error) {
	want := mapped.ShipIn{Goods: []string{"book"}, Insured: true}
	if d := cmp.Diff(want, in); d != "" {
		h.t.Error(d)
	}
	in.Goods[0] = "changed"
	return mapped.ShipOut{Tracking: "T1", Labels: h.labels}, nil
}

func (h handlers) Notify(_ context.Context, in mapped.NotifyIn) (mapped.NotifyOut, error) {
	if in.Text != "Ann" {
		h.t.Errorf("text = %q", in.Text)
	}
	return mapped.NotifyOut{}, nil
}

// S3.6, S3.2: inputs are copies, outputs go where the mappings say, and nothing
// that a handler keeps reaches the variables.
func TestMappings(t *testing.T) {
	host := goldentest.New(t)
	ctx := context.Background()
	labels := []string{"fragile"}
	goldentest.Must(mapped.Register(host.Engine, handlers{t, labels}))(t)
	inst := goldentest.Must(mapped.Start(ctx, host.Engine, mapped.Vars{Total: 150, Items: []string{"book"}}))(t)
	id := goldentest.Next(t, host.Tasks)
	labels[0] = "changed"

	want := mapped.Order{Parcel: "T1", Tags: []string{"fragile"}}
	tasks := mapped.SignTasks(host.Engine)
	if len(tasks) != 1 || cmp.Diff(want, tasks[0].In.Order) != "" {
		t.Fatalf("tasks = %+v", tasks)
	}
	tasks[0].In.Order.Tags[0] = "changed"
	if err := mapped.CompleteSign(ctx, host.Engine, id, mapped.SignOut{Signed: new("Ann")}); err != nil {
		t.Fatal(err)
	}
	got := goldentest.Must(inst.Wait(ctx))(t)
	if d := cmp.Diff(mapped.Vars{Total: 151, Items: []string{"book"}, Order: want, Note: new("Ann")}, got); d != "" {
		t.Error(d)
	}
}

// S3.5: a missing value where one is needed is a fault.
func TestMissingInput(t *testing.T) {
	host := goldentest.New(t)
	ctx := context.Background()
	goldentest.Must(mapped.Register(host.Engine, handlers{t, nil}))(t)
	inst := goldentest.Must(mapped.Start(ctx, host.Engine, mapped.Vars{Total: 150, Items: []string{"book"}}))(t)
	if err := mapped.CompleteSign(ctx, host.Engine, goldentest.Next(t, host.Tasks), mapped.SignOut{}); err != nil {
		t.Fatal(err)
	}
	_, err := inst.Wait(ctx)
	var fault *runtime.Fault
	if !errors.As(err, &fault) || fault.Node != "Notify" {
		t.Errorf("error = %v", err)
	}
}

// S3.2: a result that fails writes none of the others.
func TestFailedResultWritesNothing(t *testing.T) {
	host := goldentest.New(t)
	ctx := context.Background()
	goldentest.Must(mapped.Register(host.Engine, overflowing{}))(t)
	inst := goldentest.Must(mapped.Start(ctx, host.Engine, mapped.Vars{Total: 1<<63 - 1}))(t)
	if _, err := inst.Wait(ctx); err == nil {
		t.Fatal("total + 1 past the largest integer is no fault")
	}
	if got := inst.Vars().Order.Parcel; got != "" {
		t.Errorf("parcel = %q", got)
	}
}

type overflowing struct{ mapped.UnimplementedHandlers }

func (overflowing) Ship(context.Context, mapped.ShipIn) (mapped.ShipOut, error) {
	return mapped.ShipOut{Tracking: "T1"}, nil
}
