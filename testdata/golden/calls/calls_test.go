package calls_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/calls"
)

type parcels struct{ parents chan string }

func (p parcels) FindThePrice(ctx context.Context, v *calls.ParcelVars) error {
	task, _ := runtime.TaskFrom(ctx)
	p.parents <- task.Instance().String()
	v.Cost = int64(10 * len(v.Items))
	if len(v.Items) > 0 {
		v.Items[0] = "sent"
	}
	return nil
}

// run starts an order, registers what it calls only when it waits, and ends it.
func run(t *testing.T, ready func(eng *runtime.Engine), opts ...runtime.Option) (calls.OrderVars, []runtime.Fact, error) {
	t.Helper()
	var facts []runtime.Fact
	tasks := make(chan runtime.TaskID, 4)
	eng, err := runtime.New(append(opts, runtime.WithObserver(runtime.ObserverFunc(func(f runtime.Fact) {
		facts = append(facts, f)
		if f.Kind == runtime.TaskCreated {
			tasks <- f.Task
		}
	})))...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := calls.RegisterOrder(eng); err != nil {
		t.Fatal(err)
	}
	inst, err := calls.StartOrder(context.Background(), eng, calls.OrderVars{Goods: []string{"a", "b"}})
	if err != nil {
		t.Fatal(err)
	}
	id := <-tasks
	ready(eng)
	if err := calls.CompleteOrderCheckIt(context.Background(), eng, id, func(*calls.OrderVars) error { return nil }); err != nil {
		t.Fatal(err)
	}
	v, err := inst.Wait(context.Background())
	if e := eng.Shutdown(context.Background()); e != nil {
		t.Error(e)
	}
	return v, facts, err
}

// SC §2.7: the callee is found when it is called, its data is its own, and facts
// tell who called and what the reference was resolved to.
func TestCall(t *testing.T) {
	h := parcels{make(chan string, 4)}
	v, facts, err := run(t, func(eng *runtime.Engine) {
		if _, err := calls.RegisterParcel(eng, h); err != nil {
			t.Error(err)
		}
	})
	if d := cmp.Diff(calls.OrderVars{Goods: []string{"a", "b"}, Postage: 20}, v); d != "" || err != nil {
		t.Error(err, d)
	}
	var seen []string
	for _, f := range facts {
		switch f.Kind {
		case runtime.CallStarted, runtime.CallEnded:
			seen = append(seen, f.Kind.String()+" "+f.Node+" "+f.CalledProcess)
			if f.CalledVersion != 1 {
				t.Errorf("version %d", f.CalledVersion)
			}
		case runtime.InstanceOpened:
			seen = append(seen, f.Process+" called by "+f.CallNode)
		}
	}
	want := []string{
		"Order called by ", "call started O_Send Parcel", "Parcel called by O_Send", "call ended O_Send Parcel",
		"call started O_Same Parcel", "Parcel called by O_Same", "call ended O_Same Parcel",
	}
	if d := cmp.Diff(want, seen); d != "" {
		t.Error(d)
	}
}

// S9.1: a callee that nobody has registered is a fault of the call activity.
func TestMissing(t *testing.T) {
	_, _, err := run(t, func(*runtime.Engine) {})
	var fault *runtime.Fault
	if !errors.As(err, &fault) || fault.Node != "O_Send" || !errors.Is(err, runtime.ErrUnknownProcess) {
		t.Errorf("error = %v", err)
	}
}

// SC §2.7: the host's resolver turns the reference into a key, and may refuse it.
func TestResolver(t *testing.T) {
	refused := errors.New("not today")
	var asked []runtime.CallRef
	_, _, err := run(t, func(*runtime.Engine) {}, runtime.WithResolver(func(r runtime.CallRef) (string, error) {
		asked = append(asked, r)
		return "", refused
	}))
	if !errors.Is(err, refused) {
		t.Errorf("error = %v", err)
	}
	if d := cmp.Diff([]runtime.CallRef{{Key: "Parcel", Caller: "Order", Node: "O_Send"}}, asked); d != "" {
		t.Error(d)
	}
}
