package bench

import (
	"context"
	goruntime "runtime"
	"sync"
	"testing"
	"unsafe"

	"github.com/bpmngen/bpmngen/bench/hand"
	"github.com/bpmngen/bpmngen/bench/models/fork"
	"github.com/bpmngen/bpmngen/bench/models/park"
	"github.com/bpmngen/bpmngen/bench/models/row"
	"github.com/bpmngen/bpmngen/bench/models/turn"
	"github.com/bpmngen/bpmngen/bench/models/work"
	"github.com/bpmngen/bpmngen/runtime"
)

// engineOf is an engine with what register registers.
func engineOf(b testing.TB, register func(*runtime.Engine) (runtime.Registration, error)) *runtime.Engine {
	b.Helper()
	eng := bare(b)
	if _, err := register(eng); err != nil {
		b.Fatal(err)
	}
	return eng
}

func newEngine(b testing.TB, p runtime.Program, opts ...runtime.Option) *runtime.Engine {
	b.Helper()
	eng := bare(b, opts...)
	if _, err := eng.Register(p); err != nil {
		b.Fatal(err)
	}
	return eng
}

func bare(b testing.TB, opts ...runtime.Option) *runtime.Engine {
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
	return eng
}

func count(_ context.Context, v *hand.Vars) error {
	v.Count++
	return nil
}

// rowSteps and forkBranches count as the functions by hand do.
type (
	rowSteps     struct{ row.UnimplementedHandlers }
	forkBranches struct{ fork.UnimplementedHandlers }
	workCount    struct{ work.UnimplementedHandlers }
)

func (rowSteps) Step1(_ context.Context, v *row.Vars) error        { v.Count++; return nil }
func (rowSteps) Step2(_ context.Context, v *row.Vars) error        { v.Count++; return nil }
func (rowSteps) Step3(_ context.Context, v *row.Vars) error        { v.Count++; return nil }
func (rowSteps) Step4(_ context.Context, v *row.Vars) error        { v.Count++; return nil }
func (rowSteps) Step5(_ context.Context, v *row.Vars) error        { v.Count++; return nil }
func (rowSteps) Step6(_ context.Context, v *row.Vars) error        { v.Count++; return nil }
func (rowSteps) Step7(_ context.Context, v *row.Vars) error        { v.Count++; return nil }
func (rowSteps) Step8(_ context.Context, v *row.Vars) error        { v.Count++; return nil }
func (rowSteps) Step9(_ context.Context, v *row.Vars) error        { v.Count++; return nil }
func (rowSteps) Step10(_ context.Context, v *row.Vars) error       { v.Count++; return nil }
func (forkBranches) Branch1(_ context.Context, v *fork.Vars) error { v.Count++; return nil }
func (forkBranches) Branch2(_ context.Context, v *fork.Vars) error { v.Count++; return nil }
func (forkBranches) Branch3(_ context.Context, v *fork.Vars) error { v.Count++; return nil }
func (forkBranches) Branch4(_ context.Context, v *fork.Vars) error { v.Count++; return nil }
func (forkBranches) Branch5(_ context.Context, v *fork.Vars) error { v.Count++; return nil }
func (forkBranches) Branch6(_ context.Context, v *fork.Vars) error { v.Count++; return nil }
func (forkBranches) Branch7(_ context.Context, v *fork.Vars) error { v.Count++; return nil }
func (forkBranches) Branch8(_ context.Context, v *fork.Vars) error { v.Count++; return nil }
func (workCount) Count(_ context.Context, v *work.Vars) error      { v.Count++; return nil }

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
		eng := rowEngine(b)
		b.ReportAllocs()
		for b.Loop() {
			v, err := row.Run(ctx, eng, row.Vars{})
			if err != nil || v.Count != 10 {
				b.Fatal(v, err)
			}
		}
	})
	b.Run("StartWait", func(b *testing.B) {
		eng := rowEngine(b)
		b.ReportAllocs()
		for b.Loop() {
			inst, err := row.Start(ctx, eng, row.Vars{})
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
		eng := forkEngine(b)
		b.ReportAllocs()
		for b.Loop() {
			if v, err := fork.Run(ctx, eng, fork.Vars{}); err != nil || v.Count != 1 {
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

func rowEngine(b testing.TB) *runtime.Engine {
	return engineOf(b, func(e *runtime.Engine) (runtime.Registration, error) { return row.Register(e, rowSteps{}) })
}

func forkEngine(b testing.TB) *runtime.Engine {
	return engineOf(b, func(e *runtime.Engine) (runtime.Registration, error) { return fork.Register(e, forkBranches{}) })
}

func workEngine(b testing.TB) *runtime.Engine {
	return engineOf(b, func(e *runtime.Engine) (runtime.Registration, error) { return work.Register(e, workCount{}) })
}

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
	b.Run("expression", func(b *testing.B) {
		eng := engineOf(b, turn.Register)
		b.ReportAllocs()
		for b.Loop() {
			if v, err := turn.Run(ctx, eng, turn.Vars{Limit: turns}); err != nil || v.Count != turns {
				b.Fatal(v, err)
			}
		}
		perTurn(b)
	})
	b.Run("handler", func(b *testing.B) {
		eng := workEngine(b)
		b.ReportAllocs()
		for b.Loop() {
			if v, err := work.Run(ctx, eng, work.Vars{Limit: turns}); err != nil || v.Count != turns {
				b.Fatal(v, err)
			}
		}
		perTurn(b)
	})
}

const parked = 100_000

// parkMany starts instances that wait for a user and measures the bytes of each.
func parkMany(b testing.TB) (bytes float64, goroutines int) {
	ctx := context.Background()
	eng := engineOf(b, park.Register)
	heap := func() uint64 {
		var m goruntime.MemStats
		goruntime.GC()
		goruntime.GC()
		goruntime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, running := heap(), goruntime.NumGoroutine()
	for range parked {
		if _, err := park.Start(ctx, eng, park.Vars{Count: 1, Limit: 2, Done: true}); err != nil {
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
		bytes, goroutines := parkMany(b)
		b.ReportMetric(bytes, "B/instance")
		b.ReportMetric(float64(goroutines), "goroutines")
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/parked, "ns/instance")
	b.ReportMetric(float64(unsafe.Sizeof(runtime.Instance{})), "B/Instance")
}

func BenchmarkUserTask(b *testing.B) {
	ctx := context.Background()
	eng := engineOf(b, park.Register)
	b.ReportAllocs()
	for b.Loop() {
		inst, err := park.Start(ctx, eng, park.Vars{})
		if err != nil {
			b.Fatal(err)
		}
		tok := inst.Tokens()
		if err := park.CompleteWait(ctx, eng, tok[0].Task, func(v *park.Vars) error { v.Done = true; return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
