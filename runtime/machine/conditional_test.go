package machine_test

import (
	"errors"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// EV §2.7: evaluated when armed, then on committed changes that meet its
// dependencies; false to true fires, true again needs false before.
func TestConditional(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.ByUser, "a")
	p.boundary("a", "b", machine.Event{Trigger: machine.ConditionalTrigger, Expr: 5, Reads: machine.Changes{1}}) // path a
	p.task(0, machine.PassThrough, "x")
	p.flow("s", "a")
	p.flow("b", "x")
	d := newEvents()
	d.conditions[5] = false
	h := p.launchEvents(d, "s")
	commit := func(value any, change bool) int {
		d.conditions[5], d.change = value, change
		before := count(h.path, "b")
		h.bring(machine.Input{Kind: machine.Commit})
		return count(h.path, "b") - before
	}
	for i, c := range []struct {
		value  any
		change bool
		fires  int
	}{
		{true, false, 0}, // nothing changed: not evaluated
		{true, true, 1},
		{true, true, 0}, // still true: no edge
		{false, true, 0},
		{errors.New("missing"), true, 0}, // S3.5: not true
		{true, true, 1},
	} {
		if got := commit(c.value, c.change); got != c.fires {
			t.Errorf("commit %d fired %d times", i, got)
		}
	}

	// A change elsewhere is not looked at.
	p.def.Events[len(p.def.Events)-1].Reads = machine.Changes{2}
	d.conditions[5] = false
	h = p.launchEvents(d, "s")
	if commit(true, true) != 0 {
		t.Error("evaluated on a change of what it does not read")
	}
	// No declared dependency: any change.
	p.def.Events[len(p.def.Events)-1].Reads = nil
	d.conditions[5] = false
	h = p.launchEvents(d, "s")
	if commit(true, true) != 1 {
		t.Error("not evaluated although it may read anything")
	}
}

// EV §2.7: a condition that is true when armed fires at once.
func TestConditionalTrueWhenArmed(t *testing.T) {
	d := newEvents()
	d.conditions[5] = true
	cond := machine.Event{Trigger: machine.ConditionalTrigger, Expr: 5}
	p := newProcess(t)
	p.start(0, "s")
	p.eventNode(0, machine.CatchEvent, "c", cond)
	p.task(0, machine.ByHandler, "a")
	p.boundary("a", "b", interrupting(cond))
	p.flow("s", "c", "a")
	h := p.launchEvents(d, "s")
	status(t, h.run, machine.Completed)
	same(t, "path", []string{"s", "c", "b"}, h.path)
	same(t, "effects", []string{"end completed"}, h.effects) // the task did not begin
}

// EV §2.7, S3.3: one commit, one snapshot, arming order; a firing that disarms
// a later one cancels it; after the commit and before the committing token
// moves on; an activity's own boundaries are disarmed before.
func TestConditionalsOfOneCommit(t *testing.T) {
	cond := machine.Event{Trigger: machine.ConditionalTrigger, Expr: 5}
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	in := p.sub(0, "sub", false)
	p.start(in, "is")
	p.eventNode(in, machine.CatchEvent, "inner", cond)
	p.boundary("sub", "outer", interrupting(cond))
	p.task(0, machine.ByUser, "a")
	p.boundary("a", "own", interrupting(cond))
	p.task(0, machine.PassThrough, "after")
	p.flow("s", "f", "sub")
	p.flow("f", "a", "after")
	p.flow("is", "inner")
	d := newEvents()
	d.conditions[5] = false
	h := p.launchEvents(d, "s")
	d.conditions[5], d.change = true, true
	h.bring(machine.Input{Kind: machine.Done, Ref: h.open["a"][0]})
	status(t, h.run, machine.Completed)
	same(t, "path", []string{"s", "f", "is", "outer", "a", "after"}, h.path)
}
