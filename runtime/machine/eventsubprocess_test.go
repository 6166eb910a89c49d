package machine_test

import (
	"errors"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// handler adds an event sub-process to a scope: its start event, a user task
// and its end event, named after it. It returns the handler's scope.
func (p *process) handler(scope int32, id string, ev machine.Event) int32 {
	inner := p.sub(scope, id, false)
	p.def.Nodes[p.nodes[id]].Kind = machine.EventSubProcess
	p.eventNode(inner, machine.StartEvent, id+".s", ev)
	p.def.Scopes[scope].Handlers = append(p.def.Scopes[scope].Handlers, p.nodes[id+".s"])
	p.task(inner, machine.ByUser, id+".u")
	p.end(inner, id+".e")
	p.flow(id+".s", id+".u", id+".e")
	return inner
}

// guarded is s > sub > e with a user task u in sub, and what more adds to sub.
func guarded(t testing.TB, more func(p *process, sub int32)) *process {
	p := newProcess(t)
	p.start(0, "s")
	sub := p.sub(0, "sub", false)
	p.task(sub, machine.ByUser, "u")
	p.def.Scopes[sub].Seeds = []int32{p.nodes["u"]}
	more(p, sub)
	p.end(0, "e")
	p.flow("s", "sub", "e")
	return p
}

func code(trigger machine.Trigger, c string) machine.Event {
	return machine.Event{Trigger: trigger, Code: c}
}

// fail ends the oldest activation of a node with an error, or without one.
func (h *hub) fail(id string, err error) {
	h.t.Helper()
	ref := h.open[id][0]
	h.drop(id, ref)
	w, _, _ := h.m.Working(ref)
	h.bring(machine.Input{Kind: machine.Done, Ref: ref, Work: w, Err: err})
}

// SC §2.10: an interrupting event sub-process cancels the tokens of its scope and
// runs in it; when it has drained the composite goes on.
func TestInterruptingHandler(t *testing.T) {
	p := guarded(t, func(p *process, sub int32) {
		p.handler(sub, "h", interrupting(message("M")))
		p.handler(sub, "other", message("N"))
	})
	h := p.launchEvents(newEvents(), "s")
	same(t, "waits", []string{"h.s", "other.s"}, h.waits())
	same(t, "positions", []string{"sub", "u"}, h.at())
	h.happen("h.s", nil)
	same(t, "positions", []string{"sub", "h", "h.u"}, h.at())
	same(t, "every other handler is disarmed (S6.6)", []string{}, h.waits())
	same(t, "cancelled", 0, len(h.open["u"]))
	h.done("h.u")
	status(t, h.run, machine.Completed)
	same(t, "path", []string{"s", "h.s", "h.u", "h.e", "h", "sub", "e"}, h.path)
}

// SC §2.10: non-interrupting handlers run beside the scope, several at once, and
// the scope drains when the last of them has. They are armed until it closes.
func TestNonInterruptingHandler(t *testing.T) {
	p := guarded(t, func(p *process, sub int32) { p.handler(sub, "h", message("M")) })
	h := p.launchEvents(newEvents(), "s")
	h.happen("h.s", nil)
	h.happen("h.s", nil)
	same(t, "positions", []string{"sub", "u", "h", "h.u", "h", "h.u"}, h.at())
	h.done("u", "h.u")
	status(t, h.run, machine.Active)
	same(t, "armed", []string{"h.s"}, h.waits())
	h.fail("h.u", nil)
	status(t, h.run, machine.Completed)
	same(t, "armed", []string{}, h.waits())
}

// SC §2.10: the root scope has event sub-processes too; terminating the handler's
// scope ends that alone (SC §2.5).
func TestHandlerOfTheProcess(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.ByUser, "u")
	p.flow("s", "u")
	inner := p.handler(0, "h", interrupting(machine.Event{Trigger: machine.SignalTrigger, Name: "X"}))
	p.task(inner, machine.ByUser, "k")
	p.terminate(inner, "kill")
	p.flow("h.s", "k", "kill")
	h := p.launchEvents(newEvents(), "s")
	h.happen("h.s", nil)
	same(t, "positions", []string{"h", "h.u", "k"}, h.at())
	h.done("k")
	status(t, h.run, machine.Completed)
}

// S6.1: per scope first its event sub-processes, then its host's boundary
// events; a code beats a catch-all only within one such place.
func TestErrorFindsHandler(t *testing.T) {
	for _, c := range []struct{ name, handler, boundary, thrown, takes string }{
		{"the handler has the code", "A", "A", "A", "h.u"},
		{"a catch-all handler comes before the boundary's code", "", "A", "A", "h.u"},
		{"another code passes the handler", "B", "A", "A", "caught"},
	} {
		p := guarded(t, func(p *process, sub int32) {
			p.handler(sub, "h", interrupting(code(machine.ErrorTrigger, c.handler)))
		})
		p.boundary("sub", "b", interrupting(code(machine.ErrorTrigger, c.boundary)))
		p.task(0, machine.ByUser, "caught")
		p.flow("b", "caught")
		h := p.launchEvents(newEvents(), "s")
		h.fail("u", &machine.Error{Code: c.thrown})
		if at := h.at(); at[len(at)-1] != c.takes {
			t.Errorf("%s: %v", c.name, at)
		}
	}
}

// SC §2.10, S6.5: what the handler throws again reaches the boundary of the
// same host, what it does not is absorbed.
func TestThrownAgain(t *testing.T) {
	for _, again := range []bool{false, true} {
		p := guarded(t, func(p *process, sub int32) {
			inner := p.handler(sub, "h", interrupting(code(machine.ErrorTrigger, "A")))
			if again {
				p.eventNode(inner, machine.EndEvent, "throw", code(machine.ErrorTrigger, "A"))
				p.def.Flows[p.def.Nodes[p.nodes["h.u"]].Out[0]].Target = p.nodes["throw"]
				p.def.Nodes[p.nodes["throw"]].In, p.def.Nodes[p.nodes["h.e"]].In = p.def.Nodes[p.nodes["h.e"]].In, nil
			}
		})
		p.boundary("sub", "b", interrupting(code(machine.ErrorTrigger, "A")))
		p.end(0, "decorated")
		p.flow("b", "decorated")
		h := p.launchEvents(newEvents(), "s")
		h.fail("u", &machine.Error{Code: "A"})
		h.done("h.u")
		status(t, h.run, machine.Completed)
		want := []string{"s", "h.s", "h.u", "h.e", "h", "sub", "e"}
		if again {
			want = []string{"s", "h.s", "h.u", "b", "decorated"}
		}
		same(t, "path", want, h.path)
	}
}

// S6.5: of an event sub-process and a boundary event with one declaration only
// the first receives; once it has, the boundary takes what is thrown again.
func TestSharedBudget(t *testing.T) {
	signal := interrupting(machine.Event{Trigger: machine.SignalTrigger, Name: "X"})
	p := guarded(t, func(p *process, sub int32) {
		p.eventNode(p.handler(sub, "h", signal), machine.ThrowEvent, "h.t", machine.Event{Trigger: machine.SignalTrigger, Name: "X"})
		p.flow("h.u", "h.t")
	})
	p.boundary("sub", "b", signal)
	p.boundary("sub", "c", interrupting(message("M")))
	p.end(0, "decorated")
	p.flow("b", "decorated")
	p.flow("c", "decorated")
	h := p.launchEvents(newEvents(), "s")
	same(t, "waits", []string{"c", "h.s"}, h.waits())
	h.happen("h.s", nil)
	same(t, "boundary events with other declarations stay (S6.6)", []string{"c"}, h.waits())
	h.done("h.u")
	status(t, h.run, machine.Completed)
	same(t, "path", []string{"s", "h.s", "h.u", "h.e", "b", "decorated"}, h.path)
}

// S6.1: what is thrown out of a handler's body never comes to that handler, and
// with an interrupting one to none of its scope.
func TestOutOfTheHandler(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.ByUser, "u")
	p.flow("s", "u")
	p.handler(0, "esc", code(machine.EscalationTrigger, ""))
	p.handler(0, "err", interrupting(code(machine.ErrorTrigger, "")))
	h := p.launchEvents(newEvents(), "s")
	h.fail("u", errors.New("broken"))
	same(t, "a technical failure is an error without a code (S6.2)", []string{"err", "err.u"}, h.at())
	h.fail("err.u", &machine.Error{Code: "A"})
	status(t, h.run, machine.Failed)
}

// SC §2.6, S6.3: an escalation comes to a non-interrupting handler; both go on.
func TestEscalationHandler(t *testing.T) {
	p := guarded(t, func(p *process, sub int32) {
		p.handler(sub, "h", code(machine.EscalationTrigger, "A"))
		p.eventNode(sub, machine.ThrowEvent, "throw", code(machine.EscalationTrigger, "A"))
		p.task(sub, machine.ByUser, "after")
		p.flow("u", "throw", "after")
	})
	h := p.launchEvents(newEvents(), "s")
	h.done("u")
	same(t, "positions", []string{"sub", "after", "h", "h.u"}, h.at())
	h.done("after", "h.u")
	status(t, h.run, machine.Completed)
}

// EV §2.7: a condition that is true when its scope opens happens at once: an
// interrupting handler runs in place of the scope, any other beside it.
func TestConditionAtOpening(t *testing.T) {
	for _, stops := range []bool{true, false} {
		p := guarded(t, func(p *process, sub int32) {
			p.handler(sub, "h", machine.Event{Trigger: machine.ConditionalTrigger, Expr: 0, Interrupting: stops})
		})
		d := newEvents()
		d.conditions[0] = true
		h := p.launchEvents(d, "s")
		want := []string{"sub", "h", "h.u"}
		if !stops {
			want = append(want, "u")
		}
		same(t, "positions", want, h.at())
		h.done("h.u")
		if !stops {
			h.done("u")
		}
		status(t, h.run, machine.Completed)
	}
}

// SC §2.10: what waits at a join is cancelled with its scope, and so are open scopes inside.
func TestHandlerCancelsAll(t *testing.T) {
	p := guarded(t, func(p *process, sub int32) {
		p.task(sub, machine.ByUser, "v")
		p.def.Scopes[sub].Seeds = append(p.def.Scopes[sub].Seeds, p.nodes["v"])
		p.gateway(sub, machine.ParallelGateway, "j")
		p.flow("u", "j")
		p.flow("v", "j")
		deep := p.sub(sub, "deep", false)
		p.task(deep, machine.ByUser, "w")
		p.def.Scopes[deep].Seeds = []int32{p.nodes["w"]}
		p.def.Scopes[sub].Seeds = append(p.def.Scopes[sub].Seeds, p.nodes["deep"])
		p.flow("j", "deep")
		p.handler(sub, "h", interrupting(message("M")))
	})
	h := p.launchEvents(newEvents(), "s")
	h.done("u")
	same(t, "positions", []string{"sub", "v", "deep", "w", "(j)"}, h.at())
	h.happen("h.s", nil)
	same(t, "positions", []string{"sub", "h", "h.u"}, h.at())
	same(t, "open", 0, len(h.open["v"])+len(h.open["w"]))
	h.done("h.u")
	status(t, h.run, machine.Completed)
}

// An event sub-process that can't be armed fails what opens its scope, and
// where that is the process, the process (S9.1).
func TestHandlerCannotBeArmed(t *testing.T) {
	ev := message("M")
	ev.Expr = 7
	p := guarded(t, func(p *process, sub int32) { p.handler(sub, "h", ev) })
	p.boundary("sub", "b", interrupting(code(machine.ErrorTrigger, "")))
	d := newEvents()
	d.broken["key 7"] = errors.New("no key")
	h := p.launchEvents(d, "s")
	status(t, h.run, machine.Completed)
	same(t, "path", []string{"s", "b"}, h.path)

	p = newProcess(t)
	p.start(0, "s")
	p.handler(0, "h", ev)
	h = p.launchEvents(d, "s")
	status(t, h.run, machine.Failed)
	if f := h.m.Fault(); p.def.Nodes[f.Node].ID != "h.s" {
		t.Errorf("fault %v", f)
	}
}

// A definition whose event sub-processes are not whole is refused.
func TestValidateHandlers(t *testing.T) {
	for name, spoil := range map[string]func(p *process){
		"a start event of another scope": func(p *process) { p.def.Scopes[0].Handlers = append(p.def.Scopes[0].Handlers, p.nodes["h.s"]) },
		"no start event":                 func(p *process) { p.def.Scopes[1].Handlers[0] = 99 },
		"a start event without trigger":  func(p *process) { p.def.Nodes[p.nodes["h.s"]].Event = machine.None },
		"an event that does not exist":   func(p *process) { p.def.Nodes[p.nodes["h.s"]].Event = 99 },
		"an error that does not interrupt": func(p *process) {
			p.def.Events[p.def.Nodes[p.nodes["h.s"]].Event] = code(machine.ErrorTrigger, "A")
		},
		"a boundary event": func(p *process) { p.boundary("h", "b", message("N")) },
		"a flow":           func(p *process) { p.flow("u", "h") },
	} {
		p := guarded(t, func(p *process, sub int32) { p.handler(sub, "h", message("M")) })
		spoil(p)
		if p.def.Validate() == nil {
			t.Errorf("%s is not refused", name)
		}
	}
}

// S5.1: a signal takes its catches in the order in which they were armed, also
// where one was armed while tokens moved and the next by the event that came then.
func TestSignalsInOrderOfArming(t *testing.T) {
	signal := machine.Event{Trigger: machine.SignalTrigger, Name: "X"}
	p := newProcess(t)
	p.task(0, machine.ByUser, "u")
	p.eventNode(0, machine.ThrowEvent, "throw", signal)
	p.eventNode(0, machine.CatchEvent, "a", signal)
	p.eventNode(0, machine.CatchEvent, "b", signal)
	p.def.Scopes[0].Seeds = []int32{p.nodes["u"], p.nodes["a"], p.nodes["b"]}
	p.flow("u", "throw")
	p.handler(p.handler(0, "h", message("M")), "n", signal)
	if err := p.def.Validate(); err != nil {
		t.Fatal(err)
	}
	h := &hub{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
	h.m.Init(p.def, newEvents())
	h.bring(machine.Input{Kind: machine.Start, Node: machine.None})
	h.happen("h.s", nil)
	h.done("u")
	same(t, "path", []string{"h.s", "u", "a", "b", "n.s", "throw"}, h.path)
}
