package runtime_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
)

// crowd has three tokens that wait at one catch, and one after the other do b.
func crowd(ev runtime.EventDef) *program {
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.node("f", runtime.NodeDef{Kind: runtime.KindParallelGateway})
	p.node("x", runtime.NodeDef{Kind: runtime.KindExclusiveGateway})
	p.event("c", catch, ev)
	p.user("after")
	p.flow("s", "f")
	for range 3 {
		p.flow("f", "x")
	}
	p.flow("x", "c", "after")
	return p
}

// EV §2.9.2: of several executions of one instance that wait at one catch a
// message resumes one, a signal each, and each timer its own.
func TestMultiplicity(t *testing.T) {
	for _, c := range []struct {
		what string
		ev   runtime.EventDef
		once func(eng *runtime.Engine, clock *stepped) error
		want []int // how many have gone on after each
	}{
		{"message", plain, func(eng *runtime.Engine, _ *stepped) error {
			return eng.Publish(t.Context(), runtime.Message{Name: "Plain", Payload: "m"})
		}, []int{1, 2, 3}},
		{"signal", stop, func(eng *runtime.Engine, _ *stepped) error { return eng.Broadcast(t.Context(), "Stop", "s") }, []int{3}},
		{"timer", timeout, func(eng *runtime.Engine, clock *stepped) error {
			clock.step(time.Second)
			eng.Tick()
			return nil
		}, []int{3}},
	} {
		t.Run(c.what, func(t *testing.T) {
			clock := new(stepped)
			eng := engine(t, runtime.WithClock(clock))
			p := crowd(c.ev)
			register(t, eng, p)
			h := p.start(t, eng, vars{A: 5})
			for n, want := range c.want {
				if err := c.once(eng, clock); err != nil {
					t.Fatal(err)
				}
				if got := len(eng.UserTasks(runtime.TaskFilter{Node: "after"})); got != want {
					t.Errorf("after %d: %d have gone on, want %d", n+1, got, want)
				}
			}
			if err := h.Cancel(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

// EV §2.9.1: each delivery brings its own payload to the execution that takes it.
func TestPayloadsOfDeliveries(t *testing.T) {
	eng := engine(t)
	p := crowd(plain)
	register(t, eng, p)
	h := p.start(t, eng, vars{})
	for _, what := range []string{"a", "b", "c"} {
		if err := eng.Publish(t.Context(), runtime.Message{Name: "Plain", Payload: what}); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.Vars().List; !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("%v", got)
	}
	if err := h.Cancel(t.Context()); err != nil {
		t.Error(err)
	}
}

// EV §2.1: instances that wait at one modelled catch never share a delivery: a
// message resumes the one whose key it has, and no other.
func TestDeliveriesByInstance(t *testing.T) {
	eng := engine(t)
	p := waits("P", paid)
	register(t, eng, p)
	all := map[int]runtime.Handle[vars]{}
	for k := 1; k <= 20; k++ {
		all[k] = p.start(t, eng, vars{B: k})
	}
	for k := 20; k >= 1; k-- {
		if err := eng.Publish(t.Context(), runtime.Message{Name: "Paid", Key: strconv.Itoa(k), Keyed: true, Payload: strconv.Itoa(k)}); err != nil {
			t.Fatal(err)
		}
		if v, err := all[k].Wait(t.Context()); err != nil || !slices.Equal(v.List, []string{strconv.Itoa(k)}) {
			t.Errorf("%d: %v, %v", k, v.List, err)
		}
		delete(all, k)
		for other, h := range all {
			if h.State() != runtime.Active {
				t.Fatalf("the message for %d ended %d", k, other)
			}
		}
	}
}
