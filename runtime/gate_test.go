package runtime_test

import (
	"context"
	"errors"
	goruntime "runtime"
	"sync/atomic"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/repeat"
)

// pricing is a handler of repeat's parallel task.
type pricing func(ctx context.Context, v *repeat.PriceAnItemVars) error

func (p pricing) PriceAnItem(ctx context.Context, v *repeat.PriceAnItemVars) error { return p(ctx, v) }
func (pricing) WrapIt(context.Context, *repeat.PackInTurnVars) error               { return nil }

func priced(t *testing.T, p pricing, limit int) *runtime.Engine {
	t.Helper()
	eng, err := runtime.New(runtime.WithMaxHandlers(limit))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := repeat.Register(eng, p); err != nil {
		t.Fatal(err)
	}
	return eng
}

// At least one handler must be able to run.
func TestMaxHandlersOption(t *testing.T) {
	for _, n := range []int{0, -1} {
		if _, err := runtime.New(runtime.WithMaxHandlers(n)); err == nil {
			t.Errorf("WithMaxHandlers(%d) is taken", n)
		}
	}
}

// A handler that panics, fails, or ends its goroutine gives its place to the next.
func TestPlacesAreGivenBack(t *testing.T) {
	for name, ends := range map[string]func() error{
		"panic":  func() error { panic("broken") },
		"error":  func() error { return errors.New("broken") },
		"goexit": func() error { goruntime.Goexit(); return nil },
	} {
		eng := priced(t, func(_ context.Context, v *repeat.PriceAnItemVars) error {
			if v.Item == "bad" {
				return ends()
			}
			v.Price = 1
			return nil
		}, 1)
		for range 3 {
			if _, err := repeat.Run(context.Background(), eng, repeat.Vars{Items: []string{"bad", "x", "y"}}); err == nil {
				t.Errorf("%s: the instance did not fail", name)
			}
		}
		out, err := repeat.Run(context.Background(), eng, repeat.Vars{Items: []string{"x", "y", "z"}})
		if err != nil || len(out.Prices) != 3 || out.Prices[2] != 1 {
			t.Errorf("%s: %v, %v", name, out.Prices, err)
		}
		if err := eng.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// Shutdown does not wait for handlers that wait for a place: they never begin.
func TestShutdownDropsWhatWaits(t *testing.T) {
	var began atomic.Int64
	first := make(chan struct{})
	eng := priced(t, func(ctx context.Context, _ *repeat.PriceAnItemVars) error {
		if began.Add(1) == 1 {
			close(first)
		}
		<-ctx.Done()
		return ctx.Err()
	}, 1)
	if _, err := repeat.Start(context.Background(), eng, repeat.Vars{Items: make([]string, 100)}); err != nil {
		t.Fatal(err)
	}
	<-first
	if err := eng.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := began.Load(); n != 1 {
		t.Errorf("%d handlers began", n)
	}
}

// A Collection gives private copies.
func TestCollection(t *testing.T) {
	items := [][]int{{1}, {2}}
	c := runtime.CollectionOf(items, func(v []int) []int { return append([]int(nil), v...) })
	c.All()[0][0] = 9
	c.At(1)[0] = 9
	if c.Len() != 2 || items[0][0] != 1 || items[1][0] != 2 {
		t.Errorf("items %v were written through copies", items)
	}
	var none runtime.Collection[int]
	if none.Len() != 0 || len(none.All()) != 0 {
		t.Error("the zero value is not empty")
	}
}
