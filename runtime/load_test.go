package runtime_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/hub"
)

// full asks for the sizes that the engine is held to; without it the same tests
// run small. go test -race -run Load ./runtime -full
var full = flag.Bool("full", false, "run the load tests at their full size")

// size is a size, or its full one.
func size(small, big int) int {
	if *full {
		return big
	}
	if testing.Short() {
		return max(small/5, 1)
	}
	return small
}

// S4.2, S4.3, EV §2.9.2 under load: whatever publishes, starts and cancels at once,
// each message is taken once, still in the inbox, or was refused to its
// publisher; none is lost, none doubled.
func TestLoadExactlyOnce(t *testing.T) {
	const publishers, starters, cancellers = 8, 2, 2
	messages, instances := size(12_000, 200_000), size(1_500, 20_000)
	p := waits("P", paid)
	eng := engine(t, runtime.WithInbox(messages/4, time.Hour))
	register(t, eng, p)
	var publishing, starting, cancelling sync.WaitGroup
	var refused atomic.Int64
	handles := make([]atomic.Pointer[runtime.Handle[vars]], instances)
	for g := range publishers {
		publishing.Go(func() {
			rnd := rand.New(rand.NewPCG(1, uint64(g)))
			for n := range messages / publishers {
				err := eng.Publish(context.Background(), runtime.Message{Name: "Paid", Key: strconv.Itoa(1 + rnd.IntN(instances)), Keyed: true,
					Payload: strconv.Itoa(n*publishers + g)})
				switch {
				case errors.Is(err, hub.ErrInboxFull):
					refused.Add(1)
				case err != nil:
					t.Error(err)
				}
			}
		})
	}
	for g := range starters {
		starting.Go(func() {
			for k := g; k < instances; k += starters {
				inst := p.start(t, eng, vars{B: k + 1})
				handles[k].Store(&inst)
			}
		})
	}
	stop := make(chan struct{})
	for g := range cancellers {
		cancelling.Go(func() {
			rnd := rand.New(rand.NewPCG(2, uint64(g)))
			for {
				select {
				case <-stop:
					return
				default:
				}
				if h := handles[rnd.IntN(instances)].Load(); h != nil && rnd.IntN(8) == 0 {
					if err := h.Cancel(context.Background()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	starting.Wait()
	publishing.Wait()
	close(stop)
	cancelling.Wait()

	seen := make([]bool, messages)
	take := func(got []string) {
		t.Helper()
		if len(got) > 1 {
			t.Fatalf("an instance took several: %v", got)
		}
		for _, s := range got {
			n, err := strconv.Atoi(s)
			if err != nil || seen[n] {
				t.Fatalf("message %s was taken twice", s)
			}
			seen[n] = true
		}
	}
	taken, cancelled := 0, 0
	for k := range handles {
		h := handles[k].Load()
		if err := h.Cancel(t.Context()); err != nil { // one that nothing came for
			t.Fatal(err)
		}
		got, err := h.Wait(t.Context())
		if errors.Is(err, runtime.ErrTerminated) {
			cancelled++
		} else if err != nil {
			t.Fatal(err)
		}
		take(got.List)
		taken += len(got.List)
	}
	// The rest is in the inbox: it can be taken, all of it, and no more.
	rest := 0
	for k := range instances {
		for {
			inst := p.start(t, eng, vars{B: k + 1})
			if at := inst.Tokens(); len(at) == 1 && at[0].NodeID == "c" {
				if err := inst.Cancel(t.Context()); err != nil {
					t.Fatal(err)
				}
				break
			}
			got, err := inst.Wait(t.Context())
			if err != nil || len(got.List) != 1 {
				t.Fatalf("%v %v", got, err)
			}
			take(got.List)
			rest++
		}
	}
	t.Logf("%d messages: %d taken, %d refused, %d in the inbox; %d of %d instances were cancelled", messages, taken, refused.Load(), rest, cancelled, instances)
	if all := messages / publishers * publishers; taken+rest+int(refused.Load()) != all {
		t.Errorf("%d published, %d taken, %d in the inbox, %d refused", all, taken, rest, refused.Load())
	}
	if taken == 0 || rest == 0 || refused.Load() == 0 {
		t.Error("the test sees too little")
	}
}

// S5.1: a signal resumes each instance that waits for it once, however many
// broadcast it at once.
func TestLoadSignal(t *testing.T) {
	n := size(5_000, 100_000)
	p := waits("P", runtime.EventDef{Trigger: runtime.SignalTrigger, Name: "Go", Expr: runtime.None, Payload: 0})
	eng := engine(t)
	register(t, eng, p)
	all := make([]runtime.Handle[vars], n)
	for k := range all {
		all[k] = p.start(t, eng, vars{})
	}
	var hosts sync.WaitGroup
	for g := range 4 {
		hosts.Go(func() {
			if err := eng.Broadcast(context.Background(), "Go", strconv.Itoa(g)); err != nil {
				t.Error(err)
			}
		})
	}
	hosts.Wait()
	for _, h := range all {
		got, err := h.Wait(t.Context())
		if err != nil || len(got.List) != 1 {
			t.Fatalf("%v %v", got, err)
		}
	}
	if left := eng.Instances("P"); len(left) != 0 {
		t.Errorf("%d are left", len(left))
	}
}

// nosy is a program whose instances call back when their condition is evaluated.
type nosy struct {
	*program
	asked func(v *vars)
}

func (n nosy) New() runtime.Root { return &nosyInstance{instance{program: n.program}, n.asked} }

type nosyInstance struct {
	instance
	asked func(v *vars)
}

func (d *nosyInstance) Condition(i int32) (bool, error) {
	d.asked(&d.vars)
	return true, nil
}

// S5.2: a jump of the clock over many due timers fires them in the order of
// their due times; in the midst of it other instances run, wait, and are resumed.
func TestLoadTimers(t *testing.T) {
	n := size(5_000, 100_000)
	other := newProgram("Other")
	other.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	other.event("c", catch, paid)
	other.flow("s", "c")
	clock := &wakelessClock{}
	eng := engine(t, runtime.WithClock(clock))
	register(t, eng, other)
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.event("c", catch, runtime.EventDef{Trigger: runtime.TimerTrigger, Expr: 0, Payload: runtime.None})
	p.node("x", runtime.NodeDef{Kind: runtime.KindExclusiveGateway})
	p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
	p.def.Nodes[p.nodes["e"]].Event = runtime.None
	p.flow("s", "c", "x", "e")
	p.def.Flows[2].Condition = 0
	var fired []int
	between := 0
	prog := nosy{p, func(v *vars) {
		fired = append(fired, v.A)
		if len(fired)%(n/10) != 0 {
			return
		}
		inst := other.start(t, eng, vars{B: len(fired)})
		publish(t, eng, "Paid", strconv.Itoa(len(fired)))
		if inst.State() != runtime.Completed {
			t.Errorf("after %d timers another instance is %v", len(fired), inst.State())
		}
		between++
	}}
	if _, err := eng.Register(prog); err != nil {
		t.Fatal(err)
	}
	for _, k := range rand.New(rand.NewPCG(3, 3)).Perm(n) {
		if _, err := eng.StartProcess(t.Context(), "P", runtime.Latest, "", func(v any) error { v.(*vars).A = 1 + k/3; return nil }); err != nil {
			t.Fatal(err)
		}
	}
	clock.now.Store(int64(n))
	eng.Tick()
	if len(fired) != n || !slices.IsSorted(fired) || between != 10 {
		t.Errorf("%d of %d fired, in order: %v; %d instances between them", len(fired), n, slices.IsSorted(fired), between)
	}
	if left := eng.Instances(""); len(left) != 0 {
		t.Errorf("%d are left", len(left))
	}
}

// wakelessClock is a clock that only moves when it is set.
type wakelessClock struct{ now atomic.Int64 }

func (c *wakelessClock) Now() time.Time { return time.Unix(0, c.now.Load()) }

// EV §2.5: Shutdown ends within its context while messages, signals, timers,
// starts and handlers that look at their context come from everywhere.
func TestLoadShutdown(t *testing.T) {
	rounds := size(3, 100)
	for range rounds {
		p := waits("P", paid)
		q := waits("Q", runtime.EventDef{Trigger: runtime.SignalTrigger, Name: "Go", Expr: runtime.None, Payload: runtime.None})
		timer := waits("T", runtime.EventDef{Trigger: runtime.TimerTrigger, Expr: 0, Payload: runtime.None})
		work := fork("W", step{"a", false, nothing}, step{"b", false, func(ctx context.Context, _ *vars) error { <-ctx.Done(); return ctx.Err() }})
		eng, err := runtime.New()
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []*program{p, q, timer, work} {
			register(t, eng, x)
		}
		var hosts sync.WaitGroup
		began := make(chan struct{}, 5)
		try := func(do func(n int) error) {
			hosts.Go(func() {
				for n := 0; ; n++ {
					if err := do(n); err != nil {
						if !errors.Is(err, runtime.ErrShutdown) {
							t.Error(err)
						}
						return
					}
					if n == 20 {
						began <- struct{}{}
					}
				}
			})
		}
		ctx := context.Background()
		try(func(n int) error {
			err := eng.Publish(ctx, runtime.Message{Name: "Paid", Key: strconv.Itoa(n % 50), Keyed: true, Payload: "x"})
			if errors.Is(err, hub.ErrInboxFull) {
				return nil
			}
			return err
		})
		try(func(n int) error { _, err := p.tryStart(eng, vars{B: n % 50}); return err })
		try(func(int) error {
			if _, err := q.tryStart(eng, vars{}); err != nil {
				return err
			}
			return eng.Broadcast(ctx, "Go", nil)
		})
		try(func(n int) error { _, err := timer.tryStart(eng, vars{A: n % 1000}); return err })
		try(func(int) error { _, err := work.tryStart(eng, vars{}); return err })
		for range 5 {
			<-began
		}
		bounded, cancel := context.WithTimeout(ctx, 30*time.Second)
		if err := eng.Shutdown(bounded); err != nil {
			t.Fatal(err)
		}
		cancel()
		hosts.Wait()
	}
}
