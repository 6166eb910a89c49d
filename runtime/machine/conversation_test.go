package machine_test

import (
	"errors"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

func in(c int32, ev machine.Event) machine.Event { ev.Conversation = c; return ev }

// carry lets the message of a node happen with a key.
func (h *hub) carry(id, key string) error {
	h.t.Helper()
	for _, sub := range h.armed {
		if h.p.def.Nodes[sub.Node].ID == id {
			h.let(sub)
			return h.try(machine.Input{Kind: machine.Happen, Ref: sub.Ref, Node: sub.Node, Sub: sub, Key: key, Keyed: true})
		}
	}
	h.t.Fatalf("nothing waits at %s", id)
	return nil
}

func (h *hub) waitsFor(id string) machine.Subscription {
	h.t.Helper()
	for _, sub := range h.armed {
		if h.p.def.Nodes[sub.Node].ID == id {
			return machine.Subscription{Key: sub.Key, Keyed: sub.Keyed, Open: sub.Open}
		}
	}
	h.t.Fatalf("nothing waits at %s", id)
	return machine.Subscription{}
}

func similar(t *testing.T, want, got machine.Subscription) {
	t.Helper()
	if want.Key != got.Key || want.Keyed != got.Keyed || want.Open != got.Open {
		t.Errorf("waits for key %q, keyed %t, any %t; want %q, %t, %t", got.Key, got.Keyed, got.Open, want.Key, want.Keyed, want.Open)
	}
}

// S4.4: the first message of a conversation sets the instance's key; what waits
// in it already, and what comes to wait later, waits for that.
func TestConversation(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	p.eventNode(0, machine.CatchEvent, "a", in(1, message("A")))
	p.eventNode(0, machine.CatchEvent, "a2", in(1, message("A")))
	p.eventNode(0, machine.CatchEvent, "b", in(1, message("B")))
	p.eventNode(0, machine.CatchEvent, "other", in(2, message("A")))
	p.flow("s", "f", "a", "a2")
	p.flow("f", "b")
	p.flow("f", "other")
	h := p.launchEvents(newEvents(), "s")
	for _, id := range []string{"a", "b", "other"} {
		similar(t, machine.Subscription{Open: true}, h.waitsFor(id))
	}
	late := h.armed[1] // b's, which takes any key
	if err := h.carry("a", "42"); err != nil {
		t.Fatal(err)
	}
	similar(t, machine.Subscription{Key: "42", Keyed: true}, h.waitsFor("a2"))
	similar(t, machine.Subscription{Key: "42", Keyed: true}, h.waitsFor("b"))
	similar(t, machine.Subscription{Open: true}, h.waitsFor("other"))
	// S4.3: what was on its way to the subscription that took any key is given back.
	if err := h.try(machine.Input{Kind: machine.Happen, Ref: late.Ref, Node: late.Node, Sub: late, Key: "43", Keyed: true}); !errors.Is(err, machine.ErrStale) {
		t.Errorf("another key: %v", err)
	}
	if err := h.carry("other", "43"); err != nil { // a conversation of its own
		t.Fatal(err)
	}
	for _, id := range []string{"b", "a2"} {
		if err := h.carry(id, "42"); err != nil {
			t.Fatal(err)
		}
	}
	status(t, h.run, machine.Completed)
	if key, ok := h.m.Conversation(1); key != "42" || !ok {
		t.Errorf("conversation 1 has %q", key)
	}
}

// S4.4: a message that is sent sets the key as well; one with another key is a fault.
func TestConversationOfThrows(t *testing.T) {
	for _, c := range []struct {
		second string
		want   machine.Status
	}{{"42", machine.Active}, {"43", machine.Failed}} {
		p := newProcess(t)
		p.start(0, "s")
		first, second := in(1, message("A")), in(1, message("B"))
		first.Expr, second.Expr = 1, 2
		p.eventNode(0, machine.ThrowEvent, "t", first)
		p.eventNode(0, machine.ThrowEvent, "t2", second)
		p.eventNode(0, machine.ThrowEvent, "t3", in(1, message("C"))) // the conversation's key
		p.eventNode(0, machine.CatchEvent, "c", in(1, message("D")))
		p.flow("s", "t", "t2", "t3", "c")
		d := newEvents()
		d.keys[1], d.keys[2] = "42", c.second
		h := p.launchEvents(d, "s")
		status(t, h.run, c.want)
		if c.want == machine.Failed {
			if !errors.Is(h.m.Fault(), machine.ErrOtherKey) {
				t.Errorf("%v", h.m.Fault())
			}
			continue
		}
		similar(t, machine.Subscription{Key: "42", Keyed: true}, h.waitsFor("c"))
		same(t, "thrown", []string{`A "42" <nil>`, `B "42" <nil>`, `C "42" <nil>`}, h.thrown)
	}
}

// S4.1: what the host sends is work of the throwing node; its failure is a fault there.
func TestSendAsWork(t *testing.T) {
	for _, kind := range []machine.Kind{machine.ThrowEvent, machine.EndEvent} {
		p := newProcess(t)
		p.start(0, "s")
		p.add(0, "t", machine.Node{Kind: kind, Performer: machine.ByHandler, Work: 1})
		p.flow("s", "t")
		h := p.launchEvents(newEvents(), "s")
		same(t, "effects", []string{"run t"}, h.effects)
		h.done("t")
		status(t, h.run, machine.Completed)
		same(t, "path", []string{"s", "t"}, h.path)
	}
}
