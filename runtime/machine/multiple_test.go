package machine_test

import (
	"fmt"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// multiple is an event with several definitions.
func (p *process) multiple(parallel bool, parts ...machine.Event) machine.Event {
	ev := machine.Event{Trigger: machine.MultipleTrigger, Parallel: parallel}
	for _, part := range parts {
		ev.Parts = append(ev.Parts, p.event(part))
	}
	return ev
}

func signal(name string) machine.Event {
	return machine.Event{Trigger: machine.SignalTrigger, Name: name}
}

// occur lets the message or signal of that name happen.
func (h *hub) occur(name string, payload any) {
	h.t.Helper()
	for _, sub := range h.armed {
		ev := &h.p.def.Events[sub.Event]
		if ev.Name != name {
			continue
		}
		if ev.Trigger != machine.SignalTrigger {
			h.let(sub)
		}
		h.bring(machine.Input{Kind: machine.Happen, Ref: sub.Ref, Node: sub.Node, Sub: sub, Work: payload})
		return
	}
	h.t.Fatalf("nothing waits for %s", name)
}

func (h *hub) names() []string {
	names := []string{}
	for _, sub := range h.armed {
		names = append(names, h.p.def.Events[sub.Event].Name)
	}
	return names
}

// §10.5.1: a multiple catch happens with any of its triggers; the others are
// waited for no longer, and only what happened is bound (EV §2.9.1).
func TestAnyOfSeveral(t *testing.T) {
	for k, name := range []string{"A", "B"} {
		p := newProcess(t)
		p.start(0, "s")
		b := signal("B")
		b.Payload = 2
		p.eventNode(0, machine.CatchEvent, "c", p.multiple(false, with("A", 1), b))
		p.flow("s", "c")
		d := newEvents()
		h := p.launchEvents(d, "s")
		same(t, "waits", []string{"A", "B"}, h.names())
		h.occur(name, name)
		status(t, h.run, machine.Completed)
		same(t, "waits", []string{}, h.names())
		same(t, "received", []string{fmt.Sprintf("%d: %s", k+1, name)}, d.received)
	}
}

// §10.5.1: a parallel multiple catch needs all of its triggers, in any order;
// what they bring is committed together, in document order (S6.4).
func TestAllOfSeveral(t *testing.T) {
	for _, order := range [][]string{{"A", "B"}, {"B", "A"}} {
		p := newProcess(t)
		p.start(0, "s")
		p.eventNode(0, machine.CatchEvent, "c", p.multiple(true, with("A", 1), with("B", 2)))
		p.flow("s", "c")
		d := newEvents()
		h := p.launchEvents(d, "s")
		h.occur(order[0], "x")
		status(t, h.run, machine.Active)
		same(t, "received", 0, len(d.received))
		same(t, "waits", []string{order[1]}, h.names())
		h.occur(order[1], "x")
		status(t, h.run, machine.Completed)
		same(t, "received", []string{"1: x", "2: x"}, d.received)
	}
}

// §10.5.6: a non-interrupting boundary with several triggers goes on being
// armed: of each that happened, or once all have, of all.
func TestBoundaryOfSeveral(t *testing.T) {
	for _, parallel := range []bool{false, true} {
		p := newProcess(t)
		p.start(0, "s")
		p.task(0, machine.ByUser, "u")
		p.boundary("u", "b", p.multiple(parallel, message("A"), message("B")))
		p.end(0, "beside")
		p.flow("s", "u")
		p.flow("b", "beside")
		h := p.launchEvents(newEvents(), "s")
		want := 0
		for range 3 {
			h.occur("A", nil)
			if !parallel {
				want++
			}
			h.occur("B", nil)
			want++
			same(t, "waits", 2, len(h.armed))
		}
		got := 0
		for _, id := range h.path {
			if id == "b" {
				got++
			}
		}
		same(t, "fired", want, got)
		h.occur("A", nil) // a part that has happened is dropped with its activity
		ref := h.open["u"][0]
		w, _, _ := h.m.Working(ref)
		h.bring(machine.Input{Kind: machine.Done, Ref: ref, Work: w})
		status(t, h.run, machine.Completed)
		same(t, "waits", []string{}, h.names())
	}
}

// EV §2.7: a condition that is true when it is armed is a part that has happened.
func TestConditionOfSeveral(t *testing.T) {
	for _, parallel := range []bool{false, true} {
		p := newProcess(t)
		p.start(0, "s")
		p.eventNode(0, machine.CatchEvent, "c", p.multiple(parallel, machine.Event{Trigger: machine.ConditionalTrigger, Expr: 5}, message("A")))
		p.flow("s", "c")
		d := newEvents()
		d.conditions[5] = true
		h := p.launchEvents(d, "s")
		if parallel {
			asked := h.s.Effects[len(h.s.Effects)-2] // then the message is subscribed
			if asked.Kind != machine.Satisfied {
				t.Fatalf("%+v", h.s.Effects)
			}
			h.bring(machine.Input{Kind: machine.Happen, Sub: asked.Work.(*machine.Subscription)})
			status(t, h.run, machine.Active)
			h.occur("A", nil)
		}
		status(t, h.run, machine.Completed)
	}
}

// §10.5.1: a throw with several definitions throws all of them, in document
// order, and waits for the host's word about each message (S4.1).
func TestThrowSeveral(t *testing.T) {
	for _, kind := range []machine.Kind{machine.ThrowEvent, machine.EndEvent} {
		p := newProcess(t)
		p.start(0, "s")
		p.gateway(0, machine.ParallelGateway, "f")
		p.eventNode(0, machine.CatchEvent, "c", signal("S"))
		p.eventNode(0, kind, "t", p.multiple(false, message("A"), signal("S"), message("B")))
		p.flow("s", "f", "c")
		p.flow("f", "t")
		h := p.launchEvents(newEvents(), "s")
		status(t, h.run, machine.Completed)
		same(t, "thrown", []string{`A "" <nil>`, `S "" <nil>`, `B "" <nil>`}, h.thrown)
		same(t, "path", []string{"s", "f", "c", "t"}, h.path)
	}
}
