package machine_test

import (
	"errors"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// born launches an instance by an event.
func (p *process) born(d machine.Data, in machine.Input) *hub {
	p.t.Helper()
	if err := p.def.Validate(); err != nil {
		p.t.Fatal(err)
	}
	h := &hub{run: &run{t: p.t, p: p, open: map[string][]machine.Ref{}}}
	h.m.Init(p.def, d)
	in.Kind = machine.StartBy
	h.bring(in)
	return h
}

// starting makes a node of one of those by which events start the process.
func (p *process) starting(ids ...string) {
	for _, id := range ids {
		p.def.EventStarts = append(p.def.EventStarts, p.nodes[id])
	}
}

// eventOf is the index of a node's event, or of a part of it.
func (p *process) eventOf(id string) int32 { return p.def.Nodes[p.nodes[id]].Event }

// with is a message whose payload a catch receives.
func with(name string, payload int32) machine.Event {
	ev := message(name)
	ev.Payload = payload
	return ev
}

// S4.2, §10.5.2, §13.3.3: a message makes an instance at its start event, or at
// an instantiating receive task; its payload is committed before the token goes on.
func TestStartByMessage(t *testing.T) {
	for _, kind := range []machine.Kind{machine.StartEvent, machine.Task} {
		p := newProcess(t)
		p.start(0, "none")
		p.eventNode(0, kind, "m", with("M", 3))
		p.eventNode(0, machine.StartEvent, "other", message("N"))
		p.end(0, "e")
		p.flow("none", "e")
		p.flow("m", "e")
		p.starting("m", "other")
		d := newEvents()
		h := p.born(d, machine.Input{Node: p.nodes["m"], Event: p.eventOf("m"), Work: "42"})
		status(t, h.run, machine.Completed)
		same(t, "received", []string{"3: 42"}, d.received)
		same(t, "path", []string{"m", "e"}, h.path)
	}
}

// S1.5: what is no start of the process starts nothing, and nothing starts twice.
func TestStartByNothing(t *testing.T) {
	p := newProcess(t)
	p.eventNode(0, machine.StartEvent, "m", message("M"))
	p.eventNode(0, machine.CatchEvent, "c", message("N"))
	p.flow("m", "c")
	p.starting("m")
	if err := p.def.Validate(); err != nil {
		t.Fatal(err)
	}
	for what, in := range map[string]machine.Input{
		"a catch event":         {Kind: machine.StartBy, Node: p.nodes["c"], Event: p.eventOf("c")},
		"another event":         {Kind: machine.StartBy, Node: p.nodes["m"], Event: p.eventOf("c")},
		"no event":              {Kind: machine.StartBy, Node: p.nodes["m"], Event: 99},
		"no node":               {Kind: machine.StartBy, Node: 99},
		"only an event may":     {Kind: machine.Start, Node: machine.None},
		"by hand, at the event": {Kind: machine.Start, Node: p.nodes["m"]},
	} {
		h := &hub{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
		h.m.Init(p.def, newEvents())
		if err := h.apply(in); !errors.Is(err, machine.ErrNoStart) {
			t.Errorf("%s: %v", what, err)
		}
		status(t, h.run, machine.Created)
	}
	start := machine.Input{Node: p.nodes["m"], Event: p.eventOf("m")}
	h := p.born(newEvents(), start)
	start.Kind = machine.StartBy
	if err := h.apply(start); !errors.Is(err, machine.ErrStarted) {
		t.Errorf("twice: %v", err)
	}
}

// gate is an event-based gateway g with the messages A and B as its arms.
func gate(t *testing.T, parallel bool) *process {
	p := newProcess(t)
	p.add(0, "g", machine.Node{Kind: machine.EventBasedGateway, Parallel: parallel, Work: machine.None})
	for k, id := range []string{"a", "b"} {
		ev := with(id, int32(k)+1)
		ev.Conversation = 1
		p.eventNode(0, machine.CatchEvent, id, ev)
		p.end(0, "after "+id)
		p.flow("g", id, "after "+id)
	}
	p.starting("g")
	return p
}

// S2.6, §10.6.6: the exclusive form goes on by the arm that happened.
func TestStartByExclusiveGateway(t *testing.T) {
	for _, arm := range []string{"a", "b"} {
		p := gate(t, false)
		h := p.born(newEvents(), machine.Input{Node: p.nodes["g"], Event: p.eventOf(arm), Key: "42", Keyed: true})
		status(t, h.run, machine.Completed)
		same(t, "path", []string{"g", arm, "after " + arm}, h.path)
	}
}

// S2.6, §10.6.6: in the parallel form the first arm makes the instance; the
// others must arrive, correlated, before it can complete.
func TestStartByParallelGateway(t *testing.T) {
	for arm, other := range map[string]string{"a": "b", "b": "a"} {
		p := gate(t, true)
		h := p.born(newEvents(), machine.Input{Node: p.nodes["g"], Event: p.eventOf(arm), Key: "42", Keyed: true})
		status(t, h.run, machine.Active)
		same(t, "waits", []string{other}, h.waits())
		if sub := h.armed[0]; sub.Key != "42" || !sub.Keyed {
			t.Errorf("waits for key %q", sub.Key)
		}
		h.happen(other, "x")
		status(t, h.run, machine.Completed)
		same(t, "path", []string{"g", arm, "after " + arm, other, "after " + other}, h.path)
	}
}

// A definition whose starts can't be is refused.
func TestBadStarts(t *testing.T) {
	for what, spoil := range map[string]func(p *process){
		"no such node":      func(p *process) { p.def.EventStarts = []int32{99} },
		"an end event":      func(p *process) { p.starting("after a") },
		"a none start":      func(p *process) { p.start(0, "s"); p.starting("s") },
		"incoming flows":    func(p *process) { p.starting("a") },
		"an arm of another": func(p *process) { p.start(0, "s"); p.flow("s", "a") },
	} {
		p := gate(t, true)
		spoil(p)
		if err := p.def.Validate(); err == nil {
			t.Errorf("%s: accepted", what)
		}
	}
}
