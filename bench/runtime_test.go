package bench

import (
	"context"
	goruntime "runtime"
	"sync"
	"testing"
	"unsafe"

	"github.com/bpmngen/bpmngen/bench/hand"
	"github.com/bpmngen/bpmngen/runtime"
)

func newEngine(b testing.TB, p runtime.Program, opts ...runtime.Option) *runtime.Engine {
	b.Helper()
	eng, err := runtime.New(opts...)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := eng.Shutdown(context.Background()); err != nil {
			b.Error(err)
		}
	})
	if _, err := eng.Register(p); err != nil {
		b.Fatal(err)
	}
	return eng
}

func count(_ context.Context, v *hand.Vars) error {
	v.Count++
	return nil
}

// handRow is ten steps behind a mutex, as one writes them by hand.
type handRow struct {
	mu   sync.Mutex
	vars hand.Vars
}

//go:noinline
func (r *handRow) step(h hand.Handler) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return h(context.Background(), &r.vars)
}

func runRowByHand(h hand.Handler) (hand.Vars, error) {
	r := &handRow{}
	for range 10 {
		if err := r.step(h); err != nil {
			return hand.Vars{}, err
		}
	}
	return r.vars, nil
}

func BenchmarkRow10(b *testing.B) {
	ctx := context.Background()
	b.Run("hand", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			v, _ := runRowByHand(count)
			if v.Count != 10 {
				b.Fatal(v)
			}
		}
	})
	b.Run("Run", func(b *testing.B) {
		p := hand.Row(10, count)
		eng := newEngine(b, p)
		b.ReportAllocs()
		for b.Loop() {
			v, err := p.Run(ctx, eng, hand.Vars{})
			if err != nil || v.Count != 10 {
				b.Fatal(v, err)
			}
		}
	})
	b.Run("StartWait", func(b *testing.B) {
		p := hand.Row(10, count)
		eng := newEngine(b, p)
		b.ReportAllocs()
		for b.Loop() {
			inst, err := p.Start(ctx, eng, hand.Vars{})
			if err != nil {
				b.Fatal(err)
			}
			if v, err := inst.Wait(ctx); err != nil || v.Count != 10 {
				b.Fatal(v, err)
			}
		}
	})
}

// runForkByHand is eight goroutines, each with a private copy, a context and a
// locked commit.
func runForkByHand(n int, h hand.Handler) hand.Vars {
	var mu sync.Mutex
	var wg sync.WaitGroup
	live := new(hand.Vars)
	base := *live
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ctx, cancel := context.WithCancel(ctx)
			defer cancel()
			v := new(hand.Vars)
			*v = base
			if err := h(ctx, v); err != nil {
				return
			}
			mu.Lock()
			if v.Count != base.Count {
				live.Count = v.Count
			}
			if v.Limit != base.Limit {
				live.Limit = v.Limit
			}
			if v.Done != base.Done {
				live.Done = v.Done
			}
			mu.Unlock()
		}()
	}
	wg.Wait()
	return *live
}

func BenchmarkFork8(b *testing.B) {
	ctx := context.Background()
	b.Run("hand", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if v := runForkByHand(8, count); v.Count != 1 {
				b.Fatal(v)
			}
		}
	})
	b.Run("Run", func(b *testing.B) {
		p := hand.Fork(8, count)
		eng := newEngine(b, p)
		b.ReportAllocs()
		for b.Loop() {
			if v, err := p.Run(ctx, eng, hand.Vars{}); err != nil || v.Count != 1 {
				b.Fatal(v, err)
			}
		}
	})
}

//go:noinline
func loopByHand(v *hand.Vars) {
	for v.Count < v.Limit {
		v.Count++
	}
}

const turns = 1000

func BenchmarkLoop1000(b *testing.B) {
	ctx := context.Background()
	perTurn := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/turns, "ns/turn")
	}
	b.Run("hand", func(b *testing.B) {
		for b.Loop() {
			v := hand.Vars{Limit: turns}
			loopByHand(&v)
			if v.Count != turns {
				b.Fatal(v)
			}
		}
		perTurn(b)
	})
	for name, h := range map[string]hand.Handler{"script": nil, "handler": count} {
		b.Run(name, func(b *testing.B) {
			p := hand.Loop(h)
			eng := newEngine(b, p)
			b.ReportAllocs()
			for b.Loop() {
				if v, err := p.Run(ctx, eng, hand.Vars{Limit: turns}); err != nil || v.Count != turns {
					b.Fatal(v, err)
				}
			}
			perTurn(b)
		})
	}
}

const parked = 100_000

// park starts instances that wait for a user and measures the bytes of each.
func park(b testing.TB) (bytes float64, goroutines int) {
	ctx := context.Background()
	p := hand.Park()
	eng := newEngine(b, p)
	heap := func() uint64 {
		var m goruntime.MemStats
		goruntime.GC()
		goruntime.GC()
		goruntime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, running := heap(), goruntime.NumGoroutine()
	for range parked {
		if _, err := p.Start(ctx, eng, hand.Vars{Count: 1, Limit: 2, Done: true}); err != nil {
			b.Fatal(err)
		}
	}
	bytes = float64(heap()-before) / parked
	goroutines = goruntime.NumGoroutine() - running
	tasks := eng.UserTasks(runtime.TaskFilter{Limit: 1})
	if len(tasks) != 1 {
		b.Fatal("no user tasks")
	}
	return bytes, goroutines
}

func BenchmarkParked100k(b *testing.B) {
	for b.Loop() {
		bytes, goroutines := park(b)
		b.ReportMetric(bytes, "B/instance")
		b.ReportMetric(float64(goroutines), "goroutines")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/parked, "ns/instance")
	b.ReportMetric(float64(unsafe.Sizeof(runtime.Instance{})), "B/Instance")
}

func BenchmarkUserTask(b *testing.B) {
	ctx := context.Background()
	p := hand.Park()
	eng := newEngine(b, p)
	b.ReportAllocs()
	for b.Loop() {
		inst, err := p.Start(ctx, eng, hand.Vars{})
		if err != nil {
			b.Fatal(err)
		}
		tok := inst.Tokens()
		if err := p.Complete(ctx, eng, hand.NodeUser, tok[0].Task, func(v *hand.Vars) error { v.Done = true; return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
