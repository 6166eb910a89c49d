package joins_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/joins"
)

// S2.4: the joins wait for exactly what the splits took; an open sub-process counts as its host.
func TestJoins(t *testing.T) {
	ctx := context.Background()
	host := goldentest.New(t)
	goldentest.Must(joins.Register(host.Engine))(t)
	inst := goldentest.Must(joins.Start(ctx, host.Engine, joins.Vars{Fragile: true, Heavy: true}))(t)
	pack := joins.PackTasks(host.Engine)[0].ID
	truck := joins.TruckTasks(host.Engine)[0].ID
	crane := joins.CraneTasks(host.Engine)[0].ID
	as := func(*joins.Vars) error { return nil }
	for _, err := range []error{
		joins.CompletePack(ctx, host.Engine, pack, as),
		joins.CompleteTruck(ctx, host.Engine, truck, as),
		joins.CompleteCrane(ctx, host.Engine, crane, as),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	goldentest.Must(inst.Wait(ctx))(t)
	want := []string{"Begin", "Which", "LiftBegin", "Hands", "Pack", "Truck", "Crane", "Lifted", "LiftEnd", "Lift", "Checked", "End"}
	if d := cmp.Diff(want, inst.HistoryIDs()); d != "" {
		t.Error(d)
	}
}

// EV §2.8, S2.4: a Link jump is a flow into the join; nothing else is waited for.
func TestJoinBehindLink(t *testing.T) {
	ctx := context.Background()
	host := goldentest.New(t)
	goldentest.Must(joins.Register(host.Engine))(t)
	inst := goldentest.Must(joins.Start(ctx, host.Engine, joins.Vars{}))(t)
	goldentest.Must(inst.Wait(ctx))(t)
	if d := cmp.Diff([]string{"Begin", "Which", "Checked", "End"}, inst.HistoryIDs()); d != "" {
		t.Error(d)
	}
}
