package machine_test

import (
	"errors"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// S9.2: whatever fails stands where it failed, and is done again from there once
// its cause is mended, or skipped.
func TestStages(t *testing.T) {
	boom := errors.New("boom")
	for _, c := range []struct {
		name   string
		by     machine.Performer
		broken string
		work   bool // it runs, and comes back well
		asked  string
	}{
		{"an input mapping", machine.ByHandler, "begin 1", false, "begin 1"},
		{"an output mapping", machine.ByHandler, "commit 1", true, "commit 1"}, // the work is not done again
		{"a script", machine.ByScript, "script 1", false, "script 1"},
		{"a user task's output", machine.ByUser, "commit 1", true, "commit 1"},
	} {
		for _, settle := range []machine.InputKind{machine.RetryIncident, machine.CompleteIncident} {
			t.Run(c.name, func(t *testing.T) {
				p := newProcess(t)
				p.start(0, "s")
				p.task(0, c.by, "a")
				p.end(0, "e")
				p.flow("s", "a", "e")
				d := newData()
				d.broken[c.broken] = boom
				r := &run{t: t, p: p, open: map[string][]machine.Ref{}}
				r.s.Incidents = true
				r.s.Now = func() int64 { return 77 }
				r.m.Init(p.def, d)
				r.must(machine.Input{Kind: machine.Start, Node: 0})
				if c.work {
					r.done("a")
				}
				status(t, r, machine.Active)
				same(t, "positions", []string{"a"}, r.at())
				all := r.m.Incidents(nil)
				if len(all) != 1 || !errors.Is(all[0].Err, boom) || all[0].Since != 77 || all[0].Event != machine.None || all[0].Leaving {
					t.Fatalf("%+v", all)
				}
				if err := r.apply(machine.Input{Kind: machine.Done, Ref: all[0].Ref}); !errors.Is(err, machine.ErrStale) {
					t.Errorf("a result of what stands: %v", err)
				}
				r.must(machine.Input{Kind: machine.RetryIncident, Ref: all[0].Ref, Node: machine.None})
				all = r.m.Incidents(nil)
				if len(all) != 1 { // nothing is mended
					t.Fatalf("%+v", all)
				}
				delete(d.broken, c.broken)
				*d.asked = nil
				r.must(machine.Input{Kind: settle, Ref: all[0].Ref, Node: machine.None})
				if settle == machine.RetryIncident {
					if len(*d.asked) == 0 || (*d.asked)[0] != c.asked {
						t.Errorf("asked %v", *d.asked)
					}
					if !c.work && c.by == machine.ByHandler {
						r.done("a")
					}
				}
				status(t, r, machine.Completed)
				same(t, "path", []string{"s", "a", "e"}, r.path)
				if err := r.apply(machine.Input{Kind: settle, Ref: all[0].Ref, Node: machine.None}); !errors.Is(err, machine.ErrOver) {
					t.Errorf("%v", err)
				}
			})
		}
	}
}

// S9.2: a gateway whose condition fails stands; retried it asks again, completed
// it goes by the flows that are named, which must be its own.
func TestGatewayStands(t *testing.T) {
	for _, kind := range []machine.Kind{machine.ExclusiveGateway, machine.InclusiveGateway} {
		for _, by := range []string{"retry", "flows"} {
			p := newProcess(t)
			p.start(0, "s")
			p.gateway(0, kind, "x")
			p.end(0, "e1")
			p.end(0, "e2")
			p.flow("s", "x")
			p.when("x", "e1", 1)
			p.when("x", "e2", 2)
			d := newData()
			d.conditions[1], d.conditions[2] = errors.New("no value"), true
			r := &run{t: t, p: p, open: map[string][]machine.Ref{}}
			r.s.Incidents = true
			r.m.Init(p.def, d)
			r.must(machine.Input{Kind: machine.Start, Node: 0})
			all := r.m.Incidents(nil)
			if len(all) != 1 || !all[0].Leaving {
				t.Fatalf("%+v", all)
			}
			in := machine.Input{Ref: all[0].Ref, Node: machine.None}
			if by == "retry" {
				d.conditions[1] = true
				in.Kind = machine.RetryIncident
			} else {
				in.Kind = machine.CompleteIncident
				for _, bad := range []machine.Work{nil, machine.Flows{}, machine.Flows{0}, machine.Flows{1, 1}, 3} {
					in.Work = bad
					if err := r.apply(in); !errors.Is(err, machine.ErrNeedsFlow) {
						t.Errorf("%v: %v", bad, err)
					}
				}
				in.Work = machine.Flows{1}
			}
			r.must(in)
			status(t, r, machine.Completed)
			want := []string{"s", "x", "e1"}
			if by == "retry" && kind == machine.InclusiveGateway {
				want = append(want, "e2")
			}
			same(t, "path", want, r.path)
		}
	}
}

type panics struct {
	*data
	on map[string]bool
}

func (d panics) may(what string) {
	if d.on[what] {
		panic(what)
	}
}

func (d panics) Condition(i int32) (bool, error) {
	d.may("condition")
	return d.data.Condition(i)
}

func (d panics) Begin(i int32, shared bool, s *machine.Scratch) (machine.Work, error) {
	d.may("begin")
	return d.data.Begin(i, shared, s)
}

func (d panics) Commit(i int32, w machine.Work, changed machine.Changes) error {
	d.may("commit")
	return d.data.Commit(i, w, changed)
}

func (d panics) Script(i int32, changed machine.Changes) error {
	d.may("script")
	return d.data.Script(i, changed)
}

// S9.1, S6.2: a panic of an expression is a failure like any other: the activity's
// error boundary takes it, where there is none it stands or fails the instance;
// what else could move goes on.
func TestPanicEntersTheChain(t *testing.T) {
	for _, what := range []string{"begin", "commit", "script", "condition"} {
		for _, then := range []string{"caught", "stands", "fails"} {
			p := newProcess(t)
			p.start(0, "s")
			p.gateway(0, machine.ParallelGateway, "f")
			inner := p.sub(0, "sub", false)
			p.start(inner, "is")
			by := machine.ByHandler
			if what == "script" {
				by = machine.ByScript
			}
			p.task(inner, by, "a")
			p.gateway(inner, machine.ExclusiveGateway, "x")
			p.end(inner, "ie")
			p.flow("is", "a", "x")
			p.when("x", "ie", 1)
			p.task(0, machine.PassThrough, "beside")
			p.end(0, "e")
			p.end(0, "e2")
			p.flow("s", "f", "sub", "e")
			p.flow("f", "beside", "e2")
			if then == "caught" {
				p.def.Events = append(p.def.Events, machine.Event{Trigger: machine.ErrorTrigger, Interrupting: true})
				p.add(0, "b", machine.Node{Kind: machine.BoundaryEvent})
				b, host := p.nodes["b"], p.nodes["sub"]
				p.def.Nodes[b].Event, p.def.Nodes[b].Attached = 0, host
				p.def.Nodes[host].Boundaries = []int32{b}
			}
			d := panics{newData(), map[string]bool{what: true}}
			d.conditions[1] = true
			r := &run{t: t, p: p, open: map[string][]machine.Ref{}}
			r.s.Incidents = then == "stands"
			if err := p.def.Validate(); err != nil {
				t.Fatal(err)
			}
			r.m.Init(p.def, d)
			r.must(machine.Input{Kind: machine.Start, Node: 0})
			if len(r.open["a"]) > 0 {
				r.done("a")
			}
			switch then {
			case "caught":
				status(t, r, machine.Completed)
			case "fails":
				status(t, r, machine.Failed)
				var pe *machine.PanicError
				if f := r.m.Fault(); f == nil || !errors.As(f.Err, &pe) || pe.Value != what {
					t.Errorf("%s: %v", what, f)
				}
			case "stands":
				status(t, r, machine.Active)
				all := r.m.Incidents(nil)
				if len(all) != 1 {
					t.Fatalf("%s: %+v", what, all)
				}
				delete(d.on, what)
				r.must(machine.Input{Kind: machine.RetryIncident, Ref: all[0].Ref, Node: machine.None})
				if len(r.open["a"]) > 0 {
					r.done("a")
				}
				status(t, r, machine.Completed)
			}
		}
	}
}
