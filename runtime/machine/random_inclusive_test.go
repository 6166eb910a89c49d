package machine_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

var inclusiveModels = flag.Int("inclusive.models", 0, "how many random models the inclusive join is tried on; 0: as many as a few seconds allow")

// randomInclusive draws a graph that is rich in inclusive splits and joins,
// with loops, parallel and exclusive gateways, nested scopes, boundary events of
// both kinds and terminate end events.
func randomInclusive(t testing.TB, rnd *rand.Rand) *process { return randomJoins(t, rnd, 0) }

// randomJoins is randomInclusive in which so many of four such gateways are complex.
func randomJoins(t testing.TB, rnd *rand.Rand, ofFour int) *process {
	p := newProcess(t)
	conditions := int32(0)
	var fill func(scope int32, depth int)
	fill = func(scope int32, depth int) {
		name := func(what string) string { return fmt.Sprintf("%s%d", what, len(p.def.Nodes)) }
		var exceptions []string
		guard := func(host string) {
			for range rnd.IntN(3) {
				id := name("b")
				p.boundary(host, id, machine.Event{Trigger: machine.SignalTrigger, Name: id, Interrupting: rnd.IntN(2) == 0, Expr: machine.None, Payload: machine.None})
				exceptions = append(exceptions, id)
			}
		}
		id := name("s")
		p.start(scope, id)
		ids := []string{id}
		if rnd.IntN(4) > 0 {
			id = name("o")
			p.gateway(scope, []machine.Kind{machine.InclusiveGateway, machine.ParallelGateway}[rnd.IntN(2)], id)
			ids = append(ids, id)
		}
		for range 3 + rnd.IntN(8) {
			switch k := rnd.IntN(20); {
			case k < 6:
				id = name("u")
				p.task(scope, machine.ByUser, id)
				ids = append(ids, id)
				guard(id)
				continue
			case k < 7:
				id = name("p")
				p.task(scope, machine.PassThrough, id)
			case k < 9:
				id = name("x")
				p.gateway(scope, machine.ExclusiveGateway, id)
			case k < 10:
				id = name("g")
				p.gateway(scope, machine.ParallelGateway, id)
			case k < 16 && rnd.IntN(4) < ofFour:
				id = name("c")
				p.complex(scope, id, conditions)
				conditions++
			case k < 16:
				id = name("o")
				p.gateway(scope, machine.InclusiveGateway, id)
			case k < 17 && rnd.IntN(3) == 0:
				id = name("t")
				p.terminate(scope, id)
			case k < 19 && depth < 2:
				id = name("sub")
				fill(p.sub(scope, id, false), depth+1)
				ids = append(ids, id)
				guard(id)
				continue
			default:
				id = name("e")
				p.end(scope, id)
			}
			ids = append(ids, id)
		}
		id = name("e")
		p.end(scope, id)
		ids = append(ids, id)
		for n, from := range append(slices.Clone(ids), exceptions...) {
			node := p.def.Nodes[p.nodes[from]]
			if node.Kind == machine.EndEvent {
				continue
			}
			out := 1
			if node.Kind != machine.BoundaryEvent && (node.Kind == machine.InclusiveGateway || node.Kind == machine.ComplexGateway || rnd.IntN(3) == 0) {
				out += rnd.IntN(3)
			}
			for range out {
				to := n + 1 + rnd.IntN(4)
				if node.Kind == machine.BoundaryEvent || rnd.IntN(7) == 0 {
					to = 1 + rnd.IntN(len(ids)-1)
				}
				to = min(to, len(ids)-1)
				switch {
				case node.Kind == machine.ParallelGateway || node.Kind == machine.StartEvent || node.Kind == machine.BoundaryEvent || rnd.IntN(4) == 0:
					p.flow(from, ids[to])
				case p.def.Nodes[p.nodes[from]].Default == machine.None:
					p.otherwise(from, ids[to])
				default:
					p.when(from, ids[to], conditions)
					conditions++
				}
			}
		}
	}
	fill(0, 0)
	p.reach()
	return p
}

// S2.4, §13.4.3: on random graphs with random completions, interruptions and
// side branches an inclusive join fires exactly when the rule, evaluated naively on
// the marking, says so: never early, never late, on arrival and on every death
// and departure.
func TestInclusiveJoinAgainstReference(t *testing.T) {
	joinsAgainstReference(t, *inclusiveModels, 7, machine.InclusiveGateway, randomInclusive)
}

// joinsAgainstReference runs random models of a kind of join, so many or, with 0,
// for a few seconds.
func joinsAgainstReference(t *testing.T, wanted int, stream uint64, kind machine.Kind, draw func(testing.TB, *rand.Rand) *process) {
	t.Helper()
	const maxMoves = 400
	until := time.Now().Add(3 * time.Second)
	if testing.Short() {
		until = time.Now().Add(time.Second)
	}
	var models, joins, late, trips, stuck int
	for seed := uint64(0); wanted > 0 && models < wanted || wanted == 0 && (models < 2000 || models%256 != 0 || time.Now().Before(until)); seed++ {
		rnd := rand.New(rand.NewPCG(seed, stream))
		p := draw(t, rnd)
		if !slices.ContainsFunc(p.def.Joins, func(j machine.InclusiveJoin) bool { return p.def.Nodes[j.Node].Kind == kind }) {
			continue
		}
		if err := p.def.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		models++
		var m, twin machine.Machine
		s := &machine.Scratch{MaxMoves: maxMoves}
		facts := &machine.Scratch{MaxMoves: maxMoves, Facts: true}
		activation := map[int32]bool{}
		for _, i := range p.activations {
			activation[i] = true
		}
		m.Init(p.def, coinData{coin(seed), activation})
		twin.Init(p.def, coinData{coin(seed), activation})
		ref := &reference{def: p.def, condition: coin(seed), maxMoves: maxMoves, late: map[refWait]map[int32]bool{}}
		var path []string
		apply := func(in machine.Input) {
			if err := m.Apply(&in, s); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, n := range s.Completed {
				path = append(path, p.def.Nodes[n].ID)
				if len(p.def.Nodes[n].In) > 1 && p.def.Nodes[n].Kind == kind {
					joins++
				}
			}
			if err := twin.Apply(&in, facts); err != nil {
				t.Fatalf("seed %d: twin: %v", seed, err)
			}
		}
		apply(machine.Input{Kind: machine.Start, Node: 0})
		ref.start(0)
		for step := 0; ; step++ {
			if m.Status() != ref.status {
				t.Fatalf("seed %d step %d: status %s, reference %s, fault %v", seed, step, m.Status(), ref.status, m.Fault())
			}
			if d := cmp.Diff(ref.path, path); d != "" {
				t.Fatalf("seed %d step %d: path (-reference +machine):\n%s", seed, step, d)
			}
			at := ids(p, &m)
			slices.Sort(at)
			if d := cmp.Diff(ref.positions(), at); d != "" {
				t.Fatalf("seed %d step %d: positions (-reference +machine):\n%s", seed, step, d)
			}
			if !bytes.Equal(m.AppendState(nil), twin.AppendState(nil)) {
				t.Fatalf("seed %d step %d: two machines given the same events hold different bytes", seed, step)
			}
			if m.Status().Over() || step == 30 {
				break
			}
			var all, open []machine.Position
			for _, pos := range m.Positions(nil) {
				if pos.Held {
					late++
					continue
				}
				all = append(all, pos)
				if !pos.Hosting {
					open = append(open, pos)
				}
			}
			if len(all) == 0 {
				stuck++
				break
			}
			if pick := rnd.IntN(len(all)); rnd.IntN(4) == 0 && len(p.def.Nodes[all[pick].Node].Boundaries) > 0 {
				bs := p.def.Nodes[all[pick].Node].Boundaries
				b := bs[rnd.IntN(len(bs))]
				trips++
				ref.trip(ref.all(ref.root)[pick], b, p.def.Events[p.def.Nodes[b].Event].Interrupting)
				apply(machine.Input{Kind: machine.Happen, Node: b, Ref: all[pick].Ref})
				continue
			}
			if len(open) == 0 {
				break
			}
			pick := rnd.IntN(len(open))
			ref.done(ref.open(ref.root)[pick])
			apply(machine.Input{Kind: machine.Done, Ref: open[pick].Ref})
		}
	}
	t.Logf("%d models, %d joins fired, %d tokens seen waiting, %d boundary events, %d stuck", models, joins, late, trips, stuck)
	for what, n := range map[string]int{"joins": joins, "waiting tokens": late, "boundary events": trips, "stuck instances": stuck} {
		if n < models/500 {
			t.Errorf("only %d %s in %d models: the test sees too little", n, what, models)
		}
	}
}

// all are the tokens at activities: by scope, the oldest first.
func (r *reference) all(s *refScope) []*refToken {
	var all []*refToken
	for _, t := range r.tokens {
		if t.scope != s || t.state == "held" {
			continue
		}
		all = append(all, t)
		if t.state == "hosting" {
			all = append(all, r.all(t.inner)...)
		}
	}
	return all
}
