package runtime_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
)

// Hosts drive instances from many goroutines at once: start, complete, set,
// read, cancel. Every instance ends once, in one of the ways asked for, and
// what was committed is there (S1.1, S3.2).
func TestManyHosts(t *testing.T) {
	n := 120
	if testing.Short() {
		n = 40
	}
	p := fork("P",
		step{id: "u"},
		step{"x", false, func(_ context.Context, v *vars) error { v.A++; return nil }},
		step{"y", false, func(ctx context.Context, v *vars) error {
			v.B++
			if v.B%3 == 0 {
				<-ctx.Done() // only a cancel ends it
			}
			return nil
		}})
	p.flowAfterJoin("z", func(_ context.Context, v *vars) error { v.List = append(v.List, "z"); return nil })
	eng := engine(t)
	register(t, eng, p)
	var completed, cancelled atomic.Int64
	var hosts sync.WaitGroup
	for host := range 4 {
		hosts.Go(func() {
			rnd := rand.New(rand.NewPCG(uint64(host), 7))
			for k := range n {
				stuck := k%3 == 2
				inst := p.start(t, eng, vars{B: k})
				var inner sync.WaitGroup
				inner.Go(func() {
					for inst.State() == runtime.Active {
						_, _, _ = inst.Tokens(), inst.History(), inst.Vars()
						if rnd := len(inst.Tokens()); rnd == 0 {
							break
						}
						if stuck {
							break
						}
					}
				})
				inner.Go(func() {
					for _, task := range eng.UserTasks(runtime.TaskFilter{Instance: inst.ID()}) {
						err := p.complete(eng, "u", task.ID, func(v *vars) error { v.List = append(v.List, "u"); return nil })
						if err != nil && !errors.Is(err, runtime.ErrUnknownTask) {
							t.Error(err)
						}
					}
				})
				if stuck || rnd.IntN(5) == 0 {
					inner.Go(func() {
						if err := inst.Cancel(context.Background()); err != nil {
							t.Error(err)
						}
					})
				}
				got, err := inst.Wait(context.Background())
				inner.Wait()
				switch {
				case err == nil:
					completed.Add(1)
					if got.A != 1 || got.B != k+1 || len(got.List) != 2 {
						t.Errorf("%+v", got)
					}
				case errors.Is(err, runtime.ErrTerminated):
					cancelled.Add(1)
				default:
					t.Error(err)
				}
			}
		})
	}
	hosts.Wait()
	if completed.Load()+cancelled.Load() != int64(4*n) || completed.Load() == 0 || cancelled.Load() == 0 {
		t.Errorf("%d completed, %d cancelled", completed.Load(), cancelled.Load())
	}
	if left := eng.Instances(""); len(left) != 0 {
		t.Errorf("%d instances left", len(left))
	}
	if left := eng.UserTasks(runtime.TaskFilter{}); len(left) != 0 {
		t.Errorf("%d user tasks left", len(left))
	}
}

// flowAfterJoin puts an in-line task between the join of a fork and its end.
func (p *program) flowAfterJoin(id string, h handler) {
	p.task(id, true, h)
	out := p.def.Nodes[p.nodes["j"]].Out[0]
	p.def.Flows[out].Target = p.nodes[id]
	p.def.Flows[out].Slot = 0
	p.def.Nodes[p.nodes[id]].In = []int32{out}
	p.def.Nodes[p.nodes["e"]].In = nil
	p.flow(id, "e")
}

// Shutdown under load: it ends within its context whatever runs, and nothing
// is left running.
func TestShutdownUnderLoad(t *testing.T) {
	p := fork("P", step{"x", false, nothing}, step{"y", false, nothing}, step{"w", false, func(ctx context.Context, _ *vars) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
			return nil
		}
	}})
	p.flowAfterJoin("z", nothing)
	for range 20 {
		eng, err := runtime.New()
		if err != nil {
			t.Fatal(err)
		}
		register(t, eng, p)
		var hosts sync.WaitGroup
		started := make(chan struct{}, 1000)
		for range 3 {
			hosts.Go(func() {
				for {
					if _, err := p.run(eng, vars{}); err != nil {
						if !errors.Is(err, runtime.ErrShutdown) {
							t.Error(err)
						}
						return
					}
					select {
					case started <- struct{}{}:
					default:
					}
				}
			})
		}
		for range 20 {
			<-started
		}
		if err := eng.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		hosts.Wait()
	}
}

// queue is an Executor that runs handlers when the test says so.
type queue struct {
	mu  sync.Mutex
	run map[string]func()
}

func (q *queue) Execute(task runtime.Task, run func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.run[task.NodeID()] = run
}

// WithExecutor: nothing runs but on the goroutines of the executor and the
// host, in their order; in-line tasks too.
func TestExecutor(t *testing.T) {
	q := &queue{run: map[string]func(){}}
	p := fork("P", step{"x", false, func(_ context.Context, v *vars) error { v.A = 1; return nil }},
		step{"y", false, func(_ context.Context, v *vars) error { v.B = 1; return nil }})
	p.flowAfterJoin("z", func(_ context.Context, v *vars) error { v.A++; return nil })
	eng := engine(t, runtime.WithExecutor(q))
	register(t, eng, p)
	inst := p.start(t, eng, vars{})
	q.run["y"]()
	same(t, "history", []string{"s", "f", "y"}, inst.HistoryIDs())
	q.run["x"]()
	same(t, "history", []string{"s", "f", "y", "x", "j"}, inst.HistoryIDs())
	if err := inst.Set(t.Context(), func(v *vars) error { v.List = []string{"meanwhile"}; return nil }); err != nil {
		t.Fatal(err)
	}
	q.run["z"]()
	got, err := inst.Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "vars", vars{A: 2, B: 1, List: []string{"meanwhile"}}, got)
}
