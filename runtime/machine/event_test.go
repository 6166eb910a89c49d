package machine_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

func message(name string) machine.Event {
	return machine.Event{Trigger: machine.MessageTrigger, Name: name}
}

func interrupting(ev machine.Event) machine.Event { ev.Interrupting = true; return ev }

// EV §2.3: an in-flow waiter subscribes when the token arrives and is gone once
// the event is consumed; its payload is committed first (S6.4, EV §2.9.1).
func TestCatchMessage(t *testing.T) {
	for _, kind := range []machine.Kind{machine.CatchEvent, machine.Task} {
		p := newProcess(t)
		p.start(0, "s")
		ev := message("Paid")
		ev.Expr, ev.Payload = 1, 4
		p.eventNode(0, kind, "c", ev)
		p.end(0, "e")
		p.flow("s", "c", "e")
		d := newEvents()
		d.keys[1] = "42"
		h := p.launchEvents(d, "s")
		same(t, "waits", []string{"c"}, h.waits())
		if sub := h.armed[0]; sub.Key != "42" || sub.Keyless {
			t.Errorf("key %q", sub.Key)
		}
		same(t, "positions", []string{"c"}, h.at())
		h.happen("c", "120")
		status(t, h.run, machine.Completed)
		same(t, "received", []string{"4: 120"}, d.received)
		same(t, "path", []string{"s", "c", "e"}, h.path)
		same(t, "waits", []string{}, h.waits())
	}
}

// S4.4: a key without a value matches nothing; one that fails is a fault.
func TestMessageKey(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	ev := message("Paid")
	ev.Expr = 1
	p.eventNode(0, machine.CatchEvent, "c", ev)
	p.flow("s", "c")
	d := newEvents()
	if h := p.launchEvents(d, "s"); !h.armed[0].Keyless {
		t.Error("a key without a value matches")
	}
	d.broken["key 1"] = errors.New("no order")
	h := p.launchEvents(d, "s")
	status(t, h.run, machine.Failed)
}

// EV §2.4, S4.3: an event that nobody waits for any more changes nothing, and
// the host is told so that it can give a message back.
func TestStaleEvent(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.eventNode(0, machine.CatchEvent, "c", message("M"))
	p.task(0, machine.ByUser, "u")
	p.flow("s", "c", "u")
	h := p.launchEvents(newEvents(), "s")
	sub := h.armed[0]
	h.happen("c", nil)
	if err := h.apply(machine.Input{Kind: machine.Happen, Ref: sub.Ref, Node: sub.Node}); !errors.Is(err, machine.ErrStale) {
		t.Errorf("%v", err)
	}
	for _, r := range []machine.Ref{0, ^machine.Ref(0), 77} {
		if err := h.apply(machine.Input{Kind: machine.Happen, Ref: r, Node: sub.Node}); !errors.Is(err, machine.ErrStale) {
			t.Errorf("%v", err)
		}
	}
	same(t, "positions", []string{"u"}, h.at())
}

// EV §2.2, §2.3: a boundary event is armed for the whole life of its activity,
// disarmed when that completes; interrupting, it cancels the activity after the
// exception flow was taken (S1.2); not interrupting, both go on and it stays armed.
func TestBoundary(t *testing.T) {
	build := func(by machine.Performer, ev machine.Event) *process {
		p := newProcess(t)
		p.start(0, "s")
		p.task(0, by, "a")
		p.boundary("a", "b", ev)
		p.task(0, machine.ByUser, "next")
		p.task(0, machine.ByUser, "x")
		p.flow("s", "a", "next")
		p.flow("b", "x")
		return p
	}
	t.Run("normal completion", func(t *testing.T) {
		h := build(machine.ByUser, interrupting(message("M"))).launchEvents(newEvents(), "s")
		same(t, "effects", []string{"open a"}, h.effects)
		same(t, "waits", []string{"b"}, h.waits())
		ref := h.open["a"][0]
		h.bring(machine.Input{Kind: machine.Done, Ref: ref})
		same(t, "waits", []string{}, h.waits())
		same(t, "path", []string{"s", "a"}, h.path)
	})
	t.Run("interrupting", func(t *testing.T) {
		h := build(machine.ByHandler, interrupting(message("M"))).launchEvents(newEvents(), "s")
		late := h.open["a"][0]
		h.happen("b", nil)
		same(t, "effects", []string{"cancel a", "open x"}, h.effects)
		same(t, "path", []string{"s", "b"}, h.path)
		same(t, "positions", []string{"x"}, h.at())
		if err := h.apply(machine.Input{Kind: machine.Done, Ref: late}); !errors.Is(err, machine.ErrStale) {
			t.Errorf("late result: %v", err)
		}
	})
	t.Run("not interrupting", func(t *testing.T) {
		h := build(machine.ByUser, message("M")).launchEvents(newEvents(), "s")
		h.happen("b", nil)
		h.happen("b", nil)
		same(t, "positions", []string{"a", "x", "x"}, h.at())
		same(t, "waits", []string{"b"}, h.waits())
		h.bring(machine.Input{Kind: machine.Done, Ref: h.open["a"][0]})
		same(t, "waits", []string{}, h.waits())
	})
	t.Run("without a flow", func(t *testing.T) {
		p := newProcess(t)
		p.start(0, "s")
		p.task(0, machine.ByUser, "a")
		p.boundary("a", "b", interrupting(message("M")))
		p.flow("s", "a")
		h := p.launchEvents(newEvents(), "s")
		h.happen("b", nil)
		status(t, h.run, machine.Completed)
		same(t, "path", []string{"s", "b"}, h.path)
	})
}

// SC §2.5: an interrupting boundary event of a composite cancels its scope as a unit.
func TestBoundaryOnComposite(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	in := p.sub(0, "sub", false)
	p.start(in, "is")
	p.gateway(in, machine.ParallelGateway, "f")
	p.task(in, machine.ByHandler, "h")
	p.eventNode(in, machine.CatchEvent, "c", message("Inner"))
	p.boundary("sub", "b", interrupting(message("Stop")))
	p.task(0, machine.ByUser, "x")
	p.flow("s", "sub")
	p.flow("is", "f", "h")
	p.flow("f", "c")
	p.flow("b", "x")
	h := p.launchEvents(newEvents(), "s")
	same(t, "waits", []string{"b", "c"}, h.waits())
	h.happen("b", nil)
	same(t, "positions", []string{"x"}, h.at())
	same(t, "waits", []string{}, h.waits())
	same(t, "path", []string{"s", "is", "f", "b"}, h.path)
}

// S5.2: a cycle's next due time is computed from the previous one; it stops
// after as many times as it says.
func TestTimerCycle(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.ByUser, "a")
	ev := machine.Event{Trigger: machine.TimerTrigger, Expr: 2}
	p.boundary("a", "b", ev)
	p.flow("s", "a")
	d := newEvents()
	d.due = []int64{10, 10, 25}
	h := p.launchEvents(d, "s")
	var due []int64
	for len(h.armed) > 0 {
		due = append(due, h.armed[0].Due)
		h.happen("b", nil)
	}
	same(t, "due", []int64{10, 20, 45}, due)
	same(t, "positions", []string{"a"}, h.at())

	d.due = nil // fires zero times
	if h := p.launchEvents(d, "s"); len(h.armed) != 0 {
		t.Error("armed")
	}
}

// S2.6: an event-based gateway arms its arms in document order; the first to
// fire wins and the rest are disarmed in the same Apply.
func TestEventGateway(t *testing.T) {
	build := func(conditional machine.Event) *process {
		p := newProcess(t)
		p.start(0, "s")
		p.gateway(0, machine.EventBasedGateway, "g")
		p.eventNode(0, machine.CatchEvent, "m", message("M"))
		p.eventNode(0, machine.CatchEvent, "sig", machine.Event{Trigger: machine.SignalTrigger, Name: "S"})
		p.eventNode(0, machine.CatchEvent, "cond", conditional)
		p.task(0, machine.ByUser, "u")
		p.flow("s", "g", "m", "u")
		p.flow("g", "sig", "u")
		p.flow("g", "cond", "u")
		return p
	}
	cond := machine.Event{Trigger: machine.ConditionalTrigger, Expr: 5}
	d := newEvents()
	d.conditions[5] = false
	h := build(cond).launchEvents(d, "s")
	same(t, "waits", []string{"m", "sig"}, h.waits())
	same(t, "positions", []string{"g"}, h.at())
	h.happen("sig", nil)
	same(t, "path", []string{"s", "g", "sig"}, h.path)
	same(t, "waits", []string{}, h.waits())

	// A condition that is true when armed comes after arms that only the host
	// can judge: the host is asked, in order.
	d.conditions[5] = true
	h = build(cond).launchEvents(d, "s")
	last := h.s.Effects[len(h.s.Effects)-1]
	if last.Kind != machine.Satisfied || p0(h, last.Node) != "cond" {
		t.Fatalf("last effect %+v", last)
	}
	h.bring(machine.Input{Kind: machine.Happen, Ref: last.Ref, Node: last.Node})
	same(t, "path", []string{"s", "g", "cond"}, h.path)
	same(t, "waits", []string{}, h.waits())
}

func p0(h *hub, n int32) string { return h.p.def.Nodes[n].ID }

// S5.1: a thrown signal takes the catches current at the throw; the thrower's
// token is on its outgoing flow first, then the catches fire, then others move.
func TestSignal(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	sig := machine.Event{Trigger: machine.SignalTrigger, Name: "S", Payload: 3}
	p.eventNode(0, machine.CatchEvent, "c1", sig)
	p.task(0, machine.ByUser, "go")
	p.eventNode(0, machine.ThrowEvent, "t", sig)
	p.eventNode(0, machine.CatchEvent, "late", machine.Event{Trigger: machine.SignalTrigger, Name: "S"})
	p.task(0, machine.ByUser, "a")
	p.boundary("a", "b", machine.Event{Trigger: machine.SignalTrigger, Name: "S"})
	p.task(0, machine.PassThrough, "after")
	p.flow("s", "f", "c1", "after")
	p.flow("f", "go", "t", "late")
	p.flow("f", "a")
	d := newEvents()
	d.payload = "p"
	h := p.launchEvents(d, "s")
	same(t, "waits", []string{"c1", "b"}, h.waits())
	h.bring(machine.Input{Kind: machine.Done, Ref: h.open["go"][0]})
	same(t, "path", []string{"s", "f", "go", "t", "c1", "b", "after"}, h.path)
	same(t, "positions", []string{"late", "a"}, h.at()) // the catch that came later is not reached
	same(t, "thrown", []string{`S "" p`}, h.thrown)
	same(t, "waits", []string{"b", "late"}, h.waits())
	same(t, "received", []string{"3: p"}, d.received)
}

// S5.1: a signal end event still counts for its scope while the catches fire.
func TestSignalEnd(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	in := p.sub(0, "sub", false)
	p.start(in, "is")
	p.eventNode(in, machine.EndEvent, "t", machine.Event{Trigger: machine.SignalTrigger, Name: "S"})
	p.boundary("sub", "b", interrupting(machine.Event{Trigger: machine.SignalTrigger, Name: "S"}))
	p.flow("s", "sub")
	p.flow("is", "t")
	h := p.launchEvents(newEvents(), "s")
	status(t, h.run, machine.Completed)
	// The end event's own throw cancelled it: it did not complete, nor did its sub-process.
	same(t, "path", []string{"s", "is", "b"}, h.path)
}

// S4.1: a message throw or end gives key and payload to the host's broker.
func TestThrowMessage(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	ev := message("Shipped")
	ev.Expr, ev.Payload = 1, 2
	p.eventNode(0, machine.ThrowEvent, "t", ev)
	p.eventNode(0, machine.EndEvent, "e", message("Done"))
	p.flow("s", "t", "e")
	d := newEvents()
	d.keys[1], d.payload = "42", "parcel"
	h := p.launchEvents(d, "s")
	same(t, "thrown", []string{`Shipped "42" parcel`, `Done "" <nil>`}, h.thrown)
	same(t, "path", []string{"s", "t", "e"}, h.path)

	// A message that is refused is a fault of its thrower, and so is a key
	// without a value (S3.5).
	full := errors.New("full")
	var m machine.Machine
	s := new(machine.Scratch)
	m.Init(p.def, d)
	if err := m.Apply(&machine.Input{Kind: machine.Start, Node: p.nodes["s"]}, s); err != nil {
		t.Fatal(err)
	}
	if err := m.Apply(&machine.Input{Kind: machine.Done, Ref: s.Effects[0].Ref, Err: full}, s); err != nil {
		t.Fatal(err)
	}
	if f := m.Fault(); !errors.Is(f, full) || p.def.Nodes[f.Node].ID != "t" {
		t.Errorf("fault %v", f)
	}
	delete(d.keys, 1)
	if h := p.launchEvents(d, "s"); !errors.Is(h.m.Fault(), machine.ErrNoKey) {
		t.Errorf("fault %v", h.m.Fault())
	}
}

// S1.7: a loop through the host that never waits is a loop without a wait: it
// ends, named, whatever catches failures on its way.
func TestLoopOfThrows(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	in := p.sub(0, "sub", false)
	p.start(in, "is")
	p.eventNode(in, machine.ThrowEvent, "t", message("M"))
	p.boundary("sub", "b", interrupting(machine.Event{Trigger: machine.ErrorTrigger}))
	p.flow("s", "sub")
	p.flow("is", "t", "t")
	p.flow("b", "sub")
	var m machine.Machine
	s := &machine.Scratch{MaxMoves: 5000}
	m.Init(p.def, newEvents())
	in0 := machine.Input{Kind: machine.Start, Node: p.nodes["s"]}
	for n := 0; !m.Status().Over(); n++ {
		if err := m.Apply(&in0, s); err != nil || n > 6000 {
			t.Fatal(err, n)
		}
		in0 = machine.Input{Kind: machine.Done, Follows: true}
		for _, e := range s.Effects {
			if e.Kind == machine.Publish {
				in0.Ref = e.Ref
			}
		}
	}
	var ra *machine.RunawayError
	if !errors.As(m.Fault(), &ra) || fmt.Sprint(ra.Cycle) != "[t]" {
		t.Errorf("fault %v", m.Fault())
	}
}
