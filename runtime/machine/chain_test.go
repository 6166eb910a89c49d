package machine_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// S6.1, S6.2, EV §2.6, SC §2.6: the nearest place that takes the code, a
// specific code before a catch-all within one place only; a technical failure
// only where a catch has no code; nothing: the instance fails.
func TestErrorChain(t *testing.T) {
	refused, boom := &machine.Error{Code: "REFUSED", Payload: "why"}, errors.New("boom")
	errEvent := func(code string) machine.Event {
		return interrupting(machine.Event{Trigger: machine.ErrorTrigger, Code: code, Payload: 9})
	}
	for i, c := range []struct {
		task, sub []string // codes of the boundary events of the task and of its sub-process
		err       error
		want      string // the boundary event that takes it
	}{
		{[]string{"REFUSED"}, nil, refused, "a0"},
		{[]string{"", "REFUSED"}, nil, refused, "a1"},
		{[]string{""}, []string{"REFUSED"}, refused, "a0"},
		{[]string{"OTHER"}, []string{"REFUSED"}, refused, "sub0"},
		{[]string{"OTHER"}, []string{"OTHER"}, refused, ""},
		{nil, []string{""}, fmt.Errorf("wrapped: %w", refused), "sub0"},
		{[]string{"REFUSED"}, []string{"", "REFUSED"}, boom, "sub0"},
		{[]string{"REFUSED"}, nil, boom, ""},
		{[]string{""}, nil, &machine.Error{}, "a0"},
		{[]string{""}, nil, &machine.InvariantError{}, ""}, // S9.4
	} {
		p := newProcess(t)
		p.start(0, "s")
		in := p.sub(0, "sub", false)
		p.start(in, "is")
		p.task(in, machine.ByHandler, "a")
		for n, code := range c.task {
			p.boundary("a", fmt.Sprintf("a%d", n), errEvent(code))
		}
		p.task(in, machine.ByHandler, "beside")
		for n, code := range c.sub {
			p.boundary("sub", fmt.Sprintf("sub%d", n), errEvent(code))
		}
		p.flow("s", "sub")
		p.flow("is", "a")
		p.flow("is", "beside")
		d := newEvents()
		h := p.launchEvents(d, "s")
		h.bring(machine.Input{Kind: machine.Done, Ref: h.open["a"][0], Err: c.err})
		if c.want == "" {
			status(t, h.run, machine.Failed)
			if !errors.Is(h.m.Fault(), c.err) || p0(h, h.m.Fault().Node) != "a" {
				t.Errorf("%d: fault %v", i, h.m.Fault())
			}
			continue
		}
		if last := h.path[len(h.path)-1]; last != c.want && !(last == "sub" && c.want[0] == 'a') {
			t.Errorf("%d: path %v, want %s", i, h.path, c.want)
		}
		if count(h.path, c.want) != 1 || count(h.path, "a") != 0 {
			t.Errorf("%d: path %v", i, h.path)
		}
		if errors.Is(c.err, refused) {
			same(t, "received", []string{"9: why"}, d.received) // S6.4
		}
	}
}

// SC §2.6: an Error End Event throws at the border of its scope; uncaught, it
// fails the instance (S9.2) and did not complete.
func TestErrorEnd(t *testing.T) {
	for _, caught := range []bool{true, false} {
		p := newProcess(t)
		p.start(0, "s")
		in := p.sub(0, "sub", false)
		p.start(in, "is")
		p.eventNode(in, machine.EndEvent, "x", machine.Event{Trigger: machine.ErrorTrigger, Code: "E"})
		p.task(in, machine.ByHandler, "beside")
		p.task(0, machine.ByUser, "u")
		if caught {
			p.boundary("sub", "b", interrupting(machine.Event{Trigger: machine.ErrorTrigger, Code: "E"}))
			p.flow("b", "u")
		}
		p.flow("s", "sub")
		p.flow("is", "beside")
		p.flow("is", "x")
		h := p.launchEvents(newEvents(), "s")
		if caught {
			same(t, "path", []string{"s", "is", "b"}, h.path)
			same(t, "positions", []string{"u"}, h.at())
			continue
		}
		status(t, h.run, machine.Failed)
		var be *machine.Error
		if !errors.As(h.m.Fault(), &be) || be.Code != "E" {
			t.Errorf("fault %v", h.m.Fault())
		}
		same(t, "path", []string{"s", "is"}, h.path)
	}
}

// S6.3: an escalation does not stop its thrower; an interrupting catch cancels
// its own scope; unresolved it is a fact.
func TestEscalation(t *testing.T) {
	for _, c := range []struct {
		catch     string
		interrupt bool
		path      []string
	}{
		{"E", false, []string{"s", "is", "b", "t", "sub"}},
		{"", true, []string{"s", "is", "b"}},
		{"OTHER", true, []string{"s", "is", "t", "sub"}},
	} {
		p := newProcess(t)
		p.start(0, "s")
		in := p.sub(0, "sub", false)
		p.start(in, "is")
		p.eventNode(in, machine.ThrowEvent, "t", machine.Event{Trigger: machine.EscalationTrigger, Code: "E"})
		p.boundary("sub", "b", machine.Event{Trigger: machine.EscalationTrigger, Code: c.catch, Interrupting: c.interrupt})
		p.flow("s", "sub")
		p.flow("is", "t")
		h := p.launchEvents(newEvents(), "s")
		status(t, h.run, machine.Completed)
		same(t, "path", c.path, h.path)
	}
}
