package rungs_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/rungs"
	"github.com/bpmngen/bpmngen/testdata/golden/rungs2"
)

type steps func(ctx context.Context, n int64) (int64, error)

func (s steps) Step(ctx context.Context, v *rungs.Vars) error {
	made, err := s(ctx, v.N)
	v.Made = made
	return err
}

type steps2 struct{ steps }

func (s steps2) Step(ctx context.Context, v *rungs2.Vars) error {
	made, err := s.steps(ctx, v.N)
	v.Made = made
	return err
}

func one(context.Context, int64) (int64, error) { return 1, nil }

func engine(t *testing.T, s steps, opts ...runtime.Option) *runtime.Engine {
	t.Helper()
	eng, err := runtime.New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := eng.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	if _, err := rungs.Register(eng, s); err != nil {
		t.Fatal(err)
	}
	return eng
}

// SC §2.9: a process may call itself; each call has data of its own.
func TestRecursion(t *testing.T) {
	v, err := rungs.Run(context.Background(), engine(t, one), rungs.Vars{N: 900})
	if err != nil || v != (rungs.Vars{N: 900, Made: 1}) {
		t.Errorf("%+v, %v", v, err)
	}
}

// S10.2, SC §6: a recursion without an end ends at the limit with an error that
// names the chain, whatever the limit, and takes nothing of the stack with it.
func TestDepthLimit(t *testing.T) {
	for _, limit := range []int{1, 3, 1_000, 5_000} {
		_, err := rungs.Run(context.Background(), engine(t, one, runtime.WithMaxDepth(limit)), rungs.Vars{N: 1 << 40})
		var deep *runtime.DepthError
		if !errors.As(err, &deep) || deep.Limit != limit || len(deep.Chain) != limit+1 || deep.Chain[limit] != "Rung" {
			t.Errorf("limit %d: %v", limit, err)
		}
	}
}

// The default limit is 1,000 (S10.2).
func TestDefaultDepth(t *testing.T) {
	eng := engine(t, one)
	if _, err := rungs.Run(context.Background(), eng, rungs.Vars{N: 999}); err != nil {
		t.Errorf("a thousand: %v", err)
	}
	_, err := rungs.Run(context.Background(), eng, rungs.Vars{N: 1_000})
	var deep *runtime.DepthError
	if !errors.As(err, &deep) || deep.Limit != 1_000 {
		t.Errorf("one more: %v", err)
	}
}

// SC §2.7: a child outlives no parent. Callers are terminated while their
// children start, work and call on; when a caller is over nothing of its chain is left
// but handlers whose context has ended.
func TestChildOutlivesNoParent(t *testing.T) {
	var ended, begun atomic.Int64
	eng := engine(t, func(ctx context.Context, _ int64) (int64, error) {
		begun.Add(1)
		<-ctx.Done() // a child that outlived its parent would stay here for ever
		ended.Add(1)
		return 0, ctx.Err()
	})
	const callers = 200
	var wg sync.WaitGroup
	for i := range callers {
		inst, err := rungs.Start(context.Background(), eng, rungs.Vars{N: int64(i % 5)})
		if err != nil {
			t.Fatal(err)
		}
		wg.Add(2)
		for range 2 { // two hosts at once
			go func() {
				defer wg.Done()
				if err := inst.Cancel(context.Background()); err != nil && !errors.Is(err, runtime.ErrOver) {
					t.Error(err)
				}
				if _, err := inst.Wait(context.Background()); !errors.Is(err, runtime.ErrTerminated) {
					t.Error(err)
				}
			}()
		}
	}
	wg.Wait()
	if err := eng.Shutdown(context.Background()); err != nil { // waits for every handler
		t.Error(err)
	}
	if left := eng.Instances(""); len(left) > 0 || begun.Load() != ended.Load() {
		t.Errorf("%d instances left, %d of %d handlers ended", len(left), ended.Load(), begun.Load())
	}
}

// SC §2.7, S10.1: re-registering a callee makes new calls use the new version;
// those that run stay on theirs. The facts tell which one it was.
func TestReregister(t *testing.T) {
	entered, release := make(chan string), make(chan struct{})
	work := func(version string, made int64) steps {
		return func(context.Context, int64) (int64, error) {
			entered <- version
			<-release
			return made, nil
		}
	}
	var mu sync.Mutex
	var called []int
	eng := engine(t, work("old", 1), runtime.WithObserver(runtime.ObserverFunc(func(f runtime.Fact) {
		if f.Kind == runtime.CallStarted {
			mu.Lock()
			called = append(called, f.CalledVersion)
			mu.Unlock()
		}
	})))
	start := func() rungs.Instance {
		inst, err := rungs.Start(context.Background(), eng, rungs.Vars{N: 1})
		if err != nil {
			t.Fatal(err)
		}
		return inst
	}
	before := start()
	if got := <-entered; got != "old" {
		t.Fatalf("the first call runs the %s version", got)
	}
	reg, err := rungs2.Register(eng, steps2{work("new", 2)})
	if err != nil || reg.Version != 2 || !reg.Latest {
		t.Fatalf("%+v, %v", reg, err)
	}
	after := start() // the caller is of the old version still: what it calls is new
	if got := <-entered; got != "new" {
		t.Errorf("a call after the registration runs the %s version", got)
	}
	if key, version := after.Process(); key != "Rung" || version != 1 {
		t.Errorf("the caller is %s version %d", key, version)
	}
	close(release)
	for inst, want := range map[rungs.Instance]int64{before: 1, after: 2} {
		if v, err := inst.Wait(context.Background()); err != nil || v.Made != want {
			t.Errorf("%+v, %v, want made %d", v, err, want)
		}
	}
	// Retired: the old version starts nothing more, the new one is the latest.
	if err := eng.Unregister("Rung", 1); err != nil {
		t.Error(err)
	}
	if left := eng.Processes(); len(left) != 1 || left[0].Version != 2 {
		t.Errorf("registered: %+v", left)
	}
	if err := eng.Shutdown(context.Background()); err != nil { // the observer has heard all then
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(called, []int{1, 2}) {
		t.Errorf("called versions %v", called)
	}
}
