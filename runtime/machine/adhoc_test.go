package machine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// office is S, an ad-hoc sub-process H of the user tasks A, B and C, where A leads to C, and E.
func office(t testing.TB, a machine.AdHoc) *process {
	p := newProcess(t)
	p.start(0, "S")
	in := p.adhoc(0, "H", a)
	for _, id := range []string{"A", "B", "C"} {
		p.task(in, machine.ByUser, id)
	}
	p.flow("A", "C")
	p.inAdHoc("A", "B", "C")
	p.end(0, "E")
	p.flow("S", "H", "E")
	return p
}

func byHand() machine.AdHoc { return machine.AdHoc{Completion: machine.None, Elements: machine.None} }

// desk is a run with the reference of its ad-hoc sub-process.
type desk struct {
	*run
	ref  machine.Ref
	told []string // opened and closed
}

func (p *process) desk(d machine.Data) *desk {
	p.t.Helper()
	k := &desk{run: p.run(d)}
	k.see()
	return k
}

func (k *desk) see() {
	for _, e := range k.s.Effects {
		switch e.Kind {
		case machine.OpenAdHoc:
			k.ref = e.Ref
			k.told = append(k.told, "open")
		case machine.CloseAdHoc:
			if e.Ref != k.ref {
				k.t.Error("another reference was closed")
			}
			k.told = append(k.told, "close")
		}
	}
}

func (k *desk) pick(id string) error {
	err := k.apply(machine.Input{Kind: machine.Pick, Ref: k.ref, Node: k.p.nodes[id]})
	k.see()
	return err
}

func (k *desk) finish() error {
	err := k.apply(machine.Input{Kind: machine.Finish, Ref: k.ref})
	k.see()
	return err
}

func (k *desk) completes(ids ...string) {
	k.t.Helper()
	for _, id := range ids {
		k.done(id)
		k.see()
	}
}

// lists checks what is enabled and what runs.
func (k *desk) lists(enabled, running string) {
	k.t.Helper()
	en, ru, ok := k.m.Enabled(k.ref)
	if !ok {
		k.t.Fatal("the ad-hoc sub-process is not open")
	}
	name := func(nodes []int32) string {
		var ids []string
		for _, n := range nodes {
			ids = append(ids, k.p.def.Nodes[n].ID)
		}
		return strings.Join(ids, " ")
	}
	if got := name(en); got != enabled {
		k.t.Errorf("enabled %q, want %q", got, enabled)
	}
	if got := name(ru); got != running {
		k.t.Errorf("running %q, want %q", got, running)
	}
}

func (k *desk) over() {
	k.t.Helper()
	if k.m.Status() != machine.Completed {
		k.t.Errorf("status %s at %v: %v", k.m.Status(), k.at(), k.m.Fault())
	}
	if !slices.Equal(k.told, []string{"open", "close"}) {
		k.t.Errorf("the host was told %v", k.told)
	}
}

// §13.3.5: what has no incoming flow is enabled, any number of times in parallel;
// what a flow leads to is enabled by its token and waits to be picked.
func TestAdHocParallel(t *testing.T) {
	k := office(t, byHand()).desk(newData())
	k.lists("A B", "")
	for _, id := range []string{"A", "B", "A"} {
		if err := k.pick(id); err != nil {
			t.Fatal(err)
		}
	}
	k.lists("A B", "A B A")
	if err := k.pick("C"); err != machine.ErrNotEnabled {
		t.Errorf("C has no token: %v", err)
	}
	k.completes("A", "A")
	k.lists("A B C C", "B")
	if err := k.pick("C"); err != nil {
		t.Fatal(err)
	}
	k.lists("A B C", "C B")
	k.completes("C", "B")
	k.want("S A A C B", "H C") // the other token of C is still there
	if err := k.finish(); err != nil {
		t.Fatal(err)
	}
	k.want("S A A C B H E", "")
	k.over()
	if err := k.pick("A"); err != machine.ErrOver {
		t.Errorf("after the end: %v", err)
	}
}

// §13.3.5: sequentially another activity may be picked only when the one before has ended.
func TestAdHocSequential(t *testing.T) {
	a := byHand()
	a.Sequential = true
	k := office(t, a).desk(newData())
	if err := k.pick("A"); err != nil {
		t.Fatal(err)
	}
	k.lists("", "A")
	if err := k.pick("B"); err != machine.ErrSequential {
		t.Errorf("two at a time: %v", err)
	}
	k.completes("A")
	k.lists("A B C", "")
	for _, id := range []string{"B", "C"} {
		if err := k.pick(id); err != nil {
			t.Fatal(err)
		}
		k.completes(id)
	}
	if err := k.finish(); err != nil {
		t.Fatal(err)
	}
	k.want("S A B C H E", "")
	k.over()
}

// §13.3.5: the completion condition is evaluated after each activity; once true
// what runs is cancelled, or waited for, and nothing new begins.
func TestAdHocCompletion(t *testing.T) {
	for _, keep := range []bool{false, true} {
		enough := false
		d := newData()
		d.conditions[0] = func() bool { return enough }
		a := byHand()
		a.Completion, a.KeepRemaining = 0, keep
		k := office(t, a).desk(d)
		for _, id := range []string{"A", "A", "B", "B"} {
			if err := k.pick(id); err != nil {
				t.Fatal(err)
			}
		}
		k.completes("A")
		k.lists("A B C", "A B B")
		enough = true
		k.completes("A") // its token goes no further
		if !keep {
			k.want("S A A H E", "")
			k.over()
			continue
		}
		k.want("S A A", "H B B")
		if err := k.pick("A"); err != machine.ErrStale {
			t.Errorf("it is finishing: %v", err)
		}
		k.completes("B")
		k.want("S A A B", "H B")
		k.completes("B")
		k.want("S A A B B H E", "")
		k.over()
	}
}

// S9.1: a completion condition that fails is a fault of the sub-process: its own
// boundary event takes it.
func TestAdHocConditionFails(t *testing.T) {
	d := newData()
	d.conditions[0] = errors.New("no value")
	a := byHand()
	a.Completion = 0
	p := office(t, a)
	p.boundary("H", "Bad", machine.Event{Trigger: machine.ErrorTrigger, Interrupting: true})
	k := p.desk(d)
	if err := k.pick("B"); err != nil {
		t.Fatal(err)
	}
	k.completes("B")
	k.want("S B Bad", "")
	k.over()
}

// S9.2: with incidents a condition that fails stands at the sub-process; what runs in
// it goes on, and a retry asks again.
func TestAdHocConditionStands(t *testing.T) {
	d := newData()
	d.conditions[0] = errors.New("no value")
	a := byHand()
	a.Completion = 0
	p := office(t, a)
	p.reach()
	if err := p.def.Validate(); err != nil {
		t.Fatal(err)
	}
	k := &desk{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
	k.s.Incidents = true
	k.m.Init(p.def, d)
	k.must(machine.Input{Kind: machine.Start, Node: p.nodes["S"]})
	k.see()
	for _, id := range []string{"A", "B"} {
		if err := k.pick(id); err != nil {
			t.Fatal(err)
		}
	}
	k.completes("A")
	k.want("S A", "H C B")
	k.lists("A B C", "B")
	in := k.m.Incidents(nil)
	if len(in) != 1 || in[0].Ref != k.ref {
		t.Fatalf("incidents %v", in)
	}
	k.must(machine.Input{Kind: machine.RetryIncident, Ref: k.ref, Node: machine.None})
	if n := len(k.m.Incidents(nil)); n != 1 {
		t.Fatalf("%d incidents after a retry that fails", n)
	}
	d.conditions[0] = true
	k.must(machine.Input{Kind: machine.RetryIncident, Ref: k.ref, Node: machine.None})
	k.see()
	k.want("S A H E", "")
	k.over()
}

// elements is test data that says what runs at once.
type elements struct {
	*data
	ids []string
	err error
}

func (d elements) Elements(int32) ([]string, error) { return d.ids, d.err }

// S8.4: the vendor form: what the collection names runs at once, what a flow leads to by
// itself, and without a condition the last one completes it.
func TestAdHocAutomatic(t *testing.T) {
	a := machine.AdHoc{Automatic: true, Completion: machine.None}
	k := office(t, a).desk(elements{data: newData(), ids: []string{"B", "A"}})
	k.want("S", "H B A")
	k.completes("A", "B", "C")
	k.want("S A B C H E", "")
	k.over()

	k = office(t, a).desk(elements{data: newData()}) // nothing yet: the host picks
	k.want("S", "H")
	if err := k.pick("B"); err != nil {
		t.Fatal(err)
	}
	k.completes("B")
	k.over()

	a.Sequential = true
	k = office(t, a).desk(elements{data: newData(), ids: []string{"A", "B"}})
	k.want("S", "H A B")
	k.lists("", "A")
	k.completes("A")
	k.lists("", "B")
	k.completes("B")
	k.lists("", "C")
	k.completes("C")
	k.want("S A B C H E", "")
	k.over()
}

// A collection that names what can't run is a fault, and so is one that fails.
func TestAdHocUnknownElements(t *testing.T) {
	for _, d := range []elements{{data: newData(), ids: []string{"A", "X"}}, {data: newData(), ids: []string{"C"}}, {data: newData(), err: errors.New("no list")}} {
		k := office(t, machine.AdHoc{Automatic: true, Completion: machine.None}).desk(d)
		if k.m.Status() != machine.Failed || !slices.Equal(k.told, []string{"open", "close"}) {
			t.Errorf("%v: status %s, told %v", d.ids, k.m.Status(), k.told)
		}
	}
}

// An interrupted activity makes room for the next.
func TestAdHocInterruptedActivity(t *testing.T) {
	p := newProcess(t)
	p.start(0, "S")
	in := p.adhoc(0, "H", machine.AdHoc{Automatic: true, Sequential: true, Completion: machine.None})
	p.task(in, machine.ByUser, "A")
	p.boundary("A", "Stop", machine.Event{Trigger: machine.SignalTrigger, Name: "stop", Interrupting: true, Expr: machine.None, Payload: machine.None})
	p.task(in, machine.ByUser, "B")
	p.inAdHoc("A", "B")
	p.end(0, "E")
	p.flow("S", "H", "E")
	k := p.desk(elements{data: newData(), ids: []string{"A", "B"}})
	k.lists("", "A")
	k.must(machine.Input{Kind: machine.Happen, Ref: k.open["A"][0], Node: p.nodes["Stop"]})
	k.lists("", "B")
	k.completes("B")
	k.want("S Stop B H E", "")
	k.over()
}

// SC §2.10: an interrupting event sub-process ends the picking; an interrupting boundary event
// cancels it whole.
func TestAdHocInterrupted(t *testing.T) {
	p := office(t, byHand())
	p.boundary("H", "Stop", machine.Event{Trigger: machine.SignalTrigger, Name: "stop", Interrupting: true, Expr: machine.None, Payload: machine.None})
	k := p.desk(newData())
	if err := k.pick("A"); err != nil {
		t.Fatal(err)
	}
	k.must(machine.Input{Kind: machine.Happen, Ref: k.ref, Node: p.nodes["Stop"]})
	k.see()
	k.want("S Stop", "")
	k.over()

	p = newProcess(t)
	p.start(0, "S")
	in := p.adhoc(0, "H", byHand())
	p.task(in, machine.ByUser, "A")
	p.inAdHoc("A")
	p.handler(in, "X", interrupting(machine.Event{Trigger: machine.SignalTrigger, Name: "stop"}))
	p.end(0, "E")
	p.flow("S", "H", "E")
	k = p.desk(newData())
	var stop *machine.Subscription
	for _, e := range k.s.Effects {
		if e.Kind == machine.Subscribe {
			stop = e.Work.(*machine.Subscription)
		}
	}
	if err := k.pick("A"); err != nil {
		t.Fatal(err)
	}
	k.must(machine.Input{Kind: machine.Happen, Ref: stop.Ref, Node: stop.Node})
	if err := k.pick("A"); err != machine.ErrStale {
		t.Errorf("an event sub-process has taken over: %v", err)
	}
	k.completes("X.u")
	k.want("S X.s X.u X.e X H E", "")
	k.over()
}

// What may not be picked is refused and changes nothing.
func TestAdHocRefuses(t *testing.T) {
	k := office(t, byHand()).desk(newData())
	before := k.m.AppendState(nil)
	for name, in := range map[string]machine.Input{
		"a node outside":     {Kind: machine.Pick, Ref: k.ref, Node: 0},
		"no node":            {Kind: machine.Pick, Ref: k.ref, Node: 99},
		"a negative one":     {Kind: machine.Pick, Ref: k.ref, Node: -1},
		"no reference":       {Kind: machine.Pick, Node: k.p.nodes["A"]},
		"a wild reference":   {Kind: machine.Pick, Ref: 1 << 60, Node: k.p.nodes["A"]},
		"finish of nothing":  {Kind: machine.Finish},
		"an old generation":  {Kind: machine.Finish, Ref: k.ref + 1<<32},
		"C without a token ": {Kind: machine.Pick, Ref: k.ref, Node: k.p.nodes["C"]},
	} {
		if err := k.apply(in); err == nil {
			t.Errorf("%s: it was taken", name)
		}
	}
	if !slices.Equal(before, k.m.AppendState(nil)) {
		t.Error("a refused input changed the state")
	}
}
