package machine_test

import (
	"errors"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// texts is test data with names and codes that are computed.
type texts struct {
	*events
	says []string // by index; "!" fails
}

var errText = errors.New("no text")

func (d *texts) Open(int32) (machine.Data, error) { return d, nil }

func (d *texts) Text(i int32) (string, error) {
	if d.says[i] == "!" {
		return "", errText
	}
	return d.says[i], nil
}

func caughtError(code string, text int32) machine.Event {
	return machine.Event{Trigger: machine.ErrorTrigger, Interrupting: true, Code: code, Text: text}
}

// S6.1: at one place a catch whose computed code is the thrown one comes before a
// catch-all; one whose code is computed to be empty is a catch-all itself. The code is
// that of when the activity began.
func TestComputedCodes(t *testing.T) {
	for _, c := range []struct{ computed, thrown, want string }{
		{"A", "A", "computed"}, {"A", "B", "all"}, {"", "B", "computed"}, {"", "X", "exact"}, {"X", "X", "computed"}, {"A", "X", "exact"},
	} {
		for _, inside := range []bool{false, true} { // the task's own boundary, or that of the sub-process around it
			p := newProcess(t)
			p.start(0, "s")
			scope, host := int32(0), "u"
			if inside {
				scope, host = p.sub(0, "sub", false), "sub"
				p.start(scope, "in")
			}
			p.task(scope, machine.ByUser, "u")
			p.boundary(host, "computed", caughtError("", 1))
			p.boundary(host, "exact", caughtError("X", 0))
			p.boundary(host, "all", caughtError("", 0))
			if inside {
				p.flow("s", "sub")
				p.flow("in", "u")
			} else {
				p.flow("s", "u")
			}
			d := &texts{newEvents(), []string{c.computed}}
			h := p.launchEvents(d, "s")
			d.says[0] = "changed since"
			ref := h.open["u"][0]
			w, _, _ := h.m.Working(ref)
			h.bring(machine.Input{Kind: machine.Done, Ref: ref, Work: w, Err: &machine.Error{Code: c.thrown}})
			status(t, h.run, machine.Completed)
			if got := h.path[len(h.path)-1]; got != c.want && h.path[len(h.path)-2] != c.want {
				t.Errorf("inside %v: computed %q, thrown %q: %v, want %s", inside, c.computed, c.thrown, h.path, c.want)
			}
		}
	}
}

// S3.5, S9.1: a name or code that can't be computed is a fault of what arms or throws it.
func TestTextsThatFail(t *testing.T) {
	computed := func(trigger machine.Trigger) machine.Event {
		return machine.Event{Trigger: trigger, Interrupting: true, Text: 1}
	}
	for what, spoil := range map[string]func(p *process){
		"a catch":          func(p *process) { p.eventNode(0, machine.CatchEvent, "x", computed(machine.MessageTrigger)) },
		"a signal catch":   func(p *process) { p.eventNode(0, machine.CatchEvent, "x", computed(machine.SignalTrigger)) },
		"a throw":          func(p *process) { p.eventNode(0, machine.ThrowEvent, "x", computed(machine.MessageTrigger)) },
		"a signal":         func(p *process) { p.eventNode(0, machine.ThrowEvent, "x", computed(machine.SignalTrigger)) },
		"an escalation":    func(p *process) { p.eventNode(0, machine.ThrowEvent, "x", computed(machine.EscalationTrigger)) },
		"an error":         func(p *process) { p.eventNode(0, machine.EndEvent, "x", computed(machine.ErrorTrigger)) },
		"an error's catch": func(p *process) { p.task(0, machine.ByUser, "x"); p.boundary("x", "b", computed(machine.ErrorTrigger)) },
	} {
		for _, text := range []string{"!", ""} {
			if text == "" && what != "a catch" && what != "a signal" {
				continue // an empty code takes all, or is none
			}
			p := newProcess(t)
			p.start(0, "s")
			spoil(p)
			p.flow("s", "x")
			h := p.launchEvents(&texts{newEvents(), []string{text}}, "s")
			status(t, h.run, machine.Failed)
			if err := h.m.Fault(); text == "!" && !errors.Is(err, errText) || text == "" && !errors.Is(err, machine.ErrNoName) {
				t.Errorf("%s: %v", what, err)
			}
			same(t, what+" waits", []string{}, h.waits())
		}
	}
}

// §10.5.3: an end event with several definitions throws all of them; one that ends
// the scope is last.
func TestEndsSeveral(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	p.task(0, machine.ByUser, "u")
	p.eventNode(0, machine.EndEvent, "t", p.multiple(false, message("A"), signal("S"), machine.Event{Trigger: machine.TerminateTrigger}))
	p.flow("s", "f", "u")
	p.flow("f", "t")
	h := p.launchEvents(newEvents(), "s")
	status(t, h.run, machine.Terminated)
	same(t, "thrown", []string{`A "" <nil>`, `S "" <nil>`}, h.thrown)
	// In the middle of the flow nothing ends a scope.
	p.eventNode(0, machine.ThrowEvent, "x", p.multiple(false, message("A"), caughtError("E", 0)))
	if err := p.def.Validate(); err == nil {
		t.Error("an error in the middle of the flow was accepted")
	}
}

// EV §2.6: an error beside other events that are needed too is refused.
func TestParallelError(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.ByUser, "u")
	p.boundary("u", "b", p.multiple(true, caughtError("E", 0), signal("S")))
	p.flow("s", "u")
	if err := p.def.Validate(); err == nil {
		t.Error("accepted")
	}
}
