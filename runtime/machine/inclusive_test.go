package machine_test

import (
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// forked is S, a parallel Fork to A and B, an inclusive Join of both and E.
func forked(t testing.TB) *process {
	p := newProcess(t)
	p.start(0, "S")
	p.gateway(0, machine.ParallelGateway, "Fork")
	p.task(0, machine.ByUser, "A")
	p.task(0, machine.ByUser, "B")
	p.gateway(0, machine.InclusiveGateway, "Join")
	p.end(0, "E")
	p.flow("S", "Fork", "A", "Join", "E")
	p.flow("Fork", "B")
	return p
}

func (r *run) want(path, at string) {
	r.t.Helper()
	if d := cmp.Diff(strings.Fields(path), r.path); d != "" {
		r.t.Errorf("path (-want +got):\n%s", d)
	}
	if d := cmp.Diff(strings.Fields(at), r.at()); d != "" {
		r.t.Errorf("positions (-want +got):\n%s", d)
	}
}

// S2.4: the join waits as long as a token can come by an empty flow; the token that
// arrives last goes on.
func TestInclusiveJoinWaits(t *testing.T) {
	p := forked(t)
	p.flow("B", "Join")
	r := p.launch(newData(), "S")
	r.done("B")
	r.want("S Fork B", "A (Join)")
	r.done("A")
	r.want("S Fork B A Join E", "")
}

// S2.4: it is asked again when a token departs to where the join can no longer be reached.
func TestInclusiveJoinFiresOnDeparture(t *testing.T) {
	p := forked(t)
	p.task(0, machine.ByUser, "Away")
	p.when("B", "Join", 1)
	p.otherwise("B", "Away")
	d := newData()
	d.conditions[1] = false
	r := p.launch(d, "S")
	r.done("A")
	r.want("S Fork A", "B (Join)")
	r.done("B")
	r.want("S Fork A B Join E", "Away")
}

// S2.4: so it is on a death, when a branch is interrupted.
func TestInclusiveJoinFiresOnDeath(t *testing.T) {
	p := forked(t)
	p.flow("B", "Join")
	p.boundary("B", "Stop", machine.Event{Trigger: machine.SignalTrigger, Name: "stop", Interrupting: true, Expr: machine.None, Payload: machine.None})
	r := p.launch(newData(), "S")
	ref := r.open["B"][0]
	r.done("A")
	r.want("S Fork A", "B (Join)")
	r.must(machine.Input{Kind: machine.Happen, Ref: ref, Node: p.nodes["Stop"]})
	r.want("S Fork A Stop Join E", "")
	if got := r.m.Status(); got != machine.Completed {
		t.Errorf("status %s", got)
	}
}

// §13.4.3: a token that can also come by a flow that holds one already is not waited for.
func TestInclusiveJoinDoesNotWaitForExcess(t *testing.T) {
	p := forked(t)
	p.gateway(0, machine.ExclusiveGateway, "Which")
	p.flow("B", "Which")
	p.when("Which", "Join", 1)
	p.otherwise("Which", "A")
	r := p.launch(newData(), "S")
	r.done("A")
	// B leads to the empty flow, but also back to A, whose flow holds a token.
	r.want("S Fork A Join E", "B")
}

// S2.4: exception flows count for empty flows, never for holding ones.
func TestInclusiveJoinAndExceptionFlows(t *testing.T) {
	signal := machine.Event{Trigger: machine.SignalTrigger, Name: "n", Expr: machine.None, Payload: machine.None}
	p := forked(t)
	p.end(0, "Apart")
	p.flow("B", "Apart")
	p.boundary("B", "Side", signal)
	p.flow("Side", "Join")
	r := p.launch(newData(), "S")
	r.done("A")
	r.want("S Fork A", "B (Join)")
	r.done("B")
	r.want("S Fork A B Join Apart E", "") // it fires before anything else moves

	// The boundary leads to the flow that holds, the activity itself to the empty one: it is waited for.
	p = forked(t)
	p.flow("B", "Join")
	p.boundary("B", "Side", signal)
	p.flow("Side", "A")
	r = p.launch(newData(), "S")
	r.done("A")
	r.want("S Fork A", "B (Join)")
}

// S2.4: what is open in a nested scope counts as its host; a token of another scope counts for nothing.
func TestInclusiveJoinAndNestedScopes(t *testing.T) {
	p := newProcess(t)
	p.start(0, "S")
	p.gateway(0, machine.ParallelGateway, "Fork")
	p.task(0, machine.ByUser, "A")
	p.gateway(0, machine.InclusiveGateway, "Join")
	p.end(0, "E")
	in := p.sub(0, "Sub", false)
	p.start(in, "S2")
	p.gateway(in, machine.ParallelGateway, "Fork2")
	p.task(in, machine.ByUser, "B")
	p.task(in, machine.ByUser, "C")
	p.gateway(in, machine.InclusiveGateway, "Join2")
	p.flow("S", "Fork", "A", "Join", "E")
	p.flow("Fork", "Sub", "Join")
	p.flow("S2", "Fork2", "B", "Join2")
	p.flow("Fork2", "C", "Join2")
	p.end(in, "E2")
	p.flow("Join2", "E2")
	r := p.launch(newData(), "S")
	r.done("C", "A")
	r.want("S Fork S2 Fork2 C A", "Sub B (Join2) (Join)")
	r.done("B")
	r.want("S Fork S2 Fork2 C A B Join2 E2 Sub Join E", "")
}

// S2.4: one firing takes one token of each holding flow; the excess stays and fires again.
func TestInclusiveJoinTakesOneOfEach(t *testing.T) {
	p := newProcess(t)
	p.start(0, "S")
	p.gateway(0, machine.ParallelGateway, "Fork")
	p.gateway(0, machine.ExclusiveGateway, "Merge")
	p.task(0, machine.ByUser, "B")
	p.gateway(0, machine.InclusiveGateway, "Join")
	p.end(0, "E")
	p.flow("S", "Fork", "Merge", "Join", "E")
	p.flow("Fork", "Merge")
	p.flow("Fork", "B", "Join")
	r := p.launch(newData(), "S")
	r.want("S Fork Merge Merge", "B (Join) (Join)")
	r.done("B")
	r.want("S Fork Merge Merge B Join Join E E", "")
}

// A join that would wait without knowing for what is refused.
func TestInclusiveJoinNeedsItsReach(t *testing.T) {
	for name, spoil := range map[string]func(d *machine.Definition){
		"none":            func(d *machine.Definition) { d.Joins = nil },
		"a flow missing":  func(d *machine.Definition) { d.Joins[0].Reach = d.Joins[0].Reach[:1] },
		"a set too short": func(d *machine.Definition) { d.Joins[0].Reach[1] = nil },
		"another node":    func(d *machine.Definition) { d.Joins[0].Node = 0 },
	} {
		t.Run(name, func(t *testing.T) {
			p := forked(t)
			p.flow("B", "Join")
			p.reach()
			spoil(p.def)
			if err := p.def.Validate(); err == nil || !strings.Contains(err.Error(), "Join") {
				t.Errorf("got %v, want an error that names the join", err)
			}
		})
	}
}

// S1.2: facts change nothing; each token that waits is told as joined, the join completes once.
func TestInclusiveJoinTellsFacts(t *testing.T) {
	p := forked(t)
	p.flow("B", "Join")
	p.reach()
	var m machine.Machine
	s := machine.Scratch{Facts: true}
	m.Init(p.def, newData())
	var facts []machine.FactKind
	apply := func(in machine.Input) {
		if err := m.Apply(&in, &s); err != nil {
			t.Fatal(err)
		}
		for _, e := range s.Effects {
			if e.Kind == machine.Tell && e.Node == p.nodes["Join"] {
				facts = append(facts, e.Fact)
			}
		}
	}
	apply(machine.Input{Kind: machine.Start, Node: 0})
	for range 2 {
		apply(machine.Input{Kind: machine.Done, Ref: m.Positions(nil)[0].Ref})
	}
	want := []machine.FactKind{machine.NodeEntered, machine.NodeJoined, machine.NodeEntered, machine.NodeCompleted}
	if !slices.Equal(facts, want) {
		t.Errorf("facts %v, want %v", facts, want)
	}
}

// What only a few instances need must not make all of them larger: extra fits
// its size class.
func TestExtraStaysSmall(t *testing.T) {
	if n := unsafe.Sizeof(machine.Extra{}); n > 176 {
		t.Errorf("extra has %d bytes, more than the 176 of its size class", n)
	}
}

// A join waits for the last of many tokens, that leave one after the other.
func BenchmarkInclusiveJoin(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(map[int]string{10: "10", 100: "100", 1000: "1000"}[n], func(b *testing.B) {
			p := newProcess(b)
			p.start(0, "S")
			p.gateway(0, machine.ParallelGateway, "Fork")
			p.flow("S", "Fork")
			p.gateway(0, machine.InclusiveGateway, "Join")
			p.end(0, "E")
			p.flow("Join", "E")
			for i := range n {
				id := "T" + string(rune('0'+i%10)) + string(rune('a'+i/10%26)) + string(rune('a'+i/260))
				p.task(0, machine.ByUser, id)
				p.flow("Fork", id, "Join")
			}
			p.reach()
			if err := p.def.Validate(); err != nil {
				b.Fatal(err)
			}
			var s machine.Scratch
			var at []machine.Position
			b.ReportAllocs()
			for b.Loop() {
				var m machine.Machine
				m.Init(p.def, newData())
				if err := m.Apply(&machine.Input{Kind: machine.Start, Node: 0}, &s); err != nil {
					b.Fatal(err)
				}
				at = m.Positions(at[:0])
				for _, pos := range at {
					if err := m.Apply(&machine.Input{Kind: machine.Done, Ref: pos.Ref}, &s); err != nil {
						b.Fatal(err)
					}
				}
				if !m.Status().Over() {
					b.Fatal("it hangs")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/arrival")
		})
	}
}
