package kinds_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/kinds"
)

type handlers struct{}

func (handlers) Call(context.Context, *kinds.Vars) error    { return nil }
func (handlers) Send(context.Context, *kinds.Vars) error    { return nil }
func (handlers) Judge(context.Context, *kinds.Vars) error   { return nil }
func (handlers) Compute(context.Context, *kinds.Vars) error { return nil }

// SC §2.3: without a start event the first activity is seeded. §13.3.3: none and
// manual tasks complete when entered. S4.6: a receive task without a message is completed by the host.
func TestKinds(t *testing.T) {
	host := goldentest.New(t)
	ctx := context.Background()
	goldentest.Must(kinds.Register(host.Engine, handlers{}))(t)
	inst := goldentest.Must(kinds.Start(ctx, host.Engine, kinds.Vars{}))(t)
	set := func(*kinds.Vars) error { return nil }
	if err := kinds.CompleteReceive(ctx, host.Engine, goldentest.Next(t, host.Tasks), set); err != nil {
		t.Fatal(err)
	}
	id := goldentest.Next(t, host.Tasks)
	meta := []runtime.MetaDef{{Key: "assignee", Value: "ann"}, {Key: "candidateGroups", Value: "sales"}, {Key: "formKey", Value: "decide"}}
	if d := cmp.Diff(meta, kinds.DecideTasks(host.Engine)[0].Meta); d != "" {
		t.Error(d)
	}
	if err := kinds.CompleteDecide(ctx, host.Engine, id, set); err != nil {
		t.Fatal(err)
	}
	goldentest.Must(inst.Wait(ctx))(t)
	want := []string{"None", "Manual", "Service", "Send", "Receive", "User", "Rule", "Script"}
	if d := cmp.Diff(want, inst.HistoryIDs()); d != "" {
		t.Error(d)
	}
}
