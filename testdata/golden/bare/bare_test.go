package bare_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/bare"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
)

// S1.3: a process without data, handlers and conditions completes when its token ends.
func TestBare(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(bare.Register(host.Engine))(t)
	inst := goldentest.Must(bare.Start(context.Background(), host.Engine, bare.Vars{}))(t)
	goldentest.Must(inst.Wait(context.Background()))(t)
	if got := inst.State(); got != runtime.Completed {
		t.Errorf("state = %s", got)
	}
	if d := cmp.Diff([]runtime.Node{bare.NodeBegin, bare.NodeEnd}, inst.History()); d != "" {
		t.Error(d)
	}
}

// A host may commit to a process without variables, and to one that is over: nothing comes of it.
func TestSetNothing(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(bare.Register(host.Engine))(t)
	inst := goldentest.Must(bare.Start(context.Background(), host.Engine, bare.Vars{}))(t)
	goldentest.Must(inst.Wait(context.Background()))(t)
	if err := inst.Set(context.Background(), func(*bare.Vars) error { return nil }); err != nil && !errors.Is(err, runtime.ErrOver) {
		t.Error(err)
	}
}
