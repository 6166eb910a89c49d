package several_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/several"
)

type parcels struct {
	several.UnimplementedParcelHandlers
}

func (parcels) Weigh(_ context.Context, v *several.ParcelVars) error { v.Weight = 3; return nil }
func (parcels) Stamp(context.Context, *several.ParcelVars) error     { return nil }

type letters struct{}

func (letters) Stamp(context.Context, *several.LetterVars) error { return nil }

// S1.5: of several none starts the host names one.
func TestStarts(t *testing.T) {
	host := goldentest.New(t)
	ctx := context.Background()
	goldentest.Must(several.RegisterParcel(host.Engine, parcels{}))(t)
	for _, c := range []struct {
		start func(context.Context, *runtime.Engine, several.ParcelVars) (several.ParcelInstance, error)
		want  []runtime.Node
	}{
		{several.StartParcelAtFromTheShop, []runtime.Node{several.ParcelNodeFromTheShop, several.ParcelNodeWeigh, several.ParcelNodeStamp, several.ParcelNodeParcelEnd}},
		{several.StartParcelAtFromThePost, []runtime.Node{several.ParcelNodeFromThePost, several.ParcelNodeStamp, several.ParcelNodeParcelEnd}},
	} {
		inst := goldentest.Must(c.start(ctx, host.Engine, several.ParcelVars{}))(t)
		goldentest.Must(inst.Wait(ctx))(t)
		if d := cmp.Diff(c.want, inst.History()); d != "" {
			t.Error(d)
		}
	}
}

// Two processes of one file have handlers, variables and tasks of their own.
func TestLetter(t *testing.T) {
	host := goldentest.New(t)
	ctx := context.Background()
	goldentest.Must(several.RegisterParcel(host.Engine, parcels{}))(t)
	goldentest.Must(several.RegisterLetter(host.Engine, letters{}))(t)
	inst := goldentest.Must(several.StartLetter(ctx, host.Engine, several.LetterVars{Address: "hom"}))(t)
	id := goldentest.Next(t, host.Tasks)
	if err := several.CompleteLetterCheckAddress(ctx, host.Engine, id, func(v *several.LetterVars) error {
		v.Address += "e"
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if got := goldentest.Must(inst.Wait(ctx))(t); got.Address != "home" {
		t.Errorf("address = %q", got.Address)
	}
}
