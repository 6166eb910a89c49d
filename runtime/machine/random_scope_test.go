package machine_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// scopeRuns is how many random trees TestRandomScopes runs; the full size is
// go test ./runtime/machine -run TestRandomScopes -scoperuns 50000
var scopeRuns = flag.Int("scoperuns", 3000, "random trees of scopes to run")

// maxTree is how deep the random trees are.
const maxTree = 6

// forest draws random trees of scopes.
type forest struct {
	rnd   *rand.Rand
	count int
	// again are the messages that come to a boundary event where they are thrown.
	again []string
}

func (f *forest) id(what string) string {
	f.count++
	return fmt.Sprintf("%s%d", what, f.count)
}

func (f *forest) one(in int) bool { return f.rnd.IntN(in) == 0 }

func (f *forest) trigger() trigger {
	kinds := []machine.Trigger{machine.MessageTrigger, machine.TimerTrigger, machine.SignalTrigger, machine.ErrorTrigger, machine.EscalationTrigger}
	on := trigger{kind: kinds[f.rnd.IntN(len(kinds))], interrupting: f.one(2)}
	switch on.kind {
	case machine.MessageTrigger, machine.SignalTrigger:
		on.name = []string{"X", "Y"}[f.rnd.IntN(2)]
	case machine.ErrorTrigger:
		on.interrupting = true
		on.name = f.code()
	case machine.EscalationTrigger:
		on.name = f.code()
	}
	return on
}

func (f *forest) code() string { return []string{"", "A", "B"}[f.rnd.IntN(3)] }

func (f *forest) thrown() trigger {
	switch {
	case len(f.again) > 0 && !f.one(3):
		return trigger{kind: machine.MessageTrigger, name: f.again[f.rnd.IntN(len(f.again))]}
	case f.one(2):
		return trigger{kind: machine.SignalTrigger, name: []string{"X", "Y"}[f.rnd.IntN(2)]}
	}
	return trigger{kind: machine.EscalationTrigger, name: []string{"A", "B", "C"}[f.rnd.IntN(3)]}
}

// body draws a scope whose composite has those boundary events.
func (f *forest) body(depth int, around []*guard, starts bool) *body {
	b := &body{id: f.id("scope")}
	n := 1
	if starts {
		if f.one(2) {
			b.start = f.id("start")
		} else {
			n = 1 + f.rnd.IntN(3)
			if depth == 0 {
				n += 2
			}
		}
	}
	for range n {
		b.seqs = append(b.seqs, f.seq(depth, starts && b.start == ""))
	}
	for range f.rnd.IntN(3) {
		if f.count > 70 || depth >= maxTree || f.one(3) {
			continue
		}
		h := &handlerItem{id: f.id("esp"), start: f.id("espStart"), on: f.trigger(), of: b}
		if len(around) > 0 && f.one(2) { // a shared declaration
			h.on = around[f.rnd.IntN(len(around))].on
		}
		before := len(f.again)
		if h.on.kind == machine.MessageTrigger && sharesWith(around, h.on) {
			f.again = append(f.again, h.on.name)
		}
		h.body = f.body(depth+1, nil, false)
		f.again = f.again[:before]
		b.handlers = append(b.handlers, h)
	}
	return b
}

func sharesWith(around []*guard, on trigger) bool {
	return on.interrupting && slices.ContainsFunc(around, func(g *guard) bool { return g.on == on })
}

func (f *forest) seq(depth int, activityFirst bool) *seq {
	s := &seq{}
	for n := f.rnd.IntN(4); len(s.items) < n || activityFirst && len(s.items) == 0; {
		k := f.rnd.IntN(10)
		switch {
		case k < 5 && depth < maxTree && f.count < 70:
			it := &item{kind: "sub", id: f.id("sub"), guards: f.guards(depth)}
			it.body = f.body(depth+1, it.guards, true)
			s.items = append(s.items, it)
		case k < 9 || activityFirst && len(s.items) == 0:
			s.items = append(s.items, &item{kind: "task", id: f.id("task"), guards: f.guards(depth)})
		default:
			s.items = append(s.items, &item{kind: "throw", id: f.id("throw"), throws: f.thrown()})
		}
	}
	s.end = f.end()
	return s
}

func (f *forest) end() *item {
	switch k := f.rnd.IntN(20); {
	case k < 13:
		return &item{kind: "end", id: f.id("end")}
	case k < 14:
		return &item{kind: "terminate", id: f.id("terminate")}
	case k < 15:
		return &item{kind: "error", id: f.id("error"), throws: trigger{kind: machine.ErrorTrigger, name: []string{"A", "B", "A", "B", "C"}[f.rnd.IntN(5)]}}
	}
	return &item{kind: "throw", id: f.id("endThrow"), throws: f.thrown()}
}

func (f *forest) guards(depth int) []*guard {
	var out []*guard
	for range f.rnd.IntN(3) {
		if f.count > 70 {
			break
		}
		g := &guard{id: f.id("guard"), on: f.trigger(), seq: &seq{}}
		if f.one(3) {
			g.seq.items = []*item{{kind: "task", id: f.id("task")}}
		}
		g.seq.end = f.end()
		out = append(out, g)
	}
	return out
}

// --- the tree as a definition ---

func (on trigger) event() machine.Event {
	ev := machine.Event{Trigger: on.kind, Interrupting: on.interrupting}
	switch on.kind {
	case machine.MessageTrigger, machine.SignalTrigger:
		ev.Name = on.name
	case machine.TimerTrigger:
		ev.Expr = 1
	default:
		ev.Code = on.name
	}
	return ev
}

func (p *process) body(scope int32, b *body) {
	if b.start != "" {
		p.start(scope, b.start)
	}
	for _, s := range b.seqs {
		first := p.seq(scope, s)
		if b.start != "" {
			p.flow(b.start, first)
		} else {
			p.def.Scopes[scope].Seeds = append(p.def.Scopes[scope].Seeds, p.nodes[first])
		}
	}
	p.handlers(scope, b)
}

func (p *process) handlers(scope int32, b *body) {
	for _, h := range b.handlers {
		inner := p.sub(scope, h.id, false)
		p.def.Nodes[p.nodes[h.id]].Kind = machine.EventSubProcess
		p.eventNode(inner, machine.StartEvent, h.start, h.on.event())
		p.def.Scopes[scope].Handlers = append(p.def.Scopes[scope].Handlers, p.nodes[h.start])
		p.flow(h.start, p.seq(inner, h.body.seqs[0]))
		p.handlers(inner, h.body)
	}
}

// seq adds a sequence and returns its first node.
func (p *process) seq(scope int32, s *seq) string {
	ids := make([]string, 0, len(s.items)+1)
	for _, it := range append(slices.Clone(s.items), s.end) {
		last := it == s.end
		switch it.kind {
		case "task":
			p.task(scope, machine.ByUser, it.id)
		case "sub":
			p.body(p.sub(scope, it.id, false), it.body)
		case "terminate":
			p.terminate(scope, it.id)
		case "end":
			p.end(scope, it.id)
		default:
			kind := machine.ThrowEvent
			if last {
				kind = machine.EndEvent
			}
			p.eventNode(scope, kind, it.id, it.throws.event())
		}
		for _, g := range it.guards {
			p.boundary(it.id, g.id, g.on.event())
			p.flow(g.id, p.seq(scope, g.seq))
		}
		ids = append(ids, it.id)
	}
	p.flow(ids...)
	return ids[0]
}

// SC §2.1 to §2.6, §2.10, S1.2, S1.6, S5.1, S6: random trees of sub-processes,
// boundary events and event sub-processes do on the machine what they do on an
// interpreter that was written from the record: the same nodes complete in the
// same order, the same wait, the same is armed, and at the end nothing is left.
func TestRandomScopes(t *testing.T) {
	ended := map[machine.Status]int{}
	deepest, fired, again, runaways := 0, 0, 0, 0
	for seed := range uint64(*scopeRuns) {
		rnd := rand.New(rand.NewPCG(seed, 11))
		f := &forest{rnd: rnd}
		tree := f.body(0, nil, true)
		p := newProcess(t)
		p.body(0, tree)
		if err := p.def.Validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i := range p.def.Scopes { // as the compiler would
			p.def.Scopes[i].Catches = p.def.CatchChain(int32(i))
		}
		deepest = max(deepest, depthOf(p.def))
		d := newEvents()
		d.due = []int64{5}
		h := &hub{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
		h.s.MaxMoves = 500
		h.m.Init(p.def, d)
		ref := &scopeReference{}
		h.bring(machine.Input{Kind: machine.Start, Node: machine.None})
		if h.ranAway() {
			runaways++
			continue
		}
		ref.launch(tree)
		what := "start"
		agree := func() {
			t.Helper()
			ok := slices.Equal(h.path, ref.path) && h.m.Status() == ref.status
			var armed []string
			if ok && !ref.over() {
				armed = h.waits()
				slices.Sort(armed)
				at := h.at()
				slices.Sort(at)
				ok = slices.Equal(at, ref.at()) && slices.Equal(armed, ref.waits())
			}
			if !ok {
				t.Fatalf("seed %d, after %s:\nmachine   %v %v at %v armed %v\nreference %v %v at %v armed %v",
					seed, what, h.m.Status(), h.path, h.at(), armed, ref.status, ref.path, ref.at(), ref.waits())
			}
		}
		agree()
		for step := 0; step < 14 && !ref.over(); step++ {
			var tasks []string
			for id, refs := range h.open {
				if len(refs) > 0 {
					tasks = append(tasks, id)
				}
			}
			slices.Sort(tasks)
			switch k := rnd.IntN(10); {
			case k < 4 && len(h.armed) > 0:
				id := p.def.Nodes[h.armed[rnd.IntN(len(h.armed))].Node].ID
				n := h.nth(id, rnd)
				what = fmt.Sprintf("%s (%d) happened", id, n)
				h.happenNth(id, n)
				if !h.ranAway() {
					ref.happen(id, n)
				}
				fired++
			case len(tasks) > 0:
				id := tasks[rnd.IntN(len(tasks))]
				n := rnd.IntN(len(h.open[id]))
				at := h.open[id][n]
				h.drop(id, at)
				w, _, _ := h.m.Working(at)
				in := machine.Input{Kind: machine.Done, Ref: at, Work: w}
				walker := ref.tasks(id)[n]
				switch rnd.IntN(16) {
				case 0:
					code := []string{"A", "B"}[rnd.IntN(2)]
					in.Err = &machine.Error{Code: code}
					what = fmt.Sprintf("%s (%d) threw %s", id, n, code)
					if h.bring(in); !h.ranAway() {
						ref.failed(walker, code)
					}
				case 1:
					in.Err = errors.New("boom")
					what = fmt.Sprintf("%s (%d) failed", id, n)
					if h.bring(in); !h.ranAway() {
						ref.failed(walker, "")
					}
				default:
					what = fmt.Sprintf("%s (%d) was done", id, n)
					if h.bring(in); !h.ranAway() {
						ref.done(walker)
					}
				}
			}
			if h.ranAway() { // a signal whose handler throws it again (S1.7)
				runaways++
				break
			}
			agree()
		}
		ended[ref.status]++
		if !h.m.Status().Over() {
			h.bring(machine.Input{Kind: machine.Terminate})
		}
		for id, refs := range h.open {
			if len(refs) > 0 {
				t.Fatalf("seed %d: %s still works", seed, id)
			}
		}
		if left := h.waits(); len(left) > 0 || h.m.Armed() > 0 || h.m.Tokens() > 0 || h.m.OpenScopes() > 0 {
			t.Fatalf("seed %d: left behind: armed %v and %d, %d tokens, %d scopes", seed, left, h.m.Armed(), h.m.Tokens(), h.m.OpenScopes())
		}
		for _, th := range ref.path {
			if len(th) > 5 && th[:5] == "guard" {
				again++
			}
		}
	}
	t.Logf("%d runs: ended %v, %d ran away, trees as deep as %d, %d events, %d boundary events", *scopeRuns, ended, runaways, deepest, fired, again)
	if runaways > *scopeRuns/4 {
		t.Errorf("%d of %d runs are runaway loops: the test sees too little", runaways, *scopeRuns)
	}
	if deepest < maxTree || fired < *scopeRuns || again < *scopeRuns/2 {
		t.Errorf("trees as deep as %d, %d events, %d boundary events: the test sees too little", deepest, fired, again)
	}
	for _, s := range []machine.Status{machine.Active, machine.Completed, machine.Terminated, machine.Failed} {
		if ended[s] < *scopeRuns/100 {
			t.Errorf("only %d of %d random runs ended %s: the test sees too little", ended[s], *scopeRuns, s)
		}
	}
}

func depthOf(def *machine.Definition) int {
	deep := 0
	for i := range def.Scopes {
		n := 0
		for s := def.Scopes[i].Parent; s != machine.None; s = def.Scopes[s].Parent {
			n++
		}
		deep = max(deep, n)
	}
	return deep
}

func (h *hub) ranAway() bool {
	var runaway *machine.RunawayError
	return h.m.Fault() != nil && errors.As(h.m.Fault(), &runaway)
}

// nth picks one of the subscriptions of a node.
func (h *hub) nth(id string, rnd *rand.Rand) int {
	n := 0
	for _, sub := range h.armed {
		if h.p.def.Nodes[sub.Node].ID == id {
			n++
		}
	}
	return rnd.IntN(n)
}

// happenNth lets the event of the nth subscription of a node happen.
func (h *hub) happenNth(id string, n int) {
	h.t.Helper()
	for _, sub := range h.armed {
		if h.p.def.Nodes[sub.Node].ID != id {
			continue
		}
		if n--; n >= 0 {
			continue
		}
		if h.p.def.Events[sub.Event].Trigger != machine.SignalTrigger {
			h.let(sub)
		}
		h.bring(machine.Input{Kind: machine.Happen, Ref: sub.Ref, Node: sub.Node, Sub: sub, Now: sub.Due})
		return
	}
	h.t.Fatalf("nothing waits at %s", id)
}
