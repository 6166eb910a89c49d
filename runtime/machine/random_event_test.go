package machine_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// randomEvents draws a process full of events: catches, throws, boundary
// events of every kind on tasks and sub-processes, event-based gateways.
func randomEvents(t testing.TB, rnd *rand.Rand) *process {
	p := newProcess(t)
	event := func(kinds ...machine.Trigger) machine.Event {
		ev := machine.Event{Trigger: kinds[rnd.IntN(len(kinds))], Interrupting: rnd.IntN(2) == 0}
		switch ev.Trigger {
		case machine.MessageTrigger, machine.SignalTrigger:
			ev.Name = fmt.Sprintf("N%d", rnd.IntN(2))
		case machine.ErrorTrigger, machine.EscalationTrigger:
			ev.Code = []string{"", "A", "B"}[rnd.IntN(3)]
			ev.Interrupting = ev.Interrupting || ev.Trigger == machine.ErrorTrigger
		case machine.ConditionalTrigger:
			ev.Expr = 5
		case machine.TimerTrigger:
			ev.Expr = 1
		}
		if rnd.IntN(4) == 0 {
			ev.Payload = 1
		}
		return ev
	}
	catches := []machine.Trigger{machine.MessageTrigger, machine.TimerTrigger, machine.SignalTrigger, machine.ConditionalTrigger}
	var fill func(scope int32, depth int)
	fill = func(scope int32, depth int) {
		name := func(what string) string { return fmt.Sprintf("%s%d", what, len(p.def.Nodes)) }
		guard := func(host string) []string {
			var ids []string
			for range rnd.IntN(3) {
				id := name("b")
				p.boundary(host, id, event(append([]machine.Trigger{machine.ErrorTrigger, machine.EscalationTrigger}, catches...)...))
				ids = append(ids, id)
			}
			return ids
		}
		start := name("s")
		p.start(scope, start)
		ids := []string{start}
		var sources []string
		for range 2 + rnd.IntN(6) {
			id := name("n")
			switch k := rnd.IntN(12); {
			case k < 3:
				p.task(scope, []machine.Performer{machine.ByUser, machine.ByHandler, machine.ByScript}[rnd.IntN(3)], id)
				sources = append(sources, guard(id)...)
			case k < 5:
				p.eventNode(scope, machine.CatchEvent, id, event(catches...))
			case k < 6:
				p.eventNode(scope, machine.ThrowEvent, id, event(machine.MessageTrigger, machine.SignalTrigger, machine.EscalationTrigger))
			case k < 7:
				p.gateway(scope, machine.ParallelGateway, id)
			case k < 8:
				p.eventNode(scope, machine.EndEvent, id, event(machine.MessageTrigger, machine.SignalTrigger, machine.EscalationTrigger, machine.ErrorTrigger))
			case k < 9:
				p.terminate(scope, id)
			case k < 10:
				p.gateway(scope, machine.EventBasedGateway, id)
				for range 1 + rnd.IntN(3) {
					arm := name("arm")
					p.eventNode(scope, machine.CatchEvent, arm, event(catches...))
					p.flow(id, arm)
					sources = append(sources, arm)
				}
			case depth < 2:
				fill(p.sub(scope, id, true), depth+1)
				sources = append(sources, guard(id)...)
			default:
				p.end(scope, id)
			}
			ids = append(ids, id)
		}
		for n, from := range append(ids, sources...) {
			kind := p.def.Nodes[p.nodes[from]].Kind
			if kind == machine.EndEvent || kind == machine.EventBasedGateway {
				continue
			}
			for range 1 + rnd.IntN(2) {
				to := min(n+1+rnd.IntN(3), len(ids)-1)
				if n >= len(ids) || rnd.IntN(6) == 0 {
					to = 1 + rnd.IntN(len(ids)-1)
				}
				p.flow(from, ids[to])
			}
		}
	}
	fill(0, 0)
	return p
}

// EV §2.3, §2.5, SC §2.4: whatever happens in whatever order, an instance that
// has ended waits for nothing and holds nothing, each subscription was let go
// once, work is cancelled once, nothing panics, and two machines given the same
// events hold the same bytes.
func TestRandomEventsLeaveNothing(t *testing.T) {
	rounds := 4000
	if testing.Short() {
		rounds = 800
	}
	ended := map[machine.Status]int{}
	for seed := range uint64(rounds) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		p := randomEvents(t, rnd)
		if p.def.Validate() != nil {
			continue
		}
		newData := func() (*events, func(bool)) {
			d := newEvents()
			d.due = []int64{5, 5, 5}
			d.payload = "x"
			d.sets, d.change = true, true
			d.conditions[5] = false
			return d, func(v bool) { d.conditions[5] = v }
		}
		d, set := newData()
		twinData, setTwin := newData()
		h := &hub{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
		h.s.MaxMoves = 300
		h.m.Init(p.def, d)
		var twin machine.Machine
		twin.Init(p.def, twinData)
		var inputs []machine.Input
		h.seen = func(in machine.Input) { inputs = append(inputs, in) }
		twinScratch := &machine.Scratch{MaxMoves: 300, Facts: true}
		replay := func() {
			for _, in := range inputs {
				_ = twin.Apply(&in, twinScratch)
			}
			inputs = nil
			if !bytes.Equal(h.m.AppendState(nil), twin.AppendState(nil)) {
				t.Fatalf("seed %d: two machines given the same events hold different bytes", seed)
			}
		}
		h.bring(machine.Input{Kind: machine.Start, Node: 0})
		replay()
		for step := 0; step < 40 && !h.m.Status().Over(); step++ {
			switch k := rnd.IntN(10); {
			case k < 4 && len(h.armed) > 0:
				h.happen(p0(h, h.armed[rnd.IntN(len(h.armed))].Node), "payload")
			case k < 8:
				for _, pos := range h.m.Positions(nil) {
					if _, _, ok := h.m.Working(pos.Ref); !ok || rnd.IntN(2) == 0 {
						continue
					}
					var err error
					switch rnd.IntN(4) {
					case 0:
						err = &machine.Error{Code: []string{"", "A", "B"}[rnd.IntN(3)]}
					case 1:
						if rnd.IntN(3) == 0 {
							err = errors.New("boom")
						}
					}
					h.drop(p0(h, pos.Node), pos.Ref)
					h.bring(machine.Input{Kind: machine.Done, Ref: pos.Ref, Err: err})
					break
				}
			case k < 9:
				v := rnd.IntN(2) == 0
				set(v)
				setTwin(v)
				h.bring(machine.Input{Kind: machine.Commit})
			case rnd.IntN(8) == 0:
				h.bring(machine.Input{Kind: machine.Terminate})
			}
			replay()
		}
		var pe *machine.PanicError
		if f := h.m.Fault(); f != nil && errors.As(f, &pe) {
			t.Fatalf("seed %d: %v", seed, pe)
		}
		ended[h.m.Status()]++
		if !h.m.Status().Over() {
			h.bring(machine.Input{Kind: machine.Terminate})
		}
		if left := h.waits(); len(left) > 0 {
			t.Fatalf("seed %d: still waits at %v", seed, left)
		}
		for id, refs := range h.open {
			if len(refs) > 0 {
				t.Fatalf("seed %d: %s still works", seed, id)
			}
		}
		if at := h.at(); len(at) > 0 {
			t.Fatalf("seed %d: tokens left at %v", seed, at)
		}
		if n := h.m.Armed(); n != 0 {
			t.Fatalf("seed %d: %d conditions and signals still armed", seed, n)
		}
	}
	for _, s := range []machine.Status{machine.Active, machine.Completed, machine.Terminated, machine.Failed} {
		if ended[s] < rounds/100 {
			t.Errorf("only %d of %d random runs ended %s: the test sees too little", ended[s], rounds, s)
		}
	}
}
