package machine_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// condition is true where the sum of the values at its paths, a count outside of
// the data included where it reads that too, is a multiple of three; a negative
// value is missing (S3.5).
type condition struct {
	reads    []int
	anything bool
}

// cells is data of whole numbers by path.
type cells struct {
	*events
	values  []int
	outside int
	conds   []condition
}

func (d *cells) Open(int32) (machine.Data, error) { return d, nil }

func (d *cells) Condition(i int32) (bool, error) {
	c := d.conds[i]
	sum := 0
	if c.anything {
		sum = d.outside
	}
	for _, p := range c.reads {
		if d.values[p] < 0 {
			return false, errors.New("missing")
		}
		sum += d.values[p]
	}
	return sum%3 == 0, nil
}

// writes is what a piece of work changes.
type writes map[int]int

func (d *cells) Commit(_ int32, w machine.Work, changed machine.Changes) error {
	for p, v := range w.(writes) {
		if d.values[p] != v {
			d.values[p] = v
			changed.Set(p)
		}
	}
	return nil
}

// randomConditions draws a process of people's tasks, catches, gateways and
// sub-processes with conditional events all over, and what they read.
func randomConditions(t testing.TB, rnd *rand.Rand) (*process, []condition) {
	p := newProcess(t)
	p.def.Paths = make([]string, 1+rnd.IntN(150))
	var conds []condition
	event := func() machine.Event {
		ev := machine.Event{Trigger: machine.ConditionalTrigger, Expr: int32(len(conds)), Interrupting: rnd.IntN(3) == 0}
		c := condition{anything: rnd.IntN(12) == 0}
		for range 1 + rnd.IntN(3) {
			c.reads = append(c.reads, rnd.IntN(len(p.def.Paths)))
		}
		if !c.anything {
			ev.Reads = make(machine.Changes, slices.Max(c.reads)>>6+1)
			for _, r := range c.reads {
				ev.Reads.Set(r)
			}
		} else if rnd.IntN(2) == 0 {
			ev.Reads = make(machine.Changes, 1) // empty is anything too (EV §2.7)
		}
		conds = append(conds, c)
		return ev
	}
	name := func(what string) string { return fmt.Sprintf("%s%d", what, len(p.def.Nodes)) }
	many := 1 + rnd.IntN(12)
	var fill func(scope int32, depth int)
	fill = func(scope int32, depth int) {
		guard := func(host string) (ids []string) {
			for range rnd.IntN(many) {
				id := name("b")
				p.boundary(host, id, event())
				ids = append(ids, id)
			}
			return ids
		}
		start, fork := name("s"), name("f")
		p.start(scope, start)
		p.gateway(scope, machine.ParallelGateway, fork)
		p.flow(start, fork)
		var targets, sources []string
		for range 2 + rnd.IntN(4) {
			id := name("n")
			switch k := rnd.IntN(8); {
			case k < 4:
				p.task(scope, machine.ByUser, id)
				sources = append(sources, guard(id)...)
			case k < 5:
				p.eventNode(scope, machine.CatchEvent, id, event())
				sources = append(sources, id)
			case k < 6:
				p.gateway(scope, machine.EventBasedGateway, id)
				for range 1 + rnd.IntN(3) {
					arm := name("arm")
					p.eventNode(scope, machine.CatchEvent, arm, event())
					p.flow(id, arm)
					sources = append(sources, arm)
				}
			case depth < 2:
				fill(p.sub(scope, id, rnd.IntN(2) == 0), depth+1)
				sources = append(sources, guard(id)...)
			default:
				p.task(scope, machine.ByUser, id)
			}
			p.flow(fork, id)
			targets = append(targets, id)
		}
		if rnd.IntN(4) == 0 {
			id := name("t")
			p.terminate(scope, id)
			targets = append(targets, id)
		}
		for _, from := range sources {
			if rnd.IntN(4) == 0 {
				p.flow(from, targets[rnd.IntN(len(targets))])
			}
		}
	}
	fill(0, 0)
	return p, conds
}

// EV §2.7: for random conditions and random commits, conditionals that are
// evaluated only where a commit meets what they read happen exactly as if all
// were evaluated on every commit: same events, same order, same edges. And what
// is evaluated is what reads a changed path, once, in the order of arming,
// whether the instance has an index of its conditions or looks at each.
func TestRandomConditionals(t *testing.T) {
	processes := 5000
	if testing.Short() {
		processes = 600
	}
	var commits, skipped, fired, annulled, indexed int
	for seed := range uint64(processes) {
		rnd := rand.New(rand.NewPCG(seed, 27))
		p, conds := randomConditions(t, rnd)
		all := *p.def
		all.Events = slices.Clone(all.Events)
		for i := range all.Events {
			all.Events[i].Reads = nil
		}
		values := make([]int, len(p.def.Paths))
		for i := range values {
			values[i] = 1 + rnd.IntN(2)
		}
		filtered := &cells{events: newEvents(), values: values, conds: conds}
		unfiltered := &cells{events: newEvents(), values: slices.Clone(values), conds: conds}
		h := &hub{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
		h.s.Facts, h.s.MaxMoves = true, 60
		if err := p.def.Validate(); err != nil {
			t.Fatal(err)
		}
		h.m.Init(p.def, filtered)
		var twin machine.Machine
		twin.Init(&all, unfiltered)
		twinScratch := &machine.Scratch{Facts: true, MaxMoves: 60}
		step := func(in machine.Input) {
			h.bring(in)
			if err := twin.Apply(&in, twinScratch); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(told(h.s.Effects, machine.SubscriptionFired), told(twinScratch.Effects, machine.SubscriptionFired)) {
				t.Fatalf("seed %d: with filter %v happened, without %v", seed,
					told(h.s.Effects, machine.SubscriptionFired), told(twinScratch.Effects, machine.SubscriptionFired))
			}
			if !bytes.Equal(h.m.AppendState(nil), twin.AppendState(nil)) {
				t.Fatalf("seed %d: with filter and without the states differ", seed)
			}
		}
		step(machine.Input{Kind: machine.Start, Node: p.nodes["s0"]})
		for range 12 {
			if h.m.Status().Over() {
				break
			}
			w := writes{}
			for range 1 + rnd.IntN(4) {
				w[rnd.IntN(len(values))] = rnd.IntN(7) - 1
			}
			outside := rnd.IntN(3)
			filtered.outside, unfiltered.outside = outside, outside
			if rnd.IntN(4) == 0 { // a person's commit moves tokens as well
				if pos := working(&h.m); len(pos) > 0 {
					at := pos[rnd.IntN(len(pos))]
					h.drop(p0(h, at.Node), at.Ref)
					step(machine.Input{Kind: machine.Done, Ref: at.Ref, Work: w})
					continue
				}
			}
			// What the rule says of a commit of the host, before it comes.
			changed := make(machine.Changes, len(values)>>6+1)
			after := cells{values: slices.Clone(filtered.values), outside: outside, conds: conds}
			_ = after.Commit(0, w, changed)
			armed, last, hasIndex := h.m.Conditions()
			evaluated, edges := []int32{}, []int32{}
			for i, ev := range armed {
				c := conds[p.def.Events[ev].Expr]
				concerned := c.anything && changed.Any()
				for _, r := range c.reads {
					concerned = concerned || changed.Has(r)
				}
				if !concerned {
					skipped++
					continue
				}
				evaluated = append(evaluated, ev)
				if ok, err := after.Condition(p.def.Events[ev].Expr); ok && err == nil && !last[i] {
					edges = append(edges, ev)
				}
			}
			step(machine.Input{Kind: machine.Commit, Work: w})
			got := eventsTold(p.def, h.s.Effects, machine.ConditionEvaluated)
			if len(got) < len(evaluated) || !slices.Equal(got[:len(evaluated)], evaluated) { // then those armed anew
				t.Fatalf("seed %d: evaluated %v, want %v", seed, got, evaluated)
			}
			happened := eventsTold(p.def, h.s.Effects, machine.SubscriptionFired)
			commits++
			fired += len(happened)
			if hasIndex {
				indexed++
			}
			if len(edges) > 0 && (len(happened) == 0 || happened[0] != edges[0]) {
				t.Fatalf("seed %d: %v became true, %v happened", seed, edges, happened)
			}
			if len(edges) == 0 && len(happened) > 0 {
				t.Fatalf("seed %d: %v happened, none became true", seed, happened)
			}
			for _, e := range edges {
				if !slices.Contains(happened, e) {
					annulled++
				}
			}
		}
		if !h.m.Status().Over() {
			step(machine.Input{Kind: machine.Terminate})
		}
		if n := h.m.Armed(); n != 0 {
			t.Fatalf("seed %d: %d conditions still armed", seed, n)
		}
	}
	t.Logf("%d commits, %d with an index; %d evaluations spared, %d events, %d annulled", commits, indexed, skipped, fired, annulled)
	for what, n := range map[string]int{"commits": commits / 3, "with an index": indexed, "spared": skipped, "events": fired, "annulled": annulled * 20} {
		if n < processes {
			t.Errorf("%s: the test sees too little", what)
		}
	}
}

// working are the activations that wait for their work.
func working(m *machine.Machine) []machine.Position {
	return slices.DeleteFunc(m.Positions(nil), func(p machine.Position) bool {
		_, _, ok := m.Working(p.Ref)
		return !ok
	})
}

// fact is what a fact is about.
type fact struct {
	ref  machine.Ref
	node int32
}

// told lists what a fact was told of.
func told(effects []machine.Effect, f machine.FactKind) []fact {
	var out []fact
	for _, e := range effects {
		if e.Kind == machine.Tell && e.Fact == f {
			out = append(out, fact{e.Ref, e.Node})
		}
	}
	return out
}

// eventsTold lists the events of the nodes of a fact.
func eventsTold(def *machine.Definition, effects []machine.Effect, f machine.FactKind) []int32 {
	out := []int32{}
	for _, e := range effects {
		if e.Kind == machine.Tell && e.Fact == f {
			out = append(out, def.Nodes[e.Node].Event)
		}
	}
	return out
}
