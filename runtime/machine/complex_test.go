package machine_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// gateData is test data whose gate conditions are functions, by index.
type gateData struct {
	*data
	gates map[int32]func(g *machine.Gate) (bool, error)
}

func (d gateData) GateCondition(i int32, g *machine.Gate) (bool, error) { return d.gates[i](g) }

func (d gateData) Open(scope int32) (machine.Data, error) {
	inner, err := d.data.Open(scope)
	if err != nil {
		return nil, err
	}
	return gateData{inner.(*data), d.gates}, nil
}

func atLeast(n int64) func(g *machine.Gate) (bool, error) {
	return func(g *machine.Gate) (bool, error) { return g.ActivationCount() >= n, nil }
}

func inPhase(start bool) func(g *machine.Gate) (bool, error) {
	return func(g *machine.Gate) (bool, error) { return g.WaitingForStart == start, nil }
}

func newGates(gates map[int32]func(g *machine.Gate) (bool, error)) gateData {
	return gateData{newData(), gates}
}

// race is S, a parallel Fork to the tasks A, B and C, and a complex gateway that all lead to.
func race(t testing.TB, activation int32) *process {
	p := newProcess(t)
	p.start(0, "S")
	p.gateway(0, machine.ParallelGateway, "Fork")
	for _, id := range []string{"A", "B", "C"} {
		p.task(0, machine.ByUser, id)
	}
	p.complex(0, "Gate", activation)
	p.task(0, machine.ByUser, "Next")
	p.end(0, "E")
	p.flow("S", "Fork", "A", "Gate", "Next", "E")
	p.flow("Fork", "B", "Gate")
	p.flow("Fork", "C", "Gate")
	return p
}

func (p *process) run(d machine.Data) *run {
	p.t.Helper()
	p.reach()
	if err := p.def.Validate(); err != nil {
		p.t.Fatal(err)
	}
	r := &run{t: p.t, p: p, open: map[string][]machine.Ref{}}
	r.m.Init(p.def, d)
	r.must(machine.Input{Kind: machine.Start, Node: p.nodes["S"]})
	return r
}

// §13.4.5, WCP-30: two of three start it, the third resets it without a token:
// a plain flow belongs to the start alone.
func TestComplexPartialJoin(t *testing.T) {
	r := race(t, 0).run(newGates(map[int32]func(*machine.Gate) (bool, error){0: atLeast(2)}))
	r.done("B")
	r.want("S Fork B", "A C (Gate)")
	r.done("A")
	r.want("S Fork B A Gate", "C Next")
	r.done("C")
	r.want("S Fork B A Gate C", "Next")
	r.done("Next")
	r.want("S Fork B A Gate C Next E", "")
	if r.m.Status() != machine.Completed {
		t.Errorf("status %s", r.m.Status())
	}
}

// S2.5: the phase is waitingForStart in conditions; the reset emits by them, once
// all the late tokens have come, and an open reset holds its scope open.
func TestComplexResetEmits(t *testing.T) {
	p := race(t, 0)
	p.end(0, "Late")
	p.when("Gate", "Late", 1)
	r := p.run(newGates(map[int32]func(*machine.Gate) (bool, error){0: atLeast(1), 1: inPhase(false)}))
	r.done("C", "Next", "A")
	r.want("S Fork C Gate Next E A", "B (Gate)")
	r.done("B")
	r.want("S Fork C Gate Next E A B Gate Late", "")
	if r.m.Status() != machine.Completed {
		t.Errorf("status %s", r.m.Status())
	}
}

// S2.5, S2.4: what is not expected any more is not waited for: the interrupted branch
// resets the gateway, and the scope ends when that sends nothing on.
func TestComplexResetWithoutTheLate(t *testing.T) {
	p := race(t, 0)
	p.end(0, "Away")
	p.boundary("C", "Stop", machine.Event{Trigger: machine.SignalTrigger, Name: "stop", Interrupting: true, Expr: machine.None, Payload: machine.None})
	p.flow("Stop", "Away")
	r := p.run(newGates(map[int32]func(*machine.Gate) (bool, error){0: atLeast(2)}))
	ref := r.open["C"][0]
	r.done("A", "B", "Next")
	r.want("S Fork A B Gate Next E", "C")
	r.must(machine.Input{Kind: machine.Happen, Ref: ref, Node: p.nodes["Stop"]})
	r.want("S Fork A B Gate Next E Stop Away", "")
	if r.m.Status() != machine.Completed {
		t.Errorf("status %s", r.m.Status())
	}
}

// §13.4.5: in a loop it starts anew after each reset; what came too often counts
// for the next start.
func TestComplexStartsAnew(t *testing.T) {
	p := newProcess(t)
	p.start(0, "S")
	p.gateway(0, machine.ParallelGateway, "Fork")
	p.gateway(0, machine.ExclusiveGateway, "Merge")
	p.task(0, machine.ByUser, "B")
	p.complex(0, "Gate", 0)
	p.end(0, "E")
	p.flow("S", "Fork", "Merge", "Gate", "E")
	p.flow("Fork", "Merge")
	p.flow("Fork", "B", "Gate")
	r := p.run(newGates(map[int32]func(*machine.Gate) (bool, error){0: atLeast(1)}))
	// The first token of Merge starts it; the second waits, B is still to come.
	r.want("S Fork Merge Merge Gate E", "B (Gate)")
	r.done("B")
	// B resets it, the second token of Merge starts it again, and nothing is left to wait for.
	r.want("S Fork Merge Merge Gate E B Gate E", "")
	if r.m.Status() != machine.Completed {
		t.Errorf("status %s", r.m.Status())
	}
}

// §13.4.5: the activation condition refers to data; a commit that changes some
// has it evaluated again. Nothing else does.
func TestComplexActivationByData(t *testing.T) {
	asked, enough := 0, false
	d := newGates(map[int32]func(*machine.Gate) (bool, error){0: func(*machine.Gate) (bool, error) {
		asked++
		return enough, nil
	}})
	r := race(t, 0).run(d)
	r.done("A")
	r.done("B")
	if asked != 2 {
		t.Errorf("asked %d times, want once for each token", asked)
	}
	enough, d.change = true, true
	r.must(machine.Input{Kind: machine.Commit})
	r.want("S Fork A B Gate", "C Next")
}

// §13.4.5: with one incoming flow it is a split: all true conditions, else the
// default, else a fault; it has no second phase.
func TestComplexSplit(t *testing.T) {
	split := func(gates map[int32]func(*machine.Gate) (bool, error), byDefault bool) *run {
		p := newProcess(t)
		p.start(0, "S")
		p.complex(0, "Gate", machine.None)
		for _, id := range []string{"A", "B", "C"} {
			p.task(0, machine.ByUser, id)
		}
		p.flow("S", "Gate")
		p.when("Gate", "A", 0)
		p.when("Gate", "B", 1)
		if byDefault {
			p.otherwise("Gate", "C")
		}
		return p.run(newGates(gates))
	}
	yes, no := inPhase(true), inPhase(false)
	split(map[int32]func(*machine.Gate) (bool, error){0: yes, 1: yes}, true).want("S Gate", "A B")
	split(map[int32]func(*machine.Gate) (bool, error){0: no, 1: no}, true).want("S Gate", "C")
	r := split(map[int32]func(*machine.Gate) (bool, error){0: no, 1: no}, false)
	if f := r.m.Fault(); f == nil || !errors.Is(f, machine.ErrNoFlow) {
		t.Errorf("fault %v, want ErrNoFlow", f)
	}
}

// S2.5: a start without a way on is a fault, and so is a condition that fails; a reset never is.
func TestComplexFaults(t *testing.T) {
	broken := func(*machine.Gate) (bool, error) { return false, errors.New("no value") }
	r := race(t, 0).run(newGates(map[int32]func(*machine.Gate) (bool, error){0: broken}))
	r.done("A")
	var ae *machine.ActivationError
	if f := r.m.Fault(); f == nil || !errors.As(f, &ae) || ae.Gateway != "Gate" {
		t.Errorf("fault %v, want an ActivationError of Gate", f)
	}
	r = race(t, 0).run(newData()) // data that knows no gates
	r.done("A")
	if r.m.Status() != machine.Failed {
		t.Errorf("status %s", r.m.Status())
	}
	p := race(t, 0)
	p.end(0, "Late")
	p.when("Gate", "Late", 1)
	r = p.run(newGates(map[int32]func(*machine.Gate) (bool, error){0: atLeast(2), 1: func(g *machine.Gate) (bool, error) {
		if g.WaitingForStart {
			return false, nil
		}
		return true, errors.New("no value")
	}}))
	r.done("A", "B", "C", "Next")
	r.want("S Fork A B Gate C Next E", "")
	if r.m.Status() != machine.Completed {
		t.Errorf("status %s: %v", r.m.Status(), r.m.Fault())
	}
}

// SC §2.5: cancelling its scope forgets the phase; the next run of the
// sub-process starts it anew.
func TestComplexIsForgottenWithItsScope(t *testing.T) {
	p := newProcess(t)
	p.start(0, "S")
	p.gateway(0, machine.ExclusiveGateway, "Again")
	in := p.sub(0, "Sub", false)
	p.start(in, "S2")
	p.gateway(in, machine.ParallelGateway, "Fork")
	p.task(in, machine.ByUser, "A")
	p.task(in, machine.ByUser, "B")
	p.complex(in, "Gate", 0)
	p.task(in, machine.ByUser, "Next")
	p.flow("S2", "Fork", "A", "Gate", "Next")
	p.flow("Fork", "B", "Gate")
	p.boundary("Sub", "Stop", machine.Event{Trigger: machine.SignalTrigger, Name: "stop", Interrupting: true, Expr: machine.None, Payload: machine.None})
	p.flow("S", "Again", "Sub")
	p.flow("Stop", "Again")
	r := p.run(newGates(map[int32]func(*machine.Gate) (bool, error){0: atLeast(1)}))
	first := r.m.AppendState(nil)
	r.done("A")
	r.want("S Again S2 Fork A Gate", "Sub B Next")
	host := r.m.Positions(nil)[0].Ref
	r.must(machine.Input{Kind: machine.Happen, Ref: host, Node: p.nodes["Stop"]})
	if bytes.Equal(first, r.m.AppendState(nil)) {
		t.Error("the state has no trace of the second run")
	}
	r.open = map[string][]machine.Ref{}
	for _, pos := range r.m.Positions(nil) {
		id := p.def.Nodes[pos.Node].ID
		r.open[id] = append(r.open[id], pos.Ref)
	}
	r.done("B", "A")
	r.want("S Again S2 Fork A Gate Stop Again S2 Fork B Gate A", "Sub Next")
	r.done("Next")
	if r.m.Status() != machine.Completed {
		t.Errorf("status %s at %s", r.m.Status(), strings.Join(r.at(), " "))
	}
}

// S6.6: an interrupting event sub-process takes a gateway that waits for reset with
// the rest of its scope; the scope still ends.
func TestComplexAndEventSubProcess(t *testing.T) {
	p := race(t, 0)
	p.handler(0, "H", interrupting(machine.Event{Trigger: machine.SignalTrigger, Name: "stop"}))
	r := p.run(newGates(map[int32]func(*machine.Gate) (bool, error){0: atLeast(1)}))
	var stop *machine.Subscription
	for _, e := range r.s.Effects {
		if e.Kind == machine.Subscribe {
			stop = e.Work.(*machine.Subscription)
		}
	}
	r.done("A")
	r.want("S Fork A Gate", "B C Next")
	r.must(machine.Input{Kind: machine.Happen, Ref: stop.Ref, Node: stop.Node})
	r.want("S Fork A Gate H.s", "H H.u")
	r.done("H.u")
	r.want("S Fork A Gate H.s H.u H.e H", "")
	if r.m.Status() != machine.Completed {
		t.Errorf("status %s at %s", r.m.Status(), strings.Join(r.at(), " "))
	}
}
