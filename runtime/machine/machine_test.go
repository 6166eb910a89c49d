package machine_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func status(t *testing.T, r *run, want machine.Status) {
	t.Helper()
	if got := r.m.Status(); got != want {
		t.Errorf("status = %s, want %s; fault %v", got, want, r.m.Fault())
	}
}

// row is start, one task, end.
func row(t *testing.T, by machine.Performer) *process {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, by, "a")
	p.end(0, "e")
	p.flow("s", "a", "e")
	return p
}

// S1.3: an instance is completed when it has no token.
func TestCompletes(t *testing.T) {
	r := row(t, machine.PassThrough).launch(newData(), "s")
	status(t, r, machine.Completed)
	same(t, "path", []string{"s", "a", "e"}, r.path)
	same(t, "effects", []string{"end completed"}, r.effects)
}

// §13.3.3, DESIGN "Work": who performs a task decides what the host is asked.
func TestPerformers(t *testing.T) {
	for _, c := range []struct {
		by   machine.Performer
		want []string
		asks []string
	}{
		{machine.PassThrough, []string{"end completed"}, nil},
		{machine.ByHandler, []string{"run a"}, []string{"begin 1"}},
		{machine.ByUser, []string{"open a"}, []string{"begin 1"}},
		{machine.ByScript, []string{"end completed"}, []string{"script 1"}},
	} {
		d := newData()
		r := row(t, c.by).launch(d, "s")
		same(t, "effects", c.want, r.effects)
		same(t, "asked", c.asks, append([]string(nil), *d.asked...))
	}
}

// S3.2, S3.3: the result commits at completion, as one step, before the token moves on.
func TestCommitsAtCompletion(t *testing.T) {
	d := newData()
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.ByHandler, "a")
	p.gateway(0, machine.ExclusiveGateway, "x")
	p.end(0, "e")
	p.flow("s", "a", "x")
	p.when("x", "e", 7)
	d.conditions[7] = true
	r := p.launch(d, "s")
	r.done("a")
	same(t, "asked", []string{"begin 1", "commit 1", "condition 7"}, *d.asked)
}

// The compiler's InLine counts only where the token is alone (DESIGN "Work").
func TestInLineOnlyAlone(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	for _, id := range []string{"a", "b"} {
		p.task(0, machine.ByHandler, id)
		p.def.Nodes[p.nodes[id]].InLine = true
	}
	p.flow("s", "f", "a")
	p.flow("f", "b")
	r := p.launch(newData(), "s")
	same(t, "effects", []string{"run a", "run b"}, r.effects)

	q := row(t, machine.ByHandler)
	q.def.Nodes[1].InLine = true
	r = q.launch(newData(), "s")
	same(t, "effects", []string{"inline a"}, r.effects)
	w, node, ok := r.m.Working(r.open["a"][0])
	if !ok || node != 1 || w.(*work).shared {
		t.Errorf("working = %v %d %v", w, node, ok)
	}
}

// S1.2: tokens run in the order in which they became runnable, step by step.
func TestFIFO(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	for _, id := range []string{"a1", "a2", "b1", "b2"} {
		p.task(0, machine.PassThrough, id)
	}
	p.end(0, "e")
	p.flow("s", "f", "a1", "a2", "e")
	p.flow("f", "b1", "b2", "e")
	r := p.launch(newData(), "s")
	same(t, "path", []string{"s", "f", "a1", "b1", "a2", "b2", "e", "e"}, r.path)
}

// S1.4: an activity with several incoming flows runs once for each arriving token.
func TestImplicitMerge(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	p.task(0, machine.ByUser, "a")
	p.end(0, "e")
	p.flow("s", "f", "a", "e")
	p.flow("f", "a")
	r := p.launch(newData(), "s")
	same(t, "positions", []string{"a", "a"}, r.at())
	r.done("a")
	status(t, r, machine.Active)
	r.done("a")
	status(t, r, machine.Completed)
	same(t, "path", []string{"s", "f", "a", "e", "a", "e"}, r.path)
}

// S1.4: unconditional flows are always taken, conditional ones if true, the
// default only if no conditional one is; a fault only if none is taken.
func TestActivitySplit(t *testing.T) {
	for _, c := range []struct {
		name          string
		unconditional bool
		a, b          bool
		withDefault   bool
		want          []string
	}{
		{"all true", true, true, true, true, []string{"u", "a", "b"}},
		{"one true", true, false, true, true, []string{"u", "b"}},
		{"none true", true, false, false, true, []string{"u", "d"}},
		{"none true, no default", true, false, false, false, []string{"u"}},
		{"only the default", false, false, false, true, []string{"d"}},
		{"nothing", false, false, false, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProcess(t)
			p.start(0, "s")
			p.task(0, machine.PassThrough, "t")
			for _, id := range []string{"u", "a", "b", "d"} {
				p.task(0, machine.ByUser, id)
			}
			p.flow("s", "t")
			if c.withDefault {
				p.otherwise("t", "d") // first in document order: still taken last
			}
			if c.unconditional {
				p.flow("t", "u")
			}
			p.when("t", "a", 0)
			p.when("t", "b", 1)
			d := newData()
			d.conditions[0], d.conditions[1] = c.a, c.b
			r := p.launch(d, "s")
			if c.want == nil {
				status(t, r, machine.Failed)
				if !errors.Is(r.m.Fault(), machine.ErrNoFlow) || r.m.Fault().Node != p.nodes["t"] {
					t.Errorf("fault = %v at %d", r.m.Fault(), r.m.Fault().Node)
				}
				return
			}
			same(t, "positions", c.want, r.at())
		})
	}
}

// S1.5: an activity or event without outgoing flows ends its token; several
// nodes without incoming flows all start (SC §2.3, at the root too).
func TestImplicitStartAndEnd(t *testing.T) {
	p := newProcess(t)
	p.task(0, machine.ByUser, "a")
	p.task(0, machine.ByUser, "b")
	p.def.Scopes[0].Seeds = []int32{0, 1}
	r := p.launch(newData(), "")
	same(t, "positions", []string{"a", "b"}, r.at())
	r.done("b")
	status(t, r, machine.Active)
	r.done("a")
	status(t, r, machine.Completed)
}

// S1.5: several none starts are alternatives; whoever starts names one.
func TestAlternativeStarts(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s1")
	p.start(0, "s2")
	p.end(0, "e")
	p.flow("s1", "e")
	p.flow("s2", "e")
	r := p.launch(newData(), "s2")
	same(t, "path", []string{"s2", "e"}, r.path)

	var m machine.Machine
	m.Init(p.def, newData())
	if err := m.Apply(&machine.Input{Kind: machine.Start, Node: p.nodes["e"]}, new(machine.Scratch)); !errors.Is(err, machine.ErrNoStart) {
		t.Errorf("start at an end event: %v", err)
	}
}

// S1.6: a Terminate End Event drops the runnable tokens of its scope before
// they move, cancels work, and no other end event's behaviour runs.
func TestTerminate(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	p.task(0, machine.ByHandler, "h")
	p.task(0, machine.ByUser, "u")
	p.terminate(0, "x")
	p.task(0, machine.PassThrough, "late")
	p.gateway(0, machine.ParallelGateway, "j")
	p.task(0, machine.PassThrough, "never")
	p.flow("s", "f", "j", "never")
	p.flow("f", "h", "j")
	p.flow("f", "u")
	p.flow("f", "x")
	p.flow("f", "late")
	r := p.launch(newData(), "s")
	status(t, r, machine.Terminated)
	if r.m.ByHost() {
		t.Error("ended by the model, not by the host")
	}
	same(t, "path", []string{"s", "f", "x"}, r.path)
	same(t, "effects", []string{"run h", "open u", "cancel h", "close u", "end terminated"}, r.effects)
	same(t, "positions", []string{}, r.at())
}

// S1.3: the host terminates; what comes later is refused and changes nothing.
func TestHostTerminates(t *testing.T) {
	r := row(t, machine.ByUser).launch(newData(), "s")
	ref := r.open["a"][0]
	r.must(machine.Input{Kind: machine.Terminate})
	status(t, r, machine.Terminated)
	same(t, "effects", []string{"close a", "end terminated"}, r.effects)
	before := r.m.AppendState(nil)
	if err := r.apply(machine.Input{Kind: machine.Done, Ref: ref}); !errors.Is(err, machine.ErrOver) {
		t.Errorf("late result: %v", err)
	}
	if !bytes.Equal(before, r.m.AppendState(nil)) {
		t.Error("a refused input changed the state")
	}
	if !r.m.ByHost() {
		t.Error("the host ended it")
	}
}

// EV §2.2: a late result is discarded: its reference is no longer current.
func TestLateResult(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.task(0, machine.ByUser, "a")
	p.task(0, machine.ByUser, "b")
	p.flow("s", "a", "b", "a")
	r := p.launch(newData(), "s")
	ref := r.open["a"][0]
	r.done("a", "b")
	same(t, "positions", []string{"a"}, r.at())
	for _, bad := range []machine.Ref{ref, 0, ref + 1, 1 << 40, ^machine.Ref(0)} {
		if err := r.apply(machine.Input{Kind: machine.Done, Ref: bad}); !errors.Is(err, machine.ErrStale) {
			t.Errorf("ref %x: %v", uint64(bad), err)
		}
	}
	same(t, "positions", []string{"a"}, r.at())
}

// Inputs that come at the wrong time are refused and change nothing.
func TestRefusedInputs(t *testing.T) {
	p := row(t, machine.ByUser)
	var m machine.Machine
	m.Init(p.def, newData())
	s := new(machine.Scratch)
	if err := m.Apply(&machine.Input{Kind: machine.Done}, s); !errors.Is(err, machine.ErrNotStarted) {
		t.Errorf("done before start: %v", err)
	}
	if err := m.Apply(&machine.Input{Kind: machine.Start}, s); err != nil {
		t.Fatal(err)
	}
	if err := m.Apply(&machine.Input{Kind: machine.Start}, s); !errors.Is(err, machine.ErrStarted) {
		t.Errorf("second start: %v", err)
	}
	if err := m.Apply(&machine.Input{Kind: 200}, s); !errors.Is(err, machine.ErrUnknownInput) {
		t.Errorf("unknown input: %v", err)
	}
	if m.Sequence() != 1 {
		t.Errorf("sequence = %d", m.Sequence())
	}
}

// S3.3: the host's own change is committed as a task's would be.
func TestHostCommit(t *testing.T) {
	d := newData()
	d.change = true
	r := row(t, machine.ByUser).launch(d, "s")
	r.s.Facts = true
	r.must(machine.Input{Kind: machine.Commit, Work: &work{}})
	if len(r.s.Effects) != 1 || r.s.Effects[0].Fact != machine.DataChanged || !r.s.Effects[0].Work.(machine.Changes).Has(0) {
		t.Errorf("effects = %+v", r.s.Effects)
	}
	d.broken["commit -1"] = errors.New("no")
	if err := r.apply(machine.Input{Kind: machine.Commit}); err == nil || r.m.Status() != machine.Active {
		t.Errorf("a failed commit of the host: %v, %s", err, r.m.Status())
	}
}
