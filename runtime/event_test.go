package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
)

// The events of the test processes: the key of a message is B, its payload is
// added to List; a timer is due A nanoseconds after it was armed, once.
var _ runtime.EventData = (*instance)(nil)

func (d *instance) Key(int32) (string, bool, error) {
	return strconv.Itoa(d.vars.B), d.vars.B != 0, nil
}

func (d *instance) Due(_ int32, now, _ int64, fired int32, _ *string) (int64, bool, error) {
	return now + int64(d.vars.A), fired == 0, nil
}

func (d *instance) Payload(int32) (any, error) { return fmt.Sprintf("from %d", d.vars.B), nil }

func (d *instance) Receive(_ int32, payload any, changed runtime.Changes) error {
	d.vars.List = append(d.vars.List, payload.(string))
	changed.Set(2)
	return nil
}

func (p *program) event(id string, kind runtime.NodeDef, ev runtime.EventDef) {
	p.node(id, kind)
	n := &p.def.Nodes[p.nodes[id]]
	n.Event = int32(len(p.def.Events))
	p.def.Events = append(p.def.Events, ev)
}

func (p *program) boundary(host, id string, ev runtime.EventDef) {
	p.event(id, runtime.NodeDef{Kind: runtime.KindBoundaryEvent}, ev)
	h, b := p.nodes[host], p.nodes[id]
	p.def.Nodes[b].Attached = h
	p.def.Nodes[h].Boundaries = append(p.def.Nodes[h].Boundaries, b)
}

var (
	catch   = runtime.NodeDef{Kind: runtime.KindCatchEvent}
	throw   = runtime.NodeDef{Kind: runtime.KindThrowEvent}
	paid    = runtime.EventDef{Trigger: runtime.MessageTrigger, Name: "Paid", Expr: 0, Payload: 0}
	plain   = runtime.EventDef{Trigger: runtime.MessageTrigger, Name: "Plain", Expr: runtime.None, Payload: 0}
	stop    = runtime.EventDef{Trigger: runtime.SignalTrigger, Name: "Stop", Expr: runtime.None, Payload: 0}
	timeout = runtime.EventDef{Trigger: runtime.TimerTrigger, Payload: runtime.None}
)

// waits is a start event, a catch event c and an end event.
func waits(key string, ev runtime.EventDef) *program {
	p := newProgram(key)
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.event("c", catch, ev)
	p.task("after", true, nothing)
	p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
	p.def.Nodes[p.nodes["e"]].Event = runtime.None
	p.flow("s", "c", "after", "e")
	return p
}

// S5.1: a signal reaches every current catch, in other instances too; one that
// is thrown by an instance as well as one of the host.
func TestSignals(t *testing.T) {
	p := waits("P", stop)
	q := newProgram("Q")
	q.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	q.event("t", throw, stop)
	q.flow("s", "t")
	eng := engine(t)
	register(t, eng, p)
	register(t, eng, q)
	for _, throwing := range []func() error{
		func() error { return eng.Broadcast(t.Context(), "Stop", "from host") },
		func() error { _, err := q.run(eng, vars{B: 9}); return err },
	} {
		var all []runtime.Handle[vars]
		for range 50 {
			all = append(all, p.start(t, eng, vars{}))
		}
		if err := throwing(); err != nil {
			t.Fatal(err)
		}
		for _, h := range all {
			if got, err := h.Wait(t.Context()); err != nil || len(got.List) != 1 {
				t.Fatal(got, err)
			}
		}
	}
	if err := eng.Broadcast(t.Context(), "Stop", ""); err != nil { // EV §2.4: nobody waits: no error
		t.Error(err)
	}
}

// Key is B where the instance waits and the next one's B where it throws.
func (d *chainedInstance) Key(int32) (string, bool, error) {
	d.vars.A++
	return strconv.Itoa(d.vars.B + d.vars.A - 1), true, nil
}

// wakingClock is virtual time: nothing happens until it is moved.
type wakingClock struct {
	mu    sync.Mutex
	now   time.Time
	calls map[*func()]time.Time
}

func (c *wakingClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *wakingClock) AfterFunc(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls[&f] = c.now.Add(d)
	key := &f
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, ok := c.calls[key]
		delete(c.calls, key)
		return ok
	}
}

// move moves the time and calls what is due on this goroutine.
func (c *wakingClock) move(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	for again := true; again; {
		again = false
		for f, at := range c.calls {
			if !at.After(c.now) {
				delete(c.calls, f)
				c.mu.Unlock()
				(*f)()
				c.mu.Lock()
				again = true
				break
			}
		}
	}
	c.mu.Unlock()
}

// S5.2: timers fire when the engine's clock says so, in the order of due time;
// one that is due when armed fires at once.
func TestTimers(t *testing.T) {
	clock := &wakingClock{now: time.Unix(1000, 0), calls: map[*func()]time.Time{}}
	var mu sync.Mutex
	var fired []int
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.event("c", catch, timeout)
	p.flow("s", "c")
	eng := engine(t, runtime.WithClock(clock), runtime.WithDirectObserver(runtime.ObserverFunc(func(f runtime.Fact) {
		if f.Kind == runtime.InstanceCompleted {
			mu.Lock()
			fired = append(fired, int(f.Time.Sub(time.Unix(1000, 0))))
			mu.Unlock()
		}
	})))
	register(t, eng, p)
	var all []runtime.Handle[vars]
	for _, in := range []int{30, 10, 0, 20, 10} {
		all = append(all, p.start(t, eng, vars{A: in}))
	}
	if all[2].State() != runtime.Completed {
		t.Error("a timer that is due at once did not fire")
	}
	if at, ok := eng.NextDue(); !ok || !at.Equal(time.Unix(1000, 10)) {
		t.Errorf("next %v %v", at, ok)
	}
	clock.move(9)
	clock.move(1)
	states := func() (s []string) {
		for _, h := range all {
			s = append(s, h.State().String()[:1])
		}
		return s
	}
	same(t, "at 10", []string{"a", "c", "c", "a", "c"}, states())
	if err := all[3].Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
	clock.move(100)
	same(t, "at 110", []string{"c", "c", "c", "t", "c"}, states())
	same(t, "fired at", []int{0, 10, 10, 110}, fired)
	if _, ok := eng.NextDue(); ok {
		t.Error("something is still armed")
	}
}

// A boundary timer on real time: its handler's context ends, its flow is taken.
func TestTimerInterrupts(t *testing.T) {
	p := newProgram("P")
	p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
	p.task("a", false, func(ctx context.Context, _ *vars) error { <-ctx.Done(); return ctx.Err() })
	ev := timeout
	ev.Interrupting = true
	p.boundary("a", "b", ev)
	p.flow("s", "a")
	eng := engine(t)
	register(t, eng, p)
	inst := p.start(t, eng, vars{A: int(time.Millisecond)})
	if _, err := inst.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, "history", []string{"s", "b"}, inst.HistoryIDs())
}

// S2.6: the first arm that is satisfied when the gateway arms wins, in document
// order: an inbox message before a timer that is due, and the other way round.
func TestEventGateway(t *testing.T) {
	for _, messageFirst := range []bool{true, false} {
		p := newProgram("P")
		p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
		p.node("g", runtime.NodeDef{Kind: runtime.KindEventBasedGateway})
		p.event("m", catch, plain)
		p.event("t", catch, timeout)
		p.flow("s", "g")
		if messageFirst {
			p.flow("g", "m")
			p.flow("g", "t")
		} else {
			p.flow("g", "t")
			p.flow("g", "m")
		}
		eng := engine(t)
		register(t, eng, p)
		if err := eng.Publish(t.Context(), runtime.Message{Name: "Plain", Payload: "x"}); err != nil {
			t.Fatal(err)
		}
		inst := p.start(t, eng, vars{A: 0})
		if _, err := inst.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		want := "t"
		if messageFirst {
			want = "m"
		}
		same(t, "history", []string{"s", "g", want}, inst.HistoryIDs())
		// The message that lost is back in the inbox (S4.3).
		q := waits("Q", plain)
		register(t, eng, q)
		rest := q.start(t, eng, vars{})
		if messageFirst {
			if rest.State() != runtime.Active {
				t.Error("the message was taken twice")
			}
		} else if _, err := rest.Wait(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// S6.2, EV §2.6: a handler's BPMN error goes to the boundary event with its
// code, another failure to one without a code, a panic too.
func TestErrorBoundary(t *testing.T) {
	for i, c := range []struct {
		h    handler
		want string
	}{
		{func(context.Context, *vars) error {
			return fmt.Errorf("while paying: %w", &runtime.BPMNError{Code: "REFUSED"})
		}, "refused"},
		{func(context.Context, *vars) error { return &runtime.BPMNError{Code: "OTHER"} }, "any"},
		{func(context.Context, *vars) error { return errors.New("boom") }, "any"},
		{func(context.Context, *vars) error { panic("boom") }, "any"},
	} {
		p := newProgram("P")
		p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
		p.task("a", false, c.h)
		p.boundary("a", "any", runtime.EventDef{Trigger: runtime.ErrorTrigger, Interrupting: true, Expr: runtime.None, Payload: runtime.None})
		p.boundary("a", "refused", runtime.EventDef{Trigger: runtime.ErrorTrigger, Code: "REFUSED", Interrupting: true, Expr: runtime.None, Payload: runtime.None})
		p.flow("s", "a")
		eng := engine(t)
		register(t, eng, p)
		inst := p.start(t, eng, vars{})
		if _, err := inst.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := inst.HistoryIDs(); got[len(got)-1] != c.want {
			t.Errorf("%d: %v, want %s", i, got, c.want)
		}
	}
}
