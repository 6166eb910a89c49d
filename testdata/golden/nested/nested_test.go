package nested_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/nested"
)

type handlers struct{ nailed chan nested.CloseItVars }

func (h handlers) PutAnItem(_ context.Context, v *nested.FillACrateVars) error {
	v.Crate = append(v.Crate, v.Items[0])
	v.Items = v.Items[1:]
	v.Note = "inner"          // the sub-process's own
	v.Vars.Note += v.Crate[0] // the process's, which its own hides
	return nil
}

func (h handlers) NailTheLid(_ context.Context, v *nested.CloseItVars) error {
	v.Seal = int64(len(v.Crate))
	saw := *v
	saw.Crate = slices.Clone(v.Crate)
	h.nailed <- saw
	v.Crate[0] = "nailed" // a private copy: the crate changes by the commit alone
	return nil
}

func (h handlers) CountCrates(_ context.Context, v *nested.Vars) error {
	v.Crates++
	return nil
}

// S3.1, SC §2.4: work in a sub-process sees its variables and those around it,
// each is committed where it is declared, and a new run begins anew.
func TestNested(t *testing.T) {
	host := goldentest.New(t)
	h := handlers{make(chan nested.CloseItVars, 2)}
	goldentest.Must(nested.Register(host.Engine, h))(t)
	inst := goldentest.Must(nested.Start(context.Background(), host.Engine, nested.Vars{Items: []string{"a", "b", "c"}}))(t)
	for _, want := range []nested.CloseItVars{
		{Seal: 2, FillACrateVars: nested.FillACrateVars{Crate: []string{"a", "b"}, Note: "inner", Vars: nested.Vars{Items: []string{"c"}, Note: "aa"}}},
		{Seal: 1, FillACrateVars: nested.FillACrateVars{Crate: []string{"c"}, Note: "inner", Vars: nested.Vars{Items: []string{}, Note: "aac", Crates: 1}}},
	} {
		id := goldentest.Next(t, host.Tasks)
		if d := cmp.Diff(want, goldentest.Next(t, h.nailed)); d != "" {
			t.Error(d)
		}
		open := nested.SignTheLabelTasks(host.Engine)
		if len(open) != 1 || open[0].Vars.Note != "inner" {
			t.Errorf("open tasks %+v", open)
		}
		err := nested.CompleteSignTheLabel(context.Background(), host.Engine, id, func(v *nested.CloseItVars) error {
			v.Note += "!"
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	got, err := inst.Wait(context.Background())
	if d := cmp.Diff(nested.Vars{Items: []string{}, Note: "aac", Crates: 2}, got); d != "" || err != nil {
		t.Error(err, d)
	}
}

// What a sub-process reads outward it reads in one type: the fields around it are promoted.
func TestPromoted(t *testing.T) {
	var v nested.CloseItVars
	v.Items, v.Crate, v.Seal = []string{"x"}, []string{"y"}, 3
	if v.FillACrateVars.Vars.Items[0] != "x" {
		t.Error("items are not the process's")
	}
	var _ runtime.Node = nested.NodeNailTheLid
}
