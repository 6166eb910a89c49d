package machine_test

import (
	"errors"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// event adds an event to the definition.
func (p *process) event(ev machine.Event) int32 {
	if ev.Trigger != machine.ConditionalTrigger && ev.Expr == 0 {
		ev.Expr = machine.None
	}
	if ev.Payload == 0 {
		ev.Payload = machine.None
	}
	p.def.Events = append(p.def.Events, ev)
	return int32(len(p.def.Events)) - 1
}

// eventNode adds a catch, throw or end event, or a receive task.
func (p *process) eventNode(scope int32, kind machine.Kind, id string, ev machine.Event) {
	n := machine.Node{Kind: kind}
	if kind == machine.Task {
		n.Performer = machine.ByEvent
	}
	p.add(scope, id, n)
	p.def.Nodes[p.nodes[id]].Event = p.event(ev)
}

// boundary attaches a boundary event.
func (p *process) boundary(host, id string, ev machine.Event) {
	h := p.nodes[host]
	p.add(p.def.Nodes[h].Scope, id, machine.Node{Kind: machine.BoundaryEvent})
	b := p.nodes[id]
	p.def.Nodes[b].Event = p.event(ev)
	p.def.Nodes[b].Attached = h
	p.def.Nodes[h].Boundaries = append(p.def.Nodes[h].Boundaries, b)
}

// events is test data with keys, timers and payloads.
type events struct {
	*data
	keys     map[int32]string // absent: the key has no value
	due      []int64          // of a timer, by how often it fired
	received []string
	payload  any
	sets     bool // Receive changes path a
}

func newEvents() *events { return &events{data: newData(), keys: map[int32]string{}} }

func (d *events) Open(scope int32) (machine.Data, error) { return d, nil }

func (d *events) Key(i int32) (string, bool, error) {
	if err := d.ask("key", i); err != nil {
		return "", false, err
	}
	k, ok := d.keys[i]
	return k, ok, nil
}

func (d *events) Due(i int32, now, last int64, fired int32, _ *string) (int64, bool, error) {
	if err := d.ask("due", i); err != nil {
		return 0, false, err
	}
	if int(fired) >= len(d.due) {
		return 0, false, nil
	}
	if fired == 0 {
		last = now
	}
	return last + d.due[fired], true, nil
}

func (d *events) Payload(i int32) (any, error) { return d.payload, d.ask("payload", i) }

func (d *events) Receive(i int32, payload any, changed machine.Changes) error {
	d.received = append(d.received, fmt.Sprintf("%d: %v", i, payload))
	if d.sets {
		changed.Set(0)
	}
	return d.ask("receive", i)
}

var errFull = errors.New("the inbox is full")

// hub is a run with a host that keeps what the machine waits for.
type hub struct {
	*run
	armed  []*machine.Subscription
	thrown []string
	seen   func(machine.Input) // every input that was brought
}

func (p *process) launchEvents(d machine.Data, at string) *hub {
	p.t.Helper()
	if err := p.def.Validate(); err != nil {
		p.t.Fatal(err)
	}
	h := &hub{run: &run{t: p.t, p: p, open: map[string][]machine.Ref{}}}
	h.m.Init(p.def, d)
	h.bring(machine.Input{Kind: machine.Start, Node: p.nodes[at]})
	return h
}

// bring applies an input and follows what it subscribes.
func (h *hub) bring(in machine.Input) {
	h.t.Helper()
	if err := h.try(in); err != nil {
		h.t.Fatalf("input refused: %v", err)
	}
}

func (h *hub) try(in machine.Input) error {
	h.t.Helper()
	if h.seen != nil {
		h.seen(in)
	}
	if err := h.apply(in); err != nil {
		return err
	}
	var replies []machine.Input
	for _, e := range h.s.Effects {
		switch e.Kind {
		case machine.Subscribe:
			h.armed = append(h.armed, e.Work.(*machine.Subscription))
		case machine.Unsubscribe:
			h.let(e.Work.(*machine.Subscription))
		case machine.Publish, machine.Broadcast:
			th := e.Work.(*machine.Thrown)
			h.thrown = append(h.thrown, fmt.Sprintf("%s %q %v", h.p.def.Events[th.Event].Name, th.Key, th.Payload))
			if e.Kind == machine.Publish {
				var full error
				if len(h.thrown) > 50 { // a loop of throws fills the inbox
					full = errFull
				}
				replies = append(replies, machine.Input{Kind: machine.Done, Ref: e.Ref, Err: full, Follows: true})
			}
		}
	}
	for _, in := range replies { // after all effects, as the machine asks
		_ = h.try(in) // its thrower may be gone by now
	}
	return nil
}

func (h *hub) let(sub *machine.Subscription) {
	for i, x := range h.armed {
		if x == sub {
			h.armed = append(h.armed[:i:i], h.armed[i+1:]...)
			return
		}
	}
	h.t.Errorf("%s was let go twice", h.p.def.Nodes[sub.Node].ID)
}

// waits lists the nodes whose events the host was asked for.
func (h *hub) waits() []string {
	ids := []string{}
	for _, sub := range h.armed {
		ids = append(ids, h.p.def.Nodes[sub.Node].ID)
	}
	return ids
}

// happen lets the event of a node happen, as its host would.
func (h *hub) happen(id string, payload any) {
	h.t.Helper()
	for _, sub := range h.armed {
		if h.p.def.Nodes[sub.Node].ID != id {
			continue
		}
		if h.p.def.Events[sub.Event].Trigger != machine.SignalTrigger {
			h.let(sub) // the host's waiter is used up
		}
		h.bring(machine.Input{Kind: machine.Happen, Ref: sub.Ref, Node: sub.Node, Work: payload, Now: sub.Due})
		return
	}
	h.t.Fatalf("nothing waits at %s; armed %v", id, h.waits())
}
