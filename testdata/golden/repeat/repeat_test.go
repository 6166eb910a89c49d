package repeat_test

import (
	"context"
	"fmt"
	goruntime "runtime"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/repeat"
)

// handlers price an item by its place and wrap it.
type handlers struct {
	price func(ctx context.Context, v *repeat.PriceAnItemVars) error
	wrap  func(v *repeat.PackInTurnVars)
}

func (h handlers) PriceAnItem(ctx context.Context, v *repeat.PriceAnItemVars) error {
	if h.price != nil {
		return h.price(ctx, v)
	}
	v.Price = 10*v.LoopCounter + int64(len(v.Item))
	return nil
}

func (h handlers) WrapIt(_ context.Context, v *repeat.PackInTurnVars) error {
	if h.wrap != nil {
		h.wrap(v)
	}
	return nil
}

func engine(t *testing.T, h handlers, opts ...runtime.Option) *runtime.Engine {
	t.Helper()
	eng := goldentest.Must(runtime.New(opts...))(t)
	t.Cleanup(func() {
		if err := eng.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	goldentest.Must(repeat.Register(eng, h))(t)
	return eng
}

// S7.2: each instance sees its item and its loopCounter, typed; what they give is
// assembled by position. The loopCounter begins at 0, in zeebe's form at 1.
func TestRepeat(t *testing.T) {
	var wrapped []string
	eng := engine(t, handlers{wrap: func(v *repeat.PackInTurnVars) { // in turn: nothing runs beside it
		if v.Box != "" || !slices.Equal(v.Items.All(), []string{"a", "bb", "ccc"}) || v.Items.Len() != 3 || v.Prices.At(2) != 23 {
			t.Errorf("sees box %q, items %v, prices %v", v.Box, v.Items.All(), v.Prices.All())
		}
		v.Box = "used" // each instance has its own
		v.Items.All()[0] = "changed"
		wrapped = append(wrapped, fmt.Sprint(v.LoopCounter, " ", v.Price))
	}})
	out := goldentest.Must(repeat.Run(context.Background(), eng, repeat.Vars{Items: []string{"a", "bb", "ccc"}}))(t)
	if d := cmp.Diff([]int64{1, 12, 23}, out.Prices); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"1 1", "2 12", "3 23"}, wrapped); d != "" {
		t.Error(d)
	}
	if out.Items[0] != "a" {
		t.Error("a private copy was written through")
	}
}

// S7.2: a completion condition that is true cancels the rest; positions of what
// did not complete are zero.
func TestCompletionCondition(t *testing.T) {
	first := make(chan struct{})
	eng := engine(t, handlers{price: func(ctx context.Context, v *repeat.PriceAnItemVars) error {
		if v.Item == "quick" {
			v.Price = 7
			<-first
			return nil
		}
		if v.LoopCounter == 0 {
			close(first)
		}
		<-ctx.Done()
		return ctx.Err()
	}})
	out := goldentest.Must(repeat.Run(context.Background(), eng, repeat.Vars{Items: []string{"slow", "quick", "slow"}, Enough: 1}))(t)
	if d := cmp.Diff([]int64{0, 7, 0}, out.Prices); d != "" {
		t.Error(d)
	}
}

func many(n int) []string {
	items := make([]string, n)
	for i := range items {
		items[i] = "item"
	}
	return items
}

// Issue: 100,000 items, no more handlers at once than the host allows, no
// goroutine for those that wait, the output in order.
func TestManyInstances(t *testing.T) {
	const n, limit = lots, 16
	var running, most, goroutines atomic.Int64
	up := func(to *atomic.Int64, v int64) {
		for old := to.Load(); v > old && !to.CompareAndSwap(old, v); old = to.Load() {
		}
	}
	before := int64(goruntime.NumGoroutine())
	eng := engine(t, handlers{price: func(_ context.Context, v *repeat.PriceAnItemVars) error {
		up(&most, running.Add(1))
		if v.LoopCounter%1000 == 0 {
			up(&goroutines, int64(goruntime.NumGoroutine()))
		}
		v.Price = v.LoopCounter
		running.Add(-1)
		return nil
	}}, runtime.WithMaxHandlers(limit))
	out := goldentest.Must(repeat.Run(context.Background(), eng, repeat.Vars{Items: many(n)}))(t)
	for i, p := range out.Prices {
		if p != int64(i) {
			t.Fatalf("price %d is %d", i, p)
		}
	}
	if len(out.Prices) != n || most.Load() > limit || goroutines.Load() > before+limit+16 {
		t.Errorf("%d prices, %d handlers at once, %d goroutines where there were %d", len(out.Prices), most.Load(), goroutines.Load(), before)
	}
}

// What an instance costs does not grow with how many there are: handlers get no
// copy of the collection.
func TestInstancesCostTheSame(t *testing.T) {
	cost := func(n int) uint64 {
		eng := engine(t, handlers{}, runtime.WithMaxHandlers(8))
		var a, b goruntime.MemStats
		goruntime.ReadMemStats(&a)
		goldentest.Must(repeat.Run(context.Background(), eng, repeat.Vars{Items: many(n)}))(t)
		goruntime.ReadMemStats(&b)
		return (b.TotalAlloc - a.TotalAlloc) / uint64(n)
	}
	few, more := cost(2000), cost(20_000)
	if more > 2*few {
		t.Errorf("an instance allocates %d bytes where there are 2000, %d where there are 20,000", few, more)
	}
}

// An interrupting boundary event cancels all instances; those that wait for a
// goroutine never run.
func TestCancelOfTheRest(t *testing.T) {
	const n, limit = lots, 8
	var started atomic.Int64
	all := make(chan struct{})
	eng := engine(t, handlers{price: func(ctx context.Context, _ *repeat.PriceAnItemVars) error {
		if started.Add(1) == limit {
			close(all)
		}
		<-ctx.Done()
		return ctx.Err()
	}}, runtime.WithMaxHandlers(limit))
	inst := goldentest.Must(repeat.Start(context.Background(), eng, repeat.Vars{Items: many(n)}))(t)
	<-all
	repeat.BroadcastHalt(context.Background(), eng, repeat.Halt{})
	out, err := inst.Wait(context.Background())
	if err != nil || out.Prices != nil || started.Load() != limit {
		t.Errorf("%v, %d prices, %d handlers ran", err, len(out.Prices), started.Load())
	}
	if h := inst.HistoryIDs(); !slices.Equal(h, []string{"Start", "Stop", "Stopped"}) {
		t.Errorf("history %v", h)
	}
}
