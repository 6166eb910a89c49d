package soundness_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/analyze/soundness"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// script answers conditions as a counterexample assumes them: the decisions of each
// node in their order.
type script struct {
	def  *machine.Definition
	todo map[string][]map[string]bool
}

func (d *script) decide(flow int32) bool {
	f := &d.def.Flows[flow]
	n := &d.def.Nodes[f.Source]
	list := d.todo[n.ID]
	if len(list) == 0 {
		return false // beyond the run
	}
	yes := list[0][f.ID]
	// The decision is over with the last condition, at an exclusive gateway with the first that is true.
	last := int32(machine.None)
	for _, o := range n.Out {
		if d.def.Flows[o].Condition != machine.None && o != n.Default {
			last = o
		}
	}
	if flow == last || yes && n.Kind == machine.ExclusiveGateway {
		d.todo[n.ID] = list[1:]
	}
	return yes
}

func (d *script) add(moves []soundness.Move) {
	for _, m := range moves {
		if !m.Decides {
			continue
		}
		set := map[string]bool{}
		for _, f := range m.Flows {
			set[f] = true
		}
		asked := slices.IndexFunc(d.def.Nodes, func(n machine.Node) bool { return n.ID == m.Node })
		conditional := false
		for _, o := range d.def.Nodes[asked].Out {
			conditional = conditional || d.def.Flows[o].Condition != machine.None
		}
		if conditional {
			d.todo[m.Node] = append(d.todo[m.Node], set)
		}
	}
}

// do brings the machine what a run says that happens outside of it.
func (w *walk) do(m soundness.Move) error {
	node := func(id string) func(int32) bool {
		return func(n int32) bool { return w.def.Nodes[n].ID == id }
	}
	switch m.Kind {
	case "start":
		start := w.def.DefaultStart
		if m.Node != "" {
			start = int32(slices.IndexFunc(w.def.Nodes, func(n machine.Node) bool { return n.ID == m.Node }))
		}
		return w.apply(machine.Input{Kind: machine.Start, Node: start})
	case "done", "raise":
		k := slices.IndexFunc(w.work, func(e effect) bool { return node(m.Node)(e.node) })
		if k < 0 {
			return fmt.Errorf("nothing is at work at %s", m.Node)
		}
		if m.Kind == "raise" {
			return w.finish(w.work[k], &machine.Error{Code: m.Code})
		}
		return w.finish(w.work[k], nil)
	case "escalate":
		k := slices.IndexFunc(w.work, func(e effect) bool { return node(m.Node)(e.node) })
		if k < 0 {
			return fmt.Errorf("nothing is at work at %s", m.Node)
		}
		return w.apply(machine.Input{Kind: machine.Raise, Ref: w.work[k].ref, Work: &machine.Raised{Code: m.Code}})
	case "happen":
		k := slices.IndexFunc(w.subs, func(s *machine.Subscription) bool { return node(m.Node)(s.Node) })
		if k < 0 {
			return fmt.Errorf("nothing waits for %s", m.Node)
		}
		return w.happen(w.subs[k])
	}
	return nil
}

// A counterexample is a run of the machine: done step by step, it comes to the state that is claimed.
func TestRandomCounterexamplesReplay(t *testing.T) {
	done, loose, crowd := map[string]int{}, map[string]int{}, 0
	for seed := range uint64(*models) {
		s := draw(t, seed, 3+int(seed%12), true)
		if s == nil {
			continue
		}
		for _, v := range soundness.Check(s.file, soundness.Options{Budget: soundness.Budget{States: 10_000}}) {
			for _, r := range soundness.Replays(v) {
				if !r.Ordered {
					loose[r.What]++
					continue
				}
				d := &script{def: s.def, todo: map[string][]map[string]bool{}}
				d.add(r.Moves)
				for range 3 {
					d.add(r.Cycle)
				}
				w := newWalk(s.def, d.decide)
				run := func(moves []soundness.Move) {
					for i, m := range moves {
						if err := w.do(m); err != nil {
							t.Fatalf("seed %d: %s %s %s: step %d of %+v: %v\n%s", seed, r.What, r.Element, r.Flow, i, moves, err, s.xml)
						}
					}
				}
				run(r.Moves)
				tokens := len(w.m.Positions(nil))
				twice := false
				for _, p := range w.m.Positions(nil) {
					for _, q := range w.m.Positions(nil) {
						twice = twice || p.Hosting && q.Hosting && p.Node == q.Node && p.Ref != q.Ref
					}
				}
				if twice {
					crowd++
					continue
				}
				bad := ""
				switch r.What {
				case "BG5001":
					if got := w.rest(); got != r.Rest || w.m.Status().Over() || !r.Beside && len(w.work)+len(w.subs) > 0 {
						bad = fmt.Sprintf("stands at %q with %d at work and %d awaited, the run ends at %q", got, len(w.work), len(w.subs), r.Rest)
					}
				case "BG5010":
					if !slices.Contains(w.unresolved, r.Element) {
						bad = fmt.Sprintf("unresolved are %v, fault %v", w.unresolved, w.m.Fault())
					}
				case "BG5004":
					// The run may stop amid what the machine does in one step: it is ahead by less than a cycle.
					for range 3 {
						run(r.Cycle)
					}
					if now := len(w.m.Positions(nil)); now < tokens+2 {
						bad = fmt.Sprintf("%d tokens after three cycles, %d before", now, tokens)
					}
				case "BG5002":
					before := w.rest()
					for range 3 {
						run(r.Cycle)
					}
					if w.m.Status().Over() || r.AtRest && w.rest() != before {
						bad = fmt.Sprintf("at %q after the cycle, at %q before", w.rest(), before)
					}
				case "BG5003":
					at := 0
					for _, p := range w.m.Positions(nil) {
						if s.def.Nodes[p.Node].ID == r.Element {
							at++
						}
					}
					if r.AtRest && at < 2 {
						bad = fmt.Sprintf("%d tokens at the flow's target", at)
					}
				default:
					continue
				}
				if bad != "" {
					t.Fatalf("seed %d: %s %s: %s\n%+v\n%s", seed, r.What, r.Element, bad, r.Moves, s.xml)
				}
				done[r.What]++
			}
		}
	}
	t.Logf("replayed %v; without a run in the machine's order %v; left out for a composite that is active twice %d", done, loose, crowd)
	if done["BG5001"] == 0 || done["BG5010"] == 0 {
		t.Error("the test sees too little")
	}
}
