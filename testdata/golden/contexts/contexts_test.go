package contexts_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/feel"
	"github.com/bpmngen/bpmngen/testdata/golden/contexts"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
)

type handlers struct{ left, right func(v *contexts.Vars) }

func (h handlers) Left(_ context.Context, v *contexts.Vars) error  { h.left(v); return nil }
func (h handlers) Right(_ context.Context, v *contexts.Vars) error { h.right(v); return nil }

func run(t *testing.T, v contexts.Vars, left, right func(v *contexts.Vars)) (contexts.Vars, []string, runtime.Node) {
	t.Helper()
	host := goldentest.New(t)
	goldentest.Must(contexts.Register(host.Engine, handlers{left, right}))(t)
	inst := goldentest.Must(contexts.Start(context.Background(), host.Engine, v))(t)
	got := goldentest.Must(inst.Wait(context.Background()))(t)
	if err := host.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	var changed []string
	for len(host.Changes) > 0 {
		changed = append(changed, <-host.Changes...)
	}
	slices.Sort(changed)
	h := inst.History()
	return got, changed, h[len(h)-1]
}

func nothing(*contexts.Vars) {}

// S3.2: two parallel tasks that change different fields of one struct both keep their change. S3.3, S3.4:
// exactly the paths that differ are told, with the paths around them.
func TestFieldByField(t *testing.T) {
	got, changed, _ := run(t, contexts.Vars{Nickname: new("Al")},
		func(v *contexts.Vars) { v.Customer.Tier = "gold" },
		func(v *contexts.Vars) { v.Customer.Address.Zip = "1010"; *v.Nickname = "Bo" })
	want := contexts.Customer{Tier: "gold", Address: contexts.Address{Zip: "1010"}}
	if d := cmp.Diff(want, got.Customer); d != "" {
		t.Error(d)
	}
	if *got.Nickname != "Bo" {
		t.Errorf("nickname = %q", *got.Nickname)
	}
	if d := cmp.Diff([]string{"customer", "customer", "customer.address", "customer.address.zip", "customer.tier", "nickname"}, changed); d != "" {
		t.Error(d)
	}
}

// S3.3: equal values are no change, whatever they are made of.
func TestEqualIsNoChange(t *testing.T) {
	v := contexts.Vars{
		Price: feel.NewDecimal(10, -1), Share: math.NaN(), Scan: []byte("x"), Shares: []float64{math.NaN()},
		Lines: []contexts.Lines{{Amount: 1}}, Nickname: new("Al"),
	}
	_, changed, _ := run(t, v, func(v *contexts.Vars) {
		v.Price = feel.NewDecimal(100, -2)
		v.Share, v.Scan, v.Shares = math.NaN(), []byte("x"), []float64{math.NaN()}
		v.Lines, v.Nickname = []contexts.Lines{{Amount: 1}}, new("Al")
	}, nothing)
	if len(changed) > 0 {
		t.Errorf("changed = %v", changed)
	}
}

// S3.2: what a handler keeps of its copy changes nobody's data, before and after its commit.
func TestCopiesShareNothing(t *testing.T) {
	var kept []contexts.Lines
	v := contexts.Vars{Lines: []contexts.Lines{{Amount: 1}}, Shares: []float64{1, 2, 3}, Scan: []byte("ab"), Nickname: new("Al")}
	got, _, end := run(t, v, func(v *contexts.Vars) {
		v.Lines[0].Amount = 2
		kept = v.Lines
		v.Shares[0], v.Scan[0], *v.Nickname = 9, 'z', "Cy"
	}, nothing)
	kept[0].Amount = 99
	if got.Lines[0].Amount != 2 {
		t.Errorf("amount = %v", got.Lines[0].Amount)
	}
	if v.Lines[0].Amount != 1 || v.Shares[0] != 1 || v.Scan[0] != 'a' || *v.Nickname != "Al" {
		t.Errorf("the caller's values changed: %+v", v)
	}
	if end != contexts.NodeShares { // count(shares) > 2
		t.Errorf("ended at %d", end)
	}
}
