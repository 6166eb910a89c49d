package stock_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/stock"
)

type handlers struct{}

func (handlers) TakeFromStock(_ context.Context, in stock.ReserveTakeFromStockIn) (stock.ReserveTakeFromStockOut, error) {
	log := append(in.Before, fmt.Sprintf("%d of %d", in.Want, in.Have)) // its own copy
	if in.Want > in.Have {
		return stock.ReserveTakeFromStockOut{}, errors.New("not enough")
	}
	return stock.ReserveTakeFromStockOut{Rest: in.Have - in.Want, After: log}, nil
}

func (handlers) Fill(context.Context, stock.RefillFillIn) (stock.RefillFillOut, error) {
	return stock.RefillFillOut{Full: 50}, nil
}

// broken is a store that can't be read or written.
type broken struct{ read, write error }

func (b broken) Read(context.Context) (int64, error)    { return 9, b.read }
func (b broken) Write(_ context.Context, _ int64) error { return b.write }

// S3.1: all instances of all processes share what a store holds; it is read before
// the handler and written after it.
func TestStock(t *testing.T) {
	ctx := context.Background()
	host := goldentest.New(t)
	amount, log := runtime.NewMemoryStore[int64](10), runtime.NewMemoryStore([]string(nil))
	goldentest.Must(stock.RegisterReserve(host.Engine, handlers{}, stock.ReserveStores{Stock: amount, Log: log}))(t)
	goldentest.Must(stock.RegisterRefill(host.Engine, handlers{}, stock.RefillStores{Stock: amount}))(t)
	for _, step := range []struct{ want, left int64 }{{3, 7}, {5, 2}, {5, 0}} {
		v := goldentest.Must(stock.RunReserve(ctx, host.Engine, stock.ReserveVars{Wanted: step.want}))(t)
		if v.Left != step.left {
			t.Errorf("taking %d left %d, want %d", step.want, v.Left, step.left)
		}
	}
	if n := goldentest.Must(amount.Read(ctx))(t); n != 2 {
		t.Errorf("the store holds %d: a failed handler writes nothing", n)
	}
	goldentest.Must(stock.RunRefill(ctx, host.Engine, stock.RefillVars{}))(t)
	v := goldentest.Must(stock.RunReserve(ctx, host.Engine, stock.ReserveVars{Wanted: 1}))(t)
	if v.Left != 49 {
		t.Errorf("left %d after the refill", v.Left)
	}
	if d := cmp.Diff([]string{"3 of 10", "5 of 7", "1 of 50"}, goldentest.Must(log.Read(ctx))(t)); d != "" {
		t.Error(d)
	}
}

// S3.1, S9.1: an error of a store is a failure of the task, which a catch without a code takes.
func TestBrokenStore(t *testing.T) {
	ctx := context.Background()
	for name, b := range map[string]broken{"read": {read: errors.New("no disk")}, "write": {write: errors.New("no disk")}} {
		host := goldentest.New(t)
		goldentest.Must(stock.RegisterReserve(host.Engine, handlers{}, stock.ReserveStores{Stock: b, Log: runtime.NewMemoryStore([]string(nil))}))(t)
		inst := goldentest.Must(stock.StartReserve(ctx, host.Engine, stock.ReserveVars{Wanted: 1}))(t)
		v := goldentest.Must(inst.Wait(ctx))(t)
		if d := cmp.Diff([]string{"Begin", "Broken", "Failed"}, inst.HistoryIDs()); d != "" || v.Left != 0 {
			t.Errorf("%s: left %d, path %s", name, v.Left, d)
		}
	}
}

// A process is not registered without the stores that it uses.
func TestNoStore(t *testing.T) {
	host := goldentest.New(t)
	if _, err := stock.RegisterRefill(host.Engine, handlers{}, stock.RefillStores{}); !errors.Is(err, runtime.ErrNoStore) {
		t.Errorf("registered with %v", err)
	}
}
