package machine_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// randomProcess draws a graph of tasks, gateways, sub-processes and end events
// with arbitrary flows, loops included.
func randomProcess(t testing.TB, rnd *rand.Rand) *process {
	p := newProcess(t)
	conditions := int32(0)
	var fill func(scope int32, depth int)
	fill = func(scope int32, depth int) {
		name := func(what string) string { return fmt.Sprintf("%s%d", what, len(p.def.Nodes)) }
		var ids []string
		id := name("s")
		p.start(scope, id)
		ids = append(ids, id)
		for range 2 + rnd.IntN(8) {
			switch k := rnd.IntN(20); {
			case k < 5:
				id = name("u")
				p.task(scope, machine.ByUser, id)
			case k < 8:
				id = name("p")
				p.task(scope, machine.PassThrough, id)
			case k < 11:
				id = name("x")
				p.gateway(scope, machine.ExclusiveGateway, id)
			case k < 15:
				id = name("g")
				p.gateway(scope, machine.ParallelGateway, id)
			case k < 16:
				id = name("o")
				p.gateway(scope, machine.InclusiveGateway, id)
			case k < 17:
				id = name("t")
				p.terminate(scope, id)
			case k < 19 && depth < 3:
				id = name("sub")
				fill(p.sub(scope, id, rnd.IntN(2) == 0), depth+1)
			default:
				id = name("e")
				p.end(scope, id)
			}
			ids = append(ids, id)
		}
		for n, from := range ids {
			node := p.def.Nodes[p.nodes[from]]
			if node.Kind == machine.EndEvent {
				continue
			}
			out := 1
			if rnd.IntN(3) == 0 {
				out += rnd.IntN(3)
			}
			if node.Kind == machine.Task && rnd.IntN(6) == 0 {
				out = 0
			}
			for range out {
				// mostly onward, sometimes back
				to := n + 1 + rnd.IntN(3)
				if rnd.IntN(5) == 0 {
					to = 1 + rnd.IntN(len(ids)-1)
				}
				to = min(to, len(ids)-1)
				target := p.def.Nodes[p.nodes[ids[to]]]
				if target.Kind == machine.InclusiveGateway && len(target.In) > 0 {
					to = len(ids) - 1
					if p.def.Nodes[p.nodes[ids[to]]].Kind == machine.InclusiveGateway {
						continue
					}
				}
				switch {
				case node.Kind == machine.ParallelGateway || node.Kind == machine.StartEvent || rnd.IntN(3) == 0:
					p.flow(from, ids[to])
				case p.def.Nodes[p.nodes[from]].Default == machine.None && rnd.IntN(3) == 0:
					p.otherwise(from, ids[to])
				default:
					p.when(from, ids[to], conditions)
					conditions++
				}
			}
		}
	}
	fill(0, 0)
	return p
}

// coin answers conditions by a fixed stream, so that the order in which they
// are asked matters.
func coin(seed uint64) func(int32) bool {
	rnd := rand.New(rand.NewPCG(seed, 1))
	return func(i int32) bool { return (rnd.Uint32()^uint32(i))&1 == 0 }
}

type coinData struct {
	flip       func(int32) bool
	activation map[int32]bool // the conditions that are activation conditions
}

func (d coinData) Condition(i int32) (bool, error)                         { return d.flip(i), nil }
func (d coinData) Open(int32) (machine.Data, error)                        { return d, nil }
func (coinData) Begin(int32, bool, *machine.Scratch) (machine.Work, error) { return nil, nil }
func (coinData) Commit(int32, machine.Work, machine.Changes) error         { return nil }
func (coinData) Script(int32, machine.Changes) error                       { return nil }

// S1, S2, SC §2.3 to §2.5 against the reference, on random graphs with random
// inputs: same path, same positions, same end, and (DESIGN "The machine") two
// machines given the same events hold the same bytes.
func TestRandomAgainstReference(t *testing.T) {
	const maxMoves = 300
	rounds := 20_000
	if testing.Short() {
		rounds = 2_000
	}
	ends := map[machine.Status]int{}
	for seed := range uint64(rounds) {
		rnd := rand.New(rand.NewPCG(seed, 0))
		p := randomProcess(t, rnd)
		if p.def.Validate() != nil {
			continue // a gateway that got no outgoing flow
		}
		var m, twin machine.Machine
		s := &machine.Scratch{MaxMoves: maxMoves}
		var facts machine.Scratch
		facts.MaxMoves, facts.Facts = maxMoves, true
		m.Init(p.def, coinData{flip: coin(seed)})
		twin.Init(p.def, coinData{flip: coin(seed)})
		ref := &reference{def: p.def, condition: coin(seed), maxMoves: maxMoves}

		var path []string
		apply := func(in machine.Input) {
			if err := m.Apply(&in, s); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, n := range s.Completed {
				path = append(path, p.def.Nodes[n].ID)
			}
			if err := twin.Apply(&in, &facts); err != nil {
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
			var open []machine.Position
			for _, pos := range m.Positions(nil) {
				if !pos.Held && !pos.Hosting {
					open = append(open, pos)
				}
			}
			if len(open) == 0 || step == 25 || m.Status().Over() {
				break
			}
			// Both list those that wait by scope, the oldest first.
			pick := rnd.IntN(len(open))
			ref.done(ref.open(ref.root)[pick])
			apply(machine.Input{Kind: machine.Done, Ref: open[pick].Ref})
		}
		ends[m.Status()]++
	}
	for _, s := range []machine.Status{machine.Active, machine.Completed, machine.Terminated, machine.Failed} {
		if ends[s] < rounds/200 {
			t.Errorf("only %d of %d random runs ended %s: the test sees too little", ends[s], rounds, s)
		}
	}
}

func ids(p *process, m *machine.Machine) []string {
	all := []string{}
	for _, pos := range m.Positions(nil) {
		id := p.def.Nodes[pos.Node].ID
		if pos.Held {
			id = "(" + id + ")"
		}
		all = append(all, id)
	}
	return all
}
