package machine_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// undo gives an activity a compensation boundary event with a user task.
func (p *process) undo(host, handler string) {
	p.boundary(host, host+".undo", machine.Event{Trigger: machine.CompensateTrigger, Interrupting: true})
	p.task(p.def.Nodes[p.nodes[host]].Scope, machine.ByUser, handler)
	p.def.Nodes[p.nodes[host]].Compensation = &machine.Compensation{Handler: p.nodes[handler]}
}

// compensates adds a throw of all, or of one activity.
func (p *process) compensates(scope int32, id string, activity int32, wait bool) {
	p.eventNode(scope, machine.ThrowEvent, id, machine.Event{Trigger: machine.CompensateTrigger,
		Compensate: &machine.Compensate{Activity: activity, Wait: wait}})
}

// S11.1: compensation is told in facts, each of the run of the activity that it is about.
func TestCompensationFacts(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.ByUser, "a")
	p.undo("a", "u")
	p.compensates(0, "throw", machine.None, true)
	p.compensates(0, "again", p.nodes["a"], true)
	p.end(0, "e")
	p.flow("s", "a", "throw", "again", "e")
	h := &hub{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
	h.s.Facts = true
	h.m.Init(p.def, newEvents())
	var told []string
	ref := machine.Ref(0)
	hear := func() {
		for _, e := range h.s.Effects {
			if e.Kind != machine.Tell || e.Fact < machine.CompensationEnabled || e.Fact > machine.TransactionCancelled {
				continue
			}
			what := [...]string{"enabled", "thrown", "empty", "started", "completed", "cancelled"}[e.Fact-machine.CompensationEnabled]
			told = append(told, what+" "+p.def.Nodes[e.Node].ID)
			if p.def.Nodes[e.Node].ID == "a" && e.Ref != ref {
				t.Errorf("%s is told of activation %d, not of %d", what, e.Ref, ref)
			}
		}
	}
	h.bring(machine.Input{Kind: machine.Start, Node: p.nodes["s"]})
	ref = h.open["a"][0]
	for _, task := range []string{"a", "u"} {
		h.done(task)
		hear()
	}
	same(t, "told", []string{"enabled a", "thrown throw", "started a", "completed a", "thrown again", "empty again"}, told)
	status(t, h.run, machine.Completed)
}

// S8.2, S2.4: a throw that does not wait has gone on: what it compensates brings no
// token to an inclusive join, and does not hold it back; the scope waits for it.
func TestCompensationBesideJoin(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.ByUser, "a")
	p.undo("a", "u")
	p.gateway(0, machine.InclusiveGateway, "split")
	p.compensates(0, "throw", machine.None, false)
	p.task(0, machine.ByUser, "b")
	p.gateway(0, machine.InclusiveGateway, "join")
	p.end(0, "e")
	p.flow("s", "a", "split", "throw", "join", "e")
	p.flow("split", "b", "join")
	r := p.launch(newData(), "s")
	r.done("a")
	same(t, "positions", []string{"b", "throw", "u", "(join)"}, r.at())
	r.done("b")
	same(t, "path", []string{"s", "a", "split", "throw", "b", "join", "e"}, r.path)
	status(t, r, machine.Active)
	r.done("u")
	status(t, r, machine.Completed)
}

// S8.1: what a token comes from is forgotten when nothing depends on it any
// more, however often a boundary event happens.
func TestOriginsDoNotPileUp(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.ByUser, "a")
	p.boundary("a", "tick", machine.Event{Trigger: machine.MessageTrigger, Name: "tick"})
	p.boundary("a", "tock", machine.Event{Trigger: machine.MessageTrigger, Name: "tock"}) // leads to nothing
	p.task(0, machine.ByUser, "t")
	p.undo("a", "u")
	p.undo("t", "v")
	p.compensates(0, "throw", machine.None, true)
	p.flow("s", "a", "throw")
	p.flow("tick", "t")
	h := p.launchEvents(newEvents(), "s")
	h.happen("tick", nil)
	h.happen("tick", nil)
	h.done("t")
	size := 0
	for i := range 2000 {
		h.happen("tock", nil)
		if i == 100 {
			size = len(h.m.AppendState(nil))
		}
	}
	if n := len(h.m.AppendState(nil)); n > 2*size {
		t.Errorf("the state has grown from %d to %d bytes", size, n)
	}
	h.done("a")
	same(t, "t is compensated before a, though it completed before it", []string{"throw", "v", "t"}, h.at())
}

// A definition that says what can't be is refused.
func TestValidateCompensation(t *testing.T) {
	for _, c := range []struct {
		name, want string
		spoil      func(p *process)
	}{
		{"a handler that does not exist", "does not exist", func(p *process) { p.def.Nodes[p.nodes["a"]].Compensation.Handler = 99 }},
		{"a handler in another scope", "another scope", func(p *process) {
			p.def.Nodes[p.nodes["a"]].Compensation.Handler = p.nodes["in"]
		}},
		{"an activity that undoes itself", "another scope", func(p *process) {
			p.def.Nodes[p.nodes["a"]].Compensation.Handler = p.nodes["a"]
		}},
		{"a start event that is of no event sub-process", "no event sub-process", func(p *process) {
			p.def.Nodes[p.nodes["a"]].Compensation.Handler = p.nodes["s"]
		}},
		{"a throw of nothing", "what it compensates", func(p *process) { p.def.Events[p.def.Nodes[p.nodes["throw"]].Event].Compensate = nil }},
		{"a throw of an activity that does not exist", "what it compensates", func(p *process) {
			p.def.Events[p.def.Nodes[p.nodes["throw"]].Event].Compensate.Activity = 99
		}},
		{"a cancel boundary event of what is no transaction", "trigger", func(p *process) {
			p.boundary("sub", "b", machine.Event{Trigger: machine.CancelTrigger, Interrupting: true})
		}},
	} {
		p := newProcess(t)
		p.start(0, "s")
		p.task(0, machine.ByUser, "a")
		sub := p.sub(0, "sub", false)
		p.task(sub, machine.ByUser, "in")
		p.def.Scopes[sub].Seeds = []int32{p.nodes["in"]}
		p.undo("a", "u")
		p.compensates(0, "throw", machine.None, true)
		p.flow("s", "a", "sub", "throw")
		if err := p.def.Validate(); err != nil {
			t.Fatal(err)
		}
		c.spoil(p)
		if err := p.def.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// S10.3: the ledger and the position of a compensation are part of the state.
func TestLedgerIsState(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	for _, id := range []string{"a", "b", "w"} {
		p.task(0, machine.ByUser, id)
	}
	p.undo("a", "ua")
	p.undo("b", "ub")
	p.compensates(0, "throw", machine.None, true)
	p.flow("s", "a", "b", "w", "throw")
	r, twin := p.launch(newData(), "s"), p.launch(newData(), "s")
	var states [][]byte
	for _, id := range []string{"a", "b", "w", "ub"} {
		r.done(id)
		twin.done(id)
		states = append(states, r.m.AppendState(nil))
		if !bytes.Equal(r.m.AppendState(nil), twin.m.AppendState(nil)) {
			t.Errorf("after %s two machines given the same inputs differ", id)
		}
	}
	for i := range states {
		for k := range i {
			if bytes.Equal(states[i], states[k]) {
				t.Errorf("the states %d and %d are the same", k, i)
			}
		}
	}
	r.done("ua")
	status(t, r, machine.Completed)
}

// S9.2, S8.2: where the host asks for incidents, a handler that nothing around the
// throw takes stands as one, its sweep with it; retried or completed, the sweep goes on.
func TestFailedHandlerStands(t *testing.T) {
	for _, kind := range []machine.InputKind{machine.RetryIncident, machine.CompleteIncident} {
		p := newProcess(t)
		p.start(0, "s")
		for _, id := range []string{"a", "b"} {
			p.task(0, machine.ByUser, id)
			p.undo(id, "u"+id)
			p.def.Nodes[p.nodes["u"+id]].Performer = machine.ByHandler
		}
		p.compensates(0, "throw", machine.None, true)
		p.flow("s", "a", "b", "throw")
		h := &hub{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
		h.s.Incidents = true
		h.m.Init(p.def, newEvents())
		h.bring(machine.Input{Kind: machine.Start, Node: p.nodes["s"]})
		h.done("a", "b")
		h.fail("ub", errors.New("down"))
		status(t, h.run, machine.Active)
		open := h.m.Incidents(nil)
		if len(open) != 1 || p.def.Nodes[open[0].Node].ID != "ub" {
			t.Fatalf("incidents %+v", open)
		}
		in := machine.Input{Kind: kind, Ref: open[0].Ref, Node: machine.None}
		if kind == machine.CompleteIncident {
			w, err := h.m.Prepare(open[0].Ref)
			if err != nil {
				t.Fatal(err)
			}
			in.Work = w
		}
		h.bring(in)
		if kind == machine.RetryIncident {
			h.done("ub")
		}
		h.done("ua")
		status(t, h.run, machine.Completed)
		same(t, "path", []string{"s", "a", "b", "ub", "ua", "throw"}, h.path)
	}
}

// S6.1, S8.2: what comes out of what compensates a sub-process climbs from the
// throw: not to the boundary events that the sub-process had while it ran.
func TestHandlerClimbsFromTheThrow(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	sub := p.sub(0, "sub", false)
	p.start(sub, "b")
	p.end(sub, "be")
	p.flow("b", "be")
	body := p.sub(sub, "h", false)
	p.def.Nodes[p.nodes["h"]].Kind = machine.EventSubProcess
	p.eventNode(body, machine.StartEvent, "h.s", machine.Event{Trigger: machine.CompensateTrigger, Interrupting: true})
	p.eventNode(body, machine.EndEvent, "h.e", code(machine.ErrorTrigger, "E"))
	p.flow("h.s", "h.e")
	p.def.Nodes[p.nodes["sub"]].Compensation = &machine.Compensation{Handler: p.nodes["h.s"]}
	p.boundary("sub", "inner", interrupting(code(machine.ErrorTrigger, "E")))
	p.end(0, "wrong")
	p.flow("inner", "wrong")
	outer := p.sub(0, "outer", false)
	p.start(outer, "o")
	p.compensates(outer, "nothing", machine.None, true)
	p.flow("o", "nothing")
	p.compensates(0, "throw", p.nodes["sub"], true)
	p.flow("s", "sub", "outer", "throw")
	p.handler(0, "rescue", interrupting(code(machine.ErrorTrigger, "E")))
	h := p.launchEvents(newEvents(), "s")
	same(t, "positions", []string{"rescue", "rescue.u"}, h.at())
	h.done("rescue.u")
	status(t, h.run, machine.Completed)
	same(t, "path", []string{"s", "b", "be", "sub", "o", "nothing", "outer", "h.s", "rescue.s", "rescue.u", "rescue.e", "rescue"}, h.path)
}
