package machine_test

import (
	"errors"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// S2.1: conditions in document order, the first true wins and the rest are not
// evaluated; else default; else a fault; a condition that fails is a fault.
func TestExclusive(t *testing.T) {
	boom := errors.New("total is missing")
	for _, c := range []struct {
		name        string
		conditions  map[int32]any
		withDefault bool
		want        []string
		asked       []string
		fault       error
	}{
		{"the first", map[int32]any{0: true, 1: boom}, true, []string{"a"}, []string{"condition 0"}, nil},
		{"the second", map[int32]any{0: false, 1: true}, true, []string{"b"}, []string{"condition 0", "condition 1"}, nil},
		{"the default", map[int32]any{0: false, 1: false}, true, []string{"d"}, []string{"condition 0", "condition 1"}, nil},
		{"none", map[int32]any{0: false, 1: false}, false, nil, []string{"condition 0", "condition 1"}, machine.ErrNoFlow},
		{"a failing one", map[int32]any{0: false, 1: boom}, true, nil, []string{"condition 0", "condition 1"}, boom},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProcess(t)
			p.start(0, "s")
			p.gateway(0, machine.ExclusiveGateway, "x")
			for _, id := range []string{"d", "a", "b"} {
				p.task(0, machine.PassThrough, id)
			}
			p.flow("s", "x")
			if c.withDefault {
				p.otherwise("x", "d")
			}
			p.when("x", "a", 0)
			p.when("x", "b", 1)
			d := newData()
			d.conditions = c.conditions
			r := p.launch(d, "s")
			same(t, "asked", c.asked, *d.asked)
			if c.fault != nil {
				status(t, r, machine.Failed)
				if f := r.m.Fault(); !errors.Is(f, c.fault) || f.Node != p.nodes["x"] {
					t.Errorf("fault = %v", f)
				}
				return
			}
			same(t, "path", append([]string{"s", "x"}, c.want...), r.path)
		})
	}
}

// S2.1: the merge passes each token through.
func TestExclusiveMerge(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	p.gateway(0, machine.ExclusiveGateway, "x")
	p.task(0, machine.ByUser, "a")
	p.flow("s", "f", "x", "a")
	p.flow("f", "x")
	r := p.launch(newData(), "s")
	same(t, "positions", []string{"a", "a"}, r.at())
}

// S2.2: the join consumes one token from each incoming flow; excess tokens stay
// and count for the next firing.
func TestParallelJoinExcess(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	p.gateway(0, machine.ExclusiveGateway, "x") // two tokens onto one flow of the join
	p.task(0, machine.ByUser, "a")
	p.gateway(0, machine.ParallelGateway, "j")
	p.task(0, machine.ByUser, "after")
	p.flow("s", "f", "x", "j", "after")
	p.flow("f", "x")
	p.flow("f", "a", "j")
	p.flow("f", "a")
	r := p.launch(newData(), "s")
	same(t, "positions", []string{"a", "a", "(j)", "(j)"}, r.at())
	r.done("a") // the token that arrives is the one that goes on
	same(t, "positions", []string{"after", "a", "(j)"}, r.at())
	r.done("after")
	status(t, r, machine.Active) // the excess token is still there
	r.done("a")
	same(t, "positions", []string{"after"}, r.at())
	r.done("after")
	status(t, r, machine.Completed)
	same(t, "path", []string{"s", "f", "x", "x", "a", "j", "after", "a", "j", "after"}, r.path)
}

// S2.2: a mixed gateway joins and then takes all outgoing flows.
func TestParallelMixed(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ParallelGateway, "f")
	p.gateway(0, machine.ParallelGateway, "m")
	for _, id := range []string{"a", "b", "c", "d"} {
		p.task(0, machine.ByUser, id)
	}
	p.flow("s", "f", "a", "m", "c")
	p.flow("f", "b", "m", "d")
	r := p.launch(newData(), "s")
	r.done("b")
	same(t, "positions", []string{"a", "(m)"}, r.at())
	r.done("a")
	same(t, "positions", []string{"c", "d"}, r.at())
	if n := count(r.path, "m"); n != 1 {
		t.Errorf("the gateway completed %d times", n)
	}
}

func count(path []string, id string) int {
	n := 0
	for _, p := range path {
		if p == id {
			n++
		}
	}
	return n
}

// S2.2: a join fires again and again in a loop.
func TestParallelJoinInLoop(t *testing.T) {
	p := newProcess(t)
	p.start(0, "s")
	p.gateway(0, machine.ExclusiveGateway, "x")
	p.gateway(0, machine.ParallelGateway, "f")
	p.task(0, machine.ByUser, "a")
	p.task(0, machine.ByUser, "b")
	p.gateway(0, machine.ParallelGateway, "j")
	p.gateway(0, machine.ExclusiveGateway, "again")
	p.end(0, "e")
	p.flow("s", "x", "f", "a", "j", "again")
	p.flow("f", "b", "j")
	p.when("again", "x", 0)
	p.otherwise("again", "e")
	d := newData()
	rounds := 0
	d.conditions[0] = func() bool { rounds++; return rounds < 3 }
	r := p.launch(d, "s")
	r.done("a", "b", "b", "a", "a", "b")
	status(t, r, machine.Completed)
	if n := count(r.path, "j"); n != 3 {
		t.Errorf("the join fired %d times", n)
	}
}

// S2.3: every true condition; a flow without a condition that is not the
// default counts as true; else default; else a fault.
func TestInclusiveSplit(t *testing.T) {
	for _, c := range []struct {
		name          string
		a, b          bool
		unconditional bool
		withDefault   bool
		want          []string
	}{
		{"both", true, true, false, true, []string{"a", "b"}},
		{"one", false, true, false, true, []string{"b"}},
		{"an unconditional flow is true", false, false, true, true, []string{"u"}},
		{"default", false, false, false, true, []string{"d"}},
		{"none", false, false, false, false, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProcess(t)
			p.start(0, "s")
			p.gateway(0, machine.InclusiveGateway, "o")
			for _, id := range []string{"a", "b", "u", "d"} {
				p.task(0, machine.ByUser, id)
			}
			p.flow("s", "o")
			p.when("o", "a", 0)
			p.when("o", "b", 1)
			if c.unconditional {
				p.flow("o", "u")
			}
			if c.withDefault {
				p.otherwise("o", "d")
			}
			d := newData()
			d.conditions[0], d.conditions[1] = c.a, c.b
			r := p.launch(d, "s")
			if c.want == nil {
				status(t, r, machine.Failed)
				return
			}
			same(t, "positions", c.want, r.at())
		})
	}
}
