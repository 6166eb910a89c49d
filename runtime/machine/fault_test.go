package machine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// S9.1, S9.2: what fails, fails the instance at its node, and cancels the rest.
func TestFaults(t *testing.T) {
	boom := errors.New("boom")
	for _, c := range []struct {
		name   string
		by     machine.Performer
		broken string
		done   error
	}{
		{"the work", machine.ByHandler, "", boom},
		{"an input mapping", machine.ByHandler, "begin 2", nil},
		{"an output mapping", machine.ByHandler, "commit 2", nil},
		{"a script", machine.ByScript, "script 2", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProcess(t)
			p.start(0, "s")
			p.task(0, machine.ByUser, "u")
			p.task(0, c.by, "a")
			p.gateway(0, machine.ParallelGateway, "f")
			p.flow("s", "f", "u")
			p.flow("f", "a")
			d := newData()
			if c.broken != "" {
				d.broken[c.broken] = boom
			}
			r := p.launch(d, "s")
			if refs := r.open["a"]; len(refs) > 0 {
				r.must(machine.Input{Kind: machine.Done, Ref: refs[0], Err: c.done})
			}
			status(t, r, machine.Failed)
			if f := r.m.Fault(); !errors.Is(f, boom) || f.Node != p.nodes["a"] {
				t.Errorf("fault = %v", f)
			}
			if last := r.effects[len(r.effects)-1]; last != "end failed" {
				t.Errorf("last effect %s", last)
			}
			same(t, "positions", []string{}, r.at())
		})
	}
}

type panicking struct{ *data }

func (panicking) Condition(int32) (bool, error) { var v []int; return v[3] == 0, nil }

// S9.1: a panic in an expression is a fault of its node; Apply never panics.
func TestPanicIsFault(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ExclusiveGateway, "x")
	p.end(0, "e")
	p.flow("s", "x")
	p.when("x", "e", 0)
	var m machine.Machine
	m.Init(p.def, panicking{newData()})
	if err := m.Apply(&machine.Input{Kind: machine.Start, Node: 0}, new(machine.Scratch)); err != nil {
		t.Fatal(err)
	}
	var pe *machine.PanicError
	if m.Status() != machine.Failed || !errors.As(m.Fault(), &pe) || m.Fault().Node != 1 {
		t.Fatalf("status %s, fault %v", m.Status(), m.Fault())
	}
	if !strings.Contains(string(pe.Stack), "Condition") {
		t.Errorf("the stack does not name the culprit:\n%s", pe.Stack)
	}
}

// S1.7: a loop without a wait is a fault that names the cycle.
func TestRunawayNamesTheCycle(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.PassThrough, "before")
	p.gateway(0, machine.ExclusiveGateway, "x")
	p.task(0, machine.PassThrough, "a")
	p.task(0, machine.ByScript, "b")
	p.flow("s", "before", "x", "a", "b", "x")
	r := p.launch(newData(), "s")
	status(t, r, machine.Failed)
	var ra *machine.RunawayError
	if !errors.As(r.m.Fault(), &ra) {
		t.Fatalf("fault = %v", r.m.Fault())
	}
	if ra.Limit != machine.DefaultMaxMoves || len(ra.Cycle) != 3 {
		t.Errorf("limit %d, cycle %v", ra.Limit, ra.Cycle)
	}
	// Where the cycle begins depends on where the limit falls.
	if twice := strings.Join(append(ra.Cycle, ra.Cycle...), " "); !strings.Contains(twice, "x a b") {
		t.Errorf("cycle %v", ra.Cycle)
	}
	if len(r.path) < machine.DefaultMaxMoves-1 {
		t.Errorf("failed after %d moves already", len(r.path))
	}
}
