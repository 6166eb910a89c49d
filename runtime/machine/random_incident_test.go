package machine_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// S9.1, S9.2 against the reference, on random graphs: work that fails, waits for
// its next attempt, stands as an incident, is retried, completed or cancelled by
// what happens around it. For the reference none of that is anything but a token
// that stays, or that goes on when it is completed. Two machines given the same
// inputs hold the same bytes.
func TestRandomIncidents(t *testing.T) {
	const maxMoves = 300
	rounds := 5_000
	if testing.Short() {
		rounds = 1_000
	}
	boom := errors.New("boom")
	seen := map[string]int{}
	for seed := range uint64(rounds) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		p := randomProcess(t, rnd)
		if p.def.Validate() != nil {
			continue
		}
		for i := range p.def.Nodes {
			if n := &p.def.Nodes[i]; n.Performer == machine.ByUser && rnd.IntN(4) > 0 {
				n.Performer = machine.ByHandler
			}
		}
		var m, twin machine.Machine
		s := &machine.Scratch{MaxMoves: maxMoves, Incidents: true}
		facts := &machine.Scratch{MaxMoves: maxMoves, Incidents: true, Facts: true}
		m.Init(p.def, coinData{coin(seed), nil})
		twin.Init(p.def, coinData{coin(seed), nil})
		ref := &reference{def: p.def, condition: coin(seed), maxMoves: maxMoves}

		var path []string
		opened := map[machine.Ref]bool{} // by the effects
		apply := func(in machine.Input) {
			t.Helper()
			if err := m.Apply(&in, s); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			for _, n := range s.Completed {
				path = append(path, p.def.Nodes[n].ID)
			}
			for _, e := range s.Effects {
				switch e.Kind {
				case machine.OpenIncident:
					opened[e.Ref] = true
				case machine.CloseIncident:
					if !opened[e.Ref] {
						t.Fatalf("seed %d: an incident is closed that was not opened", seed)
					}
					delete(opened, e.Ref)
				}
			}
			if err := twin.Apply(&in, facts); err != nil {
				t.Fatalf("seed %d: twin: %v", seed, err)
			}
		}
		apply(machine.Input{Kind: machine.Start, Node: 0})
		ref.start(0)
		failed := map[machine.Ref]bool{}  // stands
		waiting := map[machine.Ref]bool{} // for its next attempt
		tries := map[machine.Ref]int{}
		for step := 0; step < 40; step++ {
			if ref.status == machine.Failed { // a token that can't be routed, or a loop: here others go on
				if m.Status() == machine.Failed {
					t.Fatalf("seed %d step %d: failed: %v", seed, step, m.Fault())
				}
				if len(m.Incidents(nil)) > 0 {
					seen["gateway"]++
				}
				break
			}
			if m.Status() != ref.status {
				t.Fatalf("seed %d step %d: status %s, reference %s", seed, step, m.Status(), ref.status)
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
				t.Fatalf("seed %d step %d: two machines hold different bytes", seed, step)
			}
			var open []machine.Position
			for _, pos := range m.Positions(nil) {
				if !pos.Held && !pos.Hosting {
					open = append(open, pos)
				}
			}
			live := map[machine.Ref]bool{}
			for _, pos := range open {
				live[pos.Ref] = true
			}
			standing := map[machine.Ref]bool{}
			for r := range failed {
				if live[r] {
					standing[r] = true
				} else {
					seen["cancelled"]++
				}
			}
			failed = standing
			listed := map[machine.Ref]bool{}
			for _, x := range m.Incidents(nil) {
				listed[x.Ref] = true
				if !errors.Is(x.Err, boom) || x.Since != 5 {
					t.Fatalf("seed %d step %d: %+v", seed, step, x)
				}
				if p.def.Nodes[x.Node].Performer == machine.ByHandler && x.Attempts != tries[x.Ref] {
					t.Fatalf("seed %d step %d: %d attempts, want %d", seed, step, x.Attempts, tries[x.Ref])
				}
			}
			if d := cmp.Diff(standing, listed); d != "" {
				t.Fatalf("seed %d step %d: incidents (-want +got):\n%s", seed, step, d)
			}
			if d := cmp.Diff(standing, opened); d != "" {
				t.Fatalf("seed %d step %d: incidents by effects (-want +got):\n%s", seed, step, d)
			}
			if len(open) == 0 {
				break
			}
			pick := rnd.IntN(len(open))
			r := open[pick].Ref
			switch {
			case rnd.IntN(60) == 0:
				apply(machine.Input{Kind: machine.Terminate})
				if m.Status() != machine.Terminated || len(m.Incidents(nil)) != 0 || len(opened) != 0 {
					t.Fatalf("seed %d step %d: terminated, %d incidents are open", seed, step, len(opened))
				}
				seen["terminated"]++
				step = 40
			case failed[r] && rnd.IntN(2) == 0:
				apply(machine.Input{Kind: machine.RetryIncident, Ref: r, Node: machine.None})
				delete(failed, r)
				seen["retried"]++
			case failed[r]:
				delete(failed, r)
				ref.done(ref.open(ref.root)[pick])
				apply(machine.Input{Kind: machine.CompleteIncident, Ref: r, Node: machine.None})
				seen["completed"]++
			case waiting[r]:
				if err := m.Apply(&machine.Input{Kind: machine.Done, Ref: r}, &machine.Scratch{}); !errors.Is(err, machine.ErrStale) {
					t.Fatalf("seed %d step %d: a result while none is due: %v", seed, step, err)
				}
				apply(machine.Input{Kind: machine.Happen, Ref: r, Node: open[pick].Node, Now: 9})
				delete(waiting, r)
				seen["tried again"]++
			case rnd.IntN(2) == 0: // fails
				in := machine.Input{Kind: machine.Done, Ref: r, Err: boom, Now: 5}
				if p.def.Nodes[open[pick].Node].Performer == machine.ByHandler {
					tries[r]++
					in.Retry = int64(rnd.IntN(3)) * 4 // none, at once, later
				}
				apply(in)
				switch in.Retry {
				case 0:
					failed[r] = true
				case 8:
					waiting[r] = true
				}
			default:
				ref.done(ref.open(ref.root)[pick])
				apply(machine.Input{Kind: machine.Done, Ref: r})
			}
		}
		seen["ended "+m.Status().String()]++
	}
	for what, least := range map[string]int{"gateway": 200, "cancelled": 5000, "terminated": 200, "retried": 200, "completed": 200,
		"tried again": 200, "ended completed": 200, "ended active": 200} {
		if seen[what] < rounds/least {
			t.Errorf("%s: only %d of %d runs: the test sees too little (%v)", what, seen[what], rounds, seen)
		}
	}
}
