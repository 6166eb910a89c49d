package machine_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// scripted is test data of one repeated task "a" whose conditions and results
// are what the test says.
type scripted struct {
	*loopData
	count     int
	countErr  error
	condition func(instance int, c machine.Counts) (bool, error)
	keep      func(instance int) error
	kept      *[]int
}

func (d *scripted) Repeat(int32) (machine.Repetition, error) {
	return &scriptedRun{d: d}, d.countErr
}

func (d *scripted) Condition(int32) (bool, error) { return d.condition(d.instance, d.counts) }

type scriptedRun struct{ d *scripted }

func (l *scriptedRun) Count() int { return l.d.count }

func (l *scriptedRun) Open(i int, c machine.Counts) (machine.Data, error) {
	d, inner := *l.d, *l.d.loopData
	inner.instance, inner.counts = i, c
	d.loopData = &inner
	return &d, nil
}

func (l *scriptedRun) See(d machine.Data, c machine.Counts) { d.(*scripted).counts = c }

func (l *scriptedRun) Keep(i int, _ machine.Data) error {
	if l.d.keep != nil {
		if err := l.d.keep(i); err != nil {
			return err
		}
	}
	*l.d.kept = append(*l.d.kept, i)
	return nil
}

func (l *scriptedRun) Commit(machine.Changes) error { return nil }

// repeatedTask is s > a (repeated) > after, with an error boundary event.
func repeatedTask(t *testing.T, loop machine.Loop, caught bool, d *scripted) *hub {
	p := newProcess(t)
	p.start(0, "s")
	inner := p.sub(0, "a", false)
	host := p.nodes["a"]
	p.task(inner, machine.ByUser, "a'")
	p.def.Nodes[p.nodes["a'"]].ID = "a"
	p.def.Scopes[inner].Seeds = []int32{p.nodes["a'"]}
	p.def.Nodes[host].Loop, p.def.Nodes[host].Uncounted = &loop, true
	if caught {
		p.boundary("a", "b", interrupting(machine.Event{Trigger: machine.ErrorTrigger}))
	}
	p.task(0, machine.PassThrough, "after")
	p.flow("s", "a", "after")
	d.loopData = &loopData{data: newData(), log: new([]string)}
	d.kept = new([]int)
	if err := p.def.Validate(); err != nil {
		t.Fatal(err)
	}
	h := &hub{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
	h.m.Init(p.def, d)
	return h
}

func (h *hub) begin() { h.bring(machine.Input{Kind: machine.Start, Node: machine.None}) }

func parallel(condition int32) machine.Loop {
	return machine.Loop{Kind: machine.ParallelInstances, Maximum: machine.None, Condition: condition}
}

// S7.1, S7.2, S1.7: a count that is negative, that can't be read, or that is too
// large for one Apply is a fault of the activity, which its boundary event takes.
func TestCountIsAFault(t *testing.T) {
	for name, d := range map[string]*scripted{
		"negative": {count: -1}, "missing": {countErr: errors.New("no value")}, "too many": {count: 101},
	} {
		h := repeatedTask(t, parallel(machine.None), true, d)
		h.s.MaxMoves = 100
		h.begin()
		same(t, name, []string{"s", "b"}, h.path)
		h = repeatedTask(t, parallel(machine.None), false, d)
		h.s.MaxMoves = 100
		h.begin()
		if h.m.Status() != machine.Failed {
			t.Errorf("%s: %s", name, h.m.Status())
		}
	}
}

// S7.2: a condition that fails, or a result that can't be taken, fails the
// activity with all its instances.
func TestWhatFollowsFails(t *testing.T) {
	bad := errors.New("no value")
	for name, d := range map[string]*scripted{
		"condition": {count: 3, condition: func(int, machine.Counts) (bool, error) { return false, bad }},
		"panic":     {count: 3, condition: func(int, machine.Counts) (bool, error) { panic("broken") }},
		"result":    {count: 3, keep: func(int) error { return bad }},
	} {
		condition := int32(machine.None)
		if d.condition != nil {
			condition = 0
		}
		h := repeatedTask(t, parallel(condition), true, d)
		h.begin()
		h.done("a")
		same(t, name, []string{"s", "a", "b"}, h.path)
		status(t, h.run, machine.Completed)
	}
}

// S9.2: what follows from a completion and fails is an incident of that instance:
// the others go on, a retry asks again, and to complete it goes on without.
func TestWhatFollowsIsAnIncident(t *testing.T) {
	for _, retry := range []bool{true, false} {
		broken := true
		d := &scripted{count: 2, condition: func(i int, c machine.Counts) (bool, error) {
			if broken && i == 0 {
				return false, errors.New("no value")
			}
			return c.Completed == 2 && i == 0, nil
		}}
		h := repeatedTask(t, parallel(0), false, d)
		h.s.Incidents = true
		h.begin()
		h.done("a", "a")
		same(t, "path", []string{"s", "a", "a"}, h.path)
		open := h.m.Incidents(nil)
		if h.m.Status() != machine.Active || len(open) != 1 || h.p.def.Nodes[open[0].Node].ID != "a" {
			t.Fatalf("status %s, incidents %v", h.m.Status(), open)
		}
		broken = false
		kind := machine.CompleteIncident
		if retry {
			kind = machine.RetryIncident
		}
		h.bring(machine.Input{Kind: kind, Ref: open[0].Ref, Node: machine.None})
		same(t, "path", []string{"s", "a", "a", "after"}, h.path)
		if !slices.Equal(*d.kept, []int{0, 1}) {
			t.Errorf("kept %v: each result is taken once", *d.kept)
		}
	}
}

// S9.2, S7.1: where the condition of a standard loop fails, the iteration to come
// stands; a retry asks again, and what is true then begins it.
func TestLoopConditionIsAnIncident(t *testing.T) {
	for _, more := range []bool{true, false} {
		broken := true
		d := &scripted{condition: func(i int, _ machine.Counts) (bool, error) {
			if broken {
				return false, errors.New("no value")
			}
			return more && i == 1, nil
		}}
		h := repeatedTask(t, machine.Loop{Kind: machine.StandardLoop, Maximum: machine.None}, false, d)
		h.s.Incidents = true
		h.begin()
		h.done("a")
		open := h.m.Incidents(nil)
		if len(open) != 1 {
			t.Fatalf("incidents %v, status %s", open, h.m.Status())
		}
		broken = false
		h.bring(machine.Input{Kind: machine.RetryIncident, Ref: open[0].Ref, Node: machine.None})
		want := []string{"s", "a", "after"}
		if more {
			h.done("a")
			want = []string{"s", "a", "a", "after"}
		}
		same(t, "path", want, h.path)
	}
}

// S10.3: machines that were given the same inputs append the same bytes, and
// different iteration state is told apart.
func TestRepetitionIsState(t *testing.T) {
	run := func(done int) []byte {
		h := repeatedTask(t, parallel(machine.None), false, &scripted{count: 4})
		h.begin()
		for range done {
			h.done("a")
		}
		return h.m.AppendState(nil)
	}
	if !bytes.Equal(run(2), run(2)) || bytes.Equal(run(1), run(2)) {
		t.Error("the state does not say how far a repeated activity has come")
	}
}

// S7.2: the positions of a repeated activity are those of its instances, in
// their order, inside of their host.
func TestPositionsOfInstances(t *testing.T) {
	h := repeatedTask(t, parallel(machine.None), false, &scripted{count: 3})
	h.begin()
	at := h.m.Positions(nil)
	if len(at) != 4 || !at[0].Hosting || at[1].Hosting || h.p.def.Nodes[at[3].Node].ID != "a" {
		t.Errorf("positions %+v", at)
	}
}

// A table that does not say what is repeated is refused.
func TestValidateLoop(t *testing.T) {
	for name, spoil := range map[string]func(d *machine.Definition, host int32){
		"no kind":         func(d *machine.Definition, n int32) { d.Nodes[n].Loop.Kind = 0 },
		"no activity":     func(d *machine.Definition, n int32) { d.Scopes[d.Nodes[n].Inner].Seeds = nil },
		"no sub-process":  func(d *machine.Definition, n int32) { d.Nodes[n].Kind = machine.Transaction },
		"throws a task":   func(d *machine.Definition, n int32) { d.Nodes[n].Loop.Throws = []machine.LoopThrow{{Node: n}} },
		"throws nothing":  func(d *machine.Definition, n int32) { d.Nodes[n].Loop.Throws = []machine.LoopThrow{{Node: 99}} },
		"throws backward": func(d *machine.Definition, n int32) { d.Nodes[n].Loop.Throws = []machine.LoopThrow{{Node: -1}} },
	} {
		h := repeatedTask(t, parallel(machine.None), false, &scripted{})
		spoil(h.p.def, h.p.nodes["a"])
		if err := h.p.def.Validate(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
