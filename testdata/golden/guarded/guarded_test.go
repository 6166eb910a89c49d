package guarded_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/guarded"
)

type handlers struct{}

func (handlers) Clean(_ context.Context, v *guarded.CleanUpVars) error {
	v.Why = v.Cause + " at " + string(rune('0'+v.Level))
	return nil
}

// SC §2.10, S6.4: the payload is bound in the handler's own data; the handler reads
// what is around it, the sub-process's level and the process's why.
func TestGuarded(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(guarded.Register(host.Engine, handlers{}))(t)
	inst := goldentest.Must(guarded.Start(context.Background(), host.Engine, guarded.Vars{}))(t)
	goldentest.Next(t, host.Tasks)
	if err := guarded.PublishStop(context.Background(), host.Engine, "fire"); err != nil {
		t.Fatal(err)
	}
	got, err := inst.Wait(context.Background())
	if d := cmp.Diff(guarded.Vars{Why: "fire at 0"}, got); d != "" || err != nil {
		t.Error(err, d)
	}
	if open := guarded.WorkTasks(host.Engine); len(open) != 0 {
		t.Errorf("the cancelled task is still open: %v", open)
	}
}

// EV §2.7: a commit inside the sub-process makes its condition true, and the scope waits for what that started.
func TestCondition(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(guarded.Register(host.Engine, handlers{}))(t)
	inst := goldentest.Must(guarded.Start(context.Background(), host.Engine, guarded.Vars{}))(t)
	err := guarded.CompleteWork(context.Background(), host.Engine, goldentest.Next(t, host.Tasks), func(v *guarded.WorkOnItVars) error {
		v.Level = 11
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inst.Wait(context.Background()); err != nil {
		t.Error(err)
	}
}
