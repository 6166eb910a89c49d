package machine_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// The full size of the issue: go test ./runtime/machine -run RandomCompensation -compensations 50000
var compensations = flag.Int("compensations", 2500, "how many random processes TestRandomCompensation runs")

// cdata is data with values: each scope with data has one variable of its own.
type cdata struct {
	outer  *cdata
	vars   map[string]int
	region int32
}

type cwork struct {
	seen   map[string]int
	writes map[string]int
}

func (d *cdata) visible() map[string]int {
	all := map[string]int{}
	for ; d != nil; d = d.outer {
		maps.Copy(all, d.vars)
	}
	return all
}

func (d *cdata) set(name string, value int, changed machine.Changes) {
	for ; d != nil; d = d.outer {
		if old, ok := d.vars[name]; ok {
			if old != value {
				d.vars[name] = value
				changed.Set(0)
			}
			return
		}
	}
}

func (d *cdata) Condition(int32) (bool, error)       { return false, nil }
func (d *cdata) Script(int32, machine.Changes) error { return nil }
func (d *cdata) Completed() any                      { return d.visible() }
func (d *cdata) Open(scope int32) (machine.Data, error) {
	return &cdata{d, map[string]int{fmt.Sprintf("v%d", scope): 0}, scope}, nil
}

func (d *cdata) Begin(int32, bool, *machine.Scratch) (machine.Work, error) {
	return &cwork{seen: d.visible()}, nil
}

func (d *cdata) Commit(_ int32, w machine.Work, changed machine.Changes) error {
	for name, value := range w.(*cwork).writes { // one at most
		if w.(*cwork).seen[name] != value {
			d.set(name, value, changed)
		}
	}
	return nil
}

// Repeat takes the scope and the number of its instances from the index.
func (d *cdata) Repeat(i int32) (machine.Repetition, error) {
	return &crepetition{d, i / 8, int(i % 8)}, nil
}

type crepetition struct {
	d     *cdata
	scope int32
	count int
}

func (r *crepetition) Count() int { return r.count }
func (r *crepetition) Open(instance int, _ machine.Counts) (machine.Data, error) {
	return &cdata{r.d, map[string]int{fmt.Sprintf("v%d", r.scope): instance + 1}, r.scope}, nil
}
func (r *crepetition) See(machine.Data, machine.Counts) {}
func (r *crepetition) Keep(int, machine.Data) error     { return nil }
func (r *crepetition) Commit(machine.Changes) error     { return nil }

func (d *cdata) Region() int32 { return d.region }

func (d *cdata) Around(completed any) (machine.Data, any) {
	if d.outer == nil {
		return nil, nil
	}
	return d.outer, completed // names are looked up in what is around it
}

func (d *cdata) Restore(completed any) machine.Data { return d.restore(completed.(map[string]int)) }

func (d *cdata) restore(v map[string]int) *cdata {
	if d == nil {
		return nil
	}
	own := map[string]int{}
	for name := range d.vars {
		own[name] = v[name]
	}
	return &cdata{d.outer.restore(v), own, d.region}
}

func (d *cdata) Adopt(before, after any, changed machine.Changes) {
	b, a := before.(map[string]int), after.(map[string]int)
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if a[name] != b[name] {
			d.set(name, a[name], changed)
		}
	}
}

// compGen draws processes.
type compGen struct {
	*process
	rnd *rand.Rand
	n   int
	// throws are the throws whose activity is still to be drawn, by node.
	throws []int32
}

func (g *compGen) name(what string) string { g.n++; return fmt.Sprintf("%s%d", what, g.n) }
func (g *compGen) one(in int) bool         { return g.rnd.IntN(in) == 0 }

func (g *compGen) message(interrupting bool) machine.Event {
	return machine.Event{Trigger: machine.MessageTrigger, Name: g.name("M"), Interrupting: interrupting}
}

// way draws what a token does from a node on, to its end.
func (g *compGen) way(scope int32, from string, depth int, tx bool) {
	for range max(2-depth, 0) + g.rnd.IntN(max(2, 4-depth)) {
		from = g.element(scope, from, depth, tx)
	}
	g.finish(scope, from, tx)
}

func (g *compGen) finish(scope int32, from string, tx bool) {
	id := g.name("e")
	switch k := g.rnd.IntN(40); {
	case k < 10:
		g.throwAt(scope, machine.EndEvent, id)
	case k < 11:
		g.terminate(scope, id)
	case k < 12:
		g.eventNode(scope, machine.EndEvent, id, code(machine.ErrorTrigger, "E"))
	case k < 20 && tx:
		g.eventNode(scope, machine.EndEvent, id, machine.Event{Trigger: machine.CancelTrigger})
	default:
		g.end(scope, id)
	}
	g.flow(from, id)
}

func (g *compGen) throwAt(scope int32, kind machine.Kind, id string) {
	g.eventNode(scope, kind, id, machine.Event{Trigger: machine.CompensateTrigger,
		Compensate: &machine.Compensate{Activity: machine.None, Wait: !g.one(3)}})
	g.throws = append(g.throws, g.nodes[id])
}

func (g *compGen) element(scope int32, from string, depth int, tx bool) string {
	switch k := g.rnd.IntN(12); {
	case k < 6 || g.n > 60:
		id := g.name("t")
		g.task(scope, machine.ByUser, id)
		g.flow(from, id)
		if g.one(6) { // twice for one token
			fork := g.name("f")
			g.gateway(scope, machine.ParallelGateway, fork)
			g.def.Flows[len(g.def.Flows)-1].Target, g.def.Nodes[g.nodes[id]].In = g.nodes[fork], nil
			g.def.Nodes[g.nodes[fork]].In = []int32{int32(len(g.def.Flows)) - 1}
			g.flow(fork, id)
			g.flow(fork, id)
		}
		g.boundaries(scope, id, depth, tx)
		if !g.one(3) {
			g.undoneBy(scope, id, depth)
		}
		return id
	case k < 8:
		id := g.name("c")
		g.throwAt(scope, machine.ThrowEvent, id)
		g.flow(from, id)
		return id
	case k < 9:
		fork, join := g.name("f"), g.name("j")
		g.gateway(scope, machine.ParallelGateway, fork)
		g.gateway(scope, machine.ParallelGateway, join)
		g.flow(from, fork)
		for range 2 {
			at := fork
			for range 1 + g.rnd.IntN(2) {
				at = g.element(scope, at, depth+1, tx)
			}
			g.flow(at, join)
		}
		return join
	case k < 10 && depth < 3:
		return g.repeated(scope, from, depth, tx)
	case depth < 3:
		return g.composite(scope, from, depth, tx, true)
	}
	return from
}

// repeated draws a loop or multi-instance activity: the whole, with flows, boundary events
// and compensation, around the activity.
func (g *compGen) repeated(scope int32, from string, depth int, tx bool) string {
	id := g.name("l")
	inner := g.sub(scope, id, true)
	host := g.nodes[id]
	g.def.Nodes[host].Loop = &machine.Loop{Kind: machine.SequentialInstances + machine.LoopKind(g.rnd.IntN(2)),
		Repetition: inner*8 + int32(g.rnd.IntN(4)), Maximum: machine.None, Condition: machine.None}
	body := g.name("t")
	if g.one(2) {
		g.task(inner, machine.ByUser, body)
	} else {
		body = g.composite(inner, "", depth, tx, false)
	}
	g.def.Scopes[inner].Seeds = []int32{g.nodes[body]}
	isTx := g.def.Nodes[g.nodes[body]].Kind == machine.Transaction
	in := g.one(2)
	h := g.name("u")
	if in { // where it reads the item
		g.task(inner, machine.ByUser, h)
	}
	g.flow(from, id)
	g.boundaries(scope, id, depth, tx)
	if isTx && !g.one(4) {
		g.cancelled(scope, id, depth, tx)
	}
	switch undone := !g.one(3) && g.def.Nodes[g.nodes[body]].Compensation == nil; {
	case undone && in:
		g.boundary(id, g.name("x"), machine.Event{Trigger: machine.CompensateTrigger, Interrupting: true})
		g.def.Nodes[host].Compensation = &machine.Compensation{Handler: g.nodes[h]}
	case undone:
		g.undoneBy(scope, id, depth)
	}
	return id
}

func (g *compGen) cancelled(scope int32, host string, depth int, tx bool) {
	b := g.name("x")
	g.boundary(host, b, machine.Event{Trigger: machine.CancelTrigger, Interrupting: true})
	g.way(scope, b, depth+1, tx)
}

// composite draws a sub-process; one that is not alone has its flows, boundary
// events and handler outside of it.
func (g *compGen) composite(scope int32, from string, depth int, tx, alone bool) string {
	id := g.name("s")
	inner := g.sub(scope, id, g.one(2))
	host := g.nodes[id]
	isTx := g.one(3)
	if isTx {
		g.def.Nodes[host].Kind = machine.Transaction
	}
	start := g.name("b")
	g.start(inner, start)
	g.way(inner, start, depth+1, tx || isTx)
	g.eventSubProcesses(inner, depth+1, tx || isTx)
	own := g.rnd.IntN(3)
	if own == 1 { // a compensation event sub-process
		esp := g.name("h")
		body := g.sub(inner, esp, g.one(2))
		g.def.Nodes[g.nodes[esp]].Kind = machine.EventSubProcess
		g.eventNode(body, machine.StartEvent, esp+".s", machine.Event{Trigger: machine.CompensateTrigger, Interrupting: true})
		g.way(body, esp+".s", depth+2, false)
		g.def.Nodes[host].Compensation = &machine.Compensation{Handler: g.nodes[esp+".s"]}
	}
	if !alone {
		return id
	}
	g.flow(from, id)
	g.boundaries(scope, id, depth, tx)
	if isTx && !g.one(4) {
		g.cancelled(scope, id, depth, tx)
	}
	if own == 2 {
		g.undoneBy(scope, id, depth)
	}
	return id
}

func (g *compGen) eventSubProcesses(scope int32, depth int, tx bool) {
	if !g.one(3) {
		return
	}
	ev := g.message(g.one(2))
	if g.one(3) {
		ev = interrupting(code(machine.ErrorTrigger, ""))
	}
	id := g.name("h")
	inner := g.sub(scope, id, g.one(2))
	g.def.Nodes[g.nodes[id]].Kind = machine.EventSubProcess
	g.eventNode(inner, machine.StartEvent, id+".s", ev)
	g.def.Scopes[scope].Handlers = append(g.def.Scopes[scope].Handlers, g.nodes[id+".s"])
	g.way(inner, id+".s", depth+1, tx)
}

func (g *compGen) boundaries(scope int32, host string, depth int, tx bool) {
	if g.one(3) {
		b := g.name("x")
		g.boundary(host, b, g.message(g.one(3)))
		g.way(scope, b, depth+1, tx)
	}
	if g.one(5) {
		b := g.name("x")
		g.boundary(host, b, interrupting(code(machine.ErrorTrigger, "")))
		g.way(scope, b, depth+1, tx)
	}
}

// undoneBy gives an activity a compensation boundary event with its handler.
func (g *compGen) undoneBy(scope int32, host string, depth int) {
	b, h := g.name("x"), g.name("u")
	g.boundary(host, b, machine.Event{Trigger: machine.CompensateTrigger, Interrupting: true})
	if depth < 3 && g.one(6) {
		inner := g.sub(scope, h, g.one(2))
		g.start(inner, h+".s")
		g.way(inner, h+".s", depth+2, false)
	} else {
		g.task(scope, machine.ByUser, h)
	}
	g.def.Nodes[g.nodes[host]].Compensation = &machine.Compensation{Handler: g.nodes[h]}
}

// randomCompensation draws a process of nested sub-processes, transactions and
// event sub-processes, with compensation and cancellation at random points.
func randomCompensation(t testing.TB, rnd *rand.Rand) *process {
	g := &compGen{process: newProcess(t), rnd: rnd}
	g.start(0, "s")
	g.way(0, "s", 0, false)
	g.eventSubProcesses(0, 0, false)
	for i := len(g.def.Nodes) - 1; i >= 0; i-- { // what has no handler of its own, innermost first
		n := &g.def.Nodes[i]
		if n.Inner == machine.None || n.Compensation != nil || g.handles(int32(i)) {
			continue
		}
		for k := range g.def.Nodes {
			if g.def.Nodes[k].Scope == n.Inner && g.def.Nodes[k].Compensation != nil {
				n.Compensation = &machine.Compensation{Handler: machine.None}
				break
			}
		}
	}
	for _, at := range g.throws {
		n := &g.def.Nodes[at]
		scopes := []int32{n.Scope}
		if sc := &g.def.Scopes[n.Scope]; sc.Host != machine.None && g.def.Nodes[sc.Host].Kind == machine.EventSubProcess {
			scopes = append(scopes, sc.Parent)
		}
		var may []int32
		for k := range g.def.Nodes {
			if g.def.Nodes[k].Compensation != nil && slices.Contains(scopes, g.def.Nodes[k].Scope) {
				may = append(may, int32(k))
			}
		}
		if len(may) > 0 && rnd.IntN(2) == 0 {
			g.def.Events[n.Event].Compensate.Activity = may[rnd.IntN(len(may))]
		}
	}
	return g.process
}

// handles reports a node that compensates another one.
func (g *compGen) handles(node int32) bool {
	for i := range g.def.Nodes {
		if c := g.def.Nodes[i].Compensation; c != nil && c.Handler != machine.None &&
			(c.Handler == node || g.def.Nodes[c.Handler].Kind == machine.StartEvent && g.def.Scopes[g.def.Nodes[c.Handler].Scope].Host == node) {
			return true
		}
	}
	return false
}

// S8.1 to S8.3: whatever completes, fails, is interrupted, terminated or
// cancelled in whatever order: the handlers run in the order of the reference, each sees
// the data that it says, and what they write is what it says.
func TestRandomCompensation(t *testing.T) {
	rounds := *compensations
	if testing.Short() {
		rounds = min(rounds, 500)
	}
	seen := map[string]int{}
	for seed := range uint64(rounds) {
		rnd := rand.New(rand.NewPCG(seed, 8))
		p := randomCompensation(t, rnd)
		playCompensation(t, seed, p, rnd, seen)
		if t.Failed() {
			return
		}
	}
	t.Log(seen)
	for _, what := range []string{"a handler", "a compensation event sub-process", "the children of a sub-process", "an entry given back", "a cancel",
		"a cancel from inside", "a boundary event's way before its activity", "nothing to compensate", "an instance"} {
		if seen[what] < max(1, rounds/500) {
			t.Errorf("%s came about %d times in %d processes", what, seen[what], rounds)
		}
	}
}

func playCompensation(t *testing.T, seed uint64, p *process, rnd *rand.Rand, seen map[string]int) {
	fresh := func() *hub {
		return p.launchEvents(&cdata{vars: map[string]int{"v0": 0}}, "s")
	}
	h := fresh()
	twin := fresh()
	ref := &compRef{def: p.def, seen: seen}
	ref.start(p.nodes["s"])
	var trace []string
	check := func() bool {
		want, got := ref.state(), h.state()
		if want == got {
			return true
		}
		t.Errorf("seed %d\nreference %s\nmachine   %s\nafter %v\n%s", seed, want, got, trace, p.describe())
		return false
	}
	for step := 0; check() && ref.status == machine.Active && step < 40; step++ {
		switch k := rnd.IntN(30); {
		case k < 5 && len(ref.armed) > 0:
			id := ref.id(ref.armed[rnd.IntN(len(ref.armed))].node)
			trace = append(trace, "happen "+id)
			ref.happen(id)
			h.happen(id, nil)
			twin.happen(id, nil)
		case len(ref.open) > 0:
			task := ref.open[rnd.IntN(len(ref.open))]
			id, fails := ref.id(task.node), k == 5
			names := slices.Sorted(maps.Keys(task.seen))
			name := names[rnd.IntN(len(names))]
			trace = append(trace, fmt.Sprintf("done %s %s=%d fails %v", id, name, step+1, fails))
			ref.done(id, name, step+1, fails)
			h.finish(id, name, step+1, fails)
			twin.finish(id, name, step+1, fails)
		default:
			trace = append(trace, "terminate")
			ref.finish(machine.Terminated)
			h.bring(machine.Input{Kind: machine.Terminate})
			twin.bring(machine.Input{Kind: machine.Terminate})
		}
	}
	if !bytes.Equal(h.m.AppendState(nil), twin.m.AppendState(nil)) {
		t.Errorf("seed %d: two machines given the same events differ (S1.2)", seed)
	}
}

// finish completes the oldest activation of a task with a value, or fails it.
func (h *hub) finish(id, name string, value int, fails bool) {
	h.t.Helper()
	if len(h.open[id]) == 0 {
		h.t.Errorf("%s is not open", id)
		return
	}
	ref := h.open[id][0]
	h.drop(id, ref)
	w, _, _ := h.m.Working(ref)
	in := machine.Input{Kind: machine.Done, Ref: ref, Work: w}
	if fails {
		in.Err = &machine.Error{Code: "F"}
	} else {
		w.(*cwork).writes = map[string]int{name: value}
	}
	h.bring(in)
}

// state is what both can tell: status, path, open tasks with what they see, what is
// armed, the live data.
func (h *hub) state() string {
	var open []string
	for _, id := range slices.Sorted(maps.Keys(h.open)) {
		for _, ref := range h.open[id] {
			w, _, _ := h.m.Working(ref)
			open = append(open, fmt.Sprintf("%s %v", id, w.(*cwork).seen))
		}
	}
	return fmt.Sprint(h.m.Status(), " ", h.path, open, h.waits(), h.m.Data().(*cdata).vars)
}

func (r *compRef) state() string {
	byID := map[string][]string{}
	for _, t := range r.open {
		byID[r.id(t.node)] = append(byID[r.id(t.node)], fmt.Sprintf("%s %v", r.id(t.node), t.seen))
	}
	var open []string
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		open = append(open, byID[id]...)
	}
	armed := []string{}
	for _, a := range r.armed {
		armed = append(armed, r.id(a.node))
	}
	return fmt.Sprint(r.status, " ", r.path, open, armed, r.root.vars)
}

// describe lists a process, a node a line.
func (p *process) describe() string {
	var b strings.Builder
	for i := range p.def.Nodes {
		n := &p.def.Nodes[i]
		fmt.Fprintf(&b, "%s kind %d in %s", n.ID, n.Kind, p.def.Scopes[n.Scope].ID)
		if n.Event != machine.None {
			ev := p.def.Events[n.Event]
			fmt.Fprintf(&b, " trigger %d interrupting %v", ev.Trigger, ev.Interrupting)
			if ev.Compensate != nil {
				fmt.Fprintf(&b, " compensates %v", *ev.Compensate)
			}
		}
		if n.Attached != machine.None {
			b.WriteString(" at " + p.def.Nodes[n.Attached].ID)
		}
		if n.Compensation != nil {
			fmt.Fprintf(&b, " undone by %d", n.Compensation.Handler)
		}
		for _, f := range n.Out {
			b.WriteString(" > " + p.def.Nodes[p.def.Flows[f].Target].ID)
		}
		fmt.Fprintf(&b, " [%d]\n", i)
	}
	return b.String()
}
