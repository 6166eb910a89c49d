package machine_test

import (
	"flag"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

var loopRuns = flag.Int("loopruns", 4000, "how many random processes TestRandomLoops runs")

// loopModel makes random models with their definitions.
type loopModel struct {
	r     *rand.Rand
	p     *process
	loops []*loopAct // by Loop.Repetition
	n     int
}

func (b *loopModel) id(prefix string) string {
	b.n++
	return fmt.Sprint(prefix, b.n)
}

var loopCodes = []string{"", "A", "B"}

func (b *loopModel) chains(scope int32, depth int) [][]*loopAct {
	chains := make([][]*loopAct, 1+b.r.Intn(2))
	for c := range chains {
		last := ""
		for i := range 1 + b.r.Intn(2) {
			a := b.act(scope, depth, i > 0)
			if last != "" {
				b.p.flow(last, a.id)
			} else {
				b.p.def.Scopes[scope].Seeds = append(b.p.def.Scopes[scope].Seeds, b.p.nodes[a.id])
			}
			last = a.id
			chains[c] = append(chains[c], a)
			if a.kind == 'x' || a.kind == '!' {
				break
			}
		}
	}
	return chains
}

func (b *loopModel) act(scope int32, depth int, later bool) *loopAct {
	a := &loopAct{most: -1}
	switch n := b.r.Intn(12); {
	case n == 0 && depth > 0:
		a.id, a.kind, a.code = b.id("e"), 'e', loopCodes[1+b.r.Intn(2)]
		b.p.eventNode(scope, machine.ThrowEvent, a.id, machine.Event{Trigger: machine.EscalationTrigger, Code: a.code})
		return a
	case n == 1 && later && depth > 0:
		a.id, a.kind, a.code = b.id("x"), 'x', loopCodes[1+b.r.Intn(2)]
		b.p.eventNode(scope, machine.EndEvent, a.id, machine.Event{Trigger: machine.ErrorTrigger, Code: a.code})
		return a
	case n == 2 && later && depth > 0:
		a.id, a.kind = b.id("end"), '!'
		b.p.terminate(scope, a.id)
		return a
	case n < 7 && depth < 3:
		a.id, a.kind = b.id("s"), 's'
	default:
		a.id, a.kind = b.id("t"), 't'
	}
	if a.loop = [...]byte{0, 'l', 's', 'p'}[b.r.Intn(4)]; a.loop != 0 {
		b.repeat(scope, depth, a)
	} else {
		b.once(scope, depth, a, a.id)
	}
	b.guard(a)
	return a
}

// once adds the activity itself, with its compensation handler beside it.
func (b *loopModel) once(scope int32, depth int, a *loopAct, id string) {
	if a.kind == 't' {
		b.p.task(scope, machine.ByUser, id)
	} else {
		inner := b.p.sub(scope, id, false)
		a.chains = b.chains(inner, depth+1)
		for n := b.p.def.Scopes[inner].First; n < b.p.def.Scopes[inner].End; n++ {
			if x := &b.p.def.Nodes[n]; x.Scope == inner && x.Compensation != nil {
				b.p.def.Nodes[b.p.nodes[id]].Compensation = &machine.Compensation{Handler: machine.None}
			}
		}
	}
	if a.kind == 't' && a.loop == 0 && b.r.Intn(2) == 0 {
		a.undo = b.undo(scope)
		b.p.def.Nodes[b.p.nodes[id]].Compensation = &machine.Compensation{Handler: b.p.nodes[a.undo]}
	}
}

// undo adds a compensation handler.
func (b *loopModel) undo(scope int32) string {
	id := b.id("u")
	b.p.task(scope, machine.PassThrough, id)
	return id
}

// repeat adds a repeated activity: its host, and the activity in a scope of its own.
func (b *loopModel) repeat(scope int32, depth int, a *loopAct) {
	loop := &machine.Loop{Repetition: int32(len(b.loops)), Maximum: machine.None, Condition: machine.None}
	b.loops = append(b.loops, a)
	inner := b.p.sub(scope, a.id, false)
	host := b.p.nodes[a.id]
	b.once(inner, depth, a, a.id+"'")
	body := b.p.nodes[a.id+"'"]
	b.p.def.Nodes[body].ID = a.id
	b.p.def.Scopes[inner].Seeds = []int32{body}
	switch {
	case a.kind == 't' && b.r.Intn(2) == 0: // in the instances' scope: it reads their data
		a.undo = b.undo(inner)
		b.p.def.Nodes[host].Compensation = &machine.Compensation{Handler: b.p.nodes[a.undo]}
	case b.p.def.Nodes[body].Compensation != nil:
		b.p.def.Nodes[host].Compensation = &machine.Compensation{Handler: machine.None}
	}
	a.times = b.r.Intn(4)
	if a.loop == 'l' {
		loop.Kind, loop.Condition = machine.StandardLoop, loop.Repetition
		if a.before = b.r.Intn(2) == 0; a.before {
			loop.TestBefore = true
		}
		if b.r.Intn(3) == 0 {
			a.most = b.r.Intn(3)
			loop.Maximum = int64(a.most)
		}
	} else {
		loop.Kind = map[byte]machine.LoopKind{'s': machine.SequentialInstances, 'p': machine.ParallelInstances}[a.loop]
		if a.times > 1 && b.r.Intn(3) == 0 {
			a.need, loop.Condition = 1+b.r.Intn(a.times), loop.Repetition
		}
		if b.r.Intn(4) == 0 {
			a.throws, a.first = loopCodes[1+b.r.Intn(2)], b.r.Intn(2) == 0
			id := b.id("behavior")
			b.p.eventNode(inner, machine.EndEvent, id, machine.Event{Trigger: machine.EscalationTrigger, Code: a.throws})
			b.p.def.Nodes[b.p.nodes[id]].Uncounted = true
			loop.Throws = []machine.LoopThrow{{Node: b.p.nodes[id], Condition: machine.None, First: a.first}}
		}
	}
	b.p.def.Nodes[host].Loop, b.p.def.Nodes[host].Uncounted = loop, true
}

// guard attaches boundary events.
func (b *loopModel) guard(a *loopAct) {
	for range b.r.Intn(3) {
		x := loopBound{id: b.id("b"), kind: "xes"[b.r.Intn(3)], interrupting: b.r.Intn(2) == 0}
		ev := machine.Event{Trigger: machine.SignalTrigger}
		switch x.kind {
		case 'x':
			x.interrupting, x.code = true, loopCodes[b.r.Intn(3)]
			ev = machine.Event{Trigger: machine.ErrorTrigger, Code: x.code}
		case 'e':
			x.code = loopCodes[b.r.Intn(3)]
			ev = machine.Event{Trigger: machine.EscalationTrigger, Code: x.code}
		default:
			ev.Name = x.id
		}
		ev.Interrupting = x.interrupting
		b.p.boundary(a.id, x.id, ev)
		a.bounds = append(a.bounds, x)
	}
}

// loopData is the data of a scope: of an instance where run is set.
type loopData struct {
	*data
	acts     []*loopAct
	log      *[]string
	run      *loopRun
	instance int
	counts   machine.Counts
}

func (d *loopData) Repeat(i int32) (machine.Repetition, error) {
	return &loopRun{act: d.acts[i], around: d, out: make([]string, d.acts[i].times)}, nil
}

// Condition is the loopCondition, asked for the iteration to come, or the completionCondition.
func (d *loopData) Condition(int32) (bool, error) {
	a := d.run.act
	if a.loop == 'l' {
		return d.instance < a.times, nil
	}
	*d.log = append(*d.log, fmt.Sprint("judge ", a.id, " ", d.instance, " active ", d.counts.Active, " completed ", d.counts.Completed))
	return d.counts.Completed >= a.need, nil
}

type loopRun struct {
	act    *loopAct
	around *loopData
	out    []string
}

func (l *loopRun) Count() int { return l.act.times }

func (l *loopRun) Open(i int, c machine.Counts) (machine.Data, error) {
	d := *l.around
	d.run, d.instance, d.counts = l, i, c
	*d.log = append(*d.log, fmt.Sprint("open ", l.act.id, " ", i, " active ", c.Active, " completed ", c.Completed))
	return &d, nil
}

func (l *loopRun) See(d machine.Data, c machine.Counts) { d.(*loopData).counts = c }

func (l *loopRun) Keep(i int, d machine.Data) error {
	if d.(*loopData).instance != i {
		return fmt.Errorf("instance %d keeps the output of %d", i, d.(*loopData).instance)
	}
	*l.around.log = append(*l.around.log, fmt.Sprint("keep ", l.act.id, " ", i))
	if l.act.loop != 'l' {
		l.out[i] = fmt.Sprint(i)
	}
	return nil
}

func (l *loopRun) Commit(machine.Changes) error {
	out := l.out
	if l.act.loop == 'l' {
		out = nil
	}
	*l.around.log = append(*l.around.log, fmt.Sprint("commit ", l.act.id, " ", out))
	return nil
}

// S7 with S6, S8.1 and S1.6: loops and multi-instance activities nested in
// sub-processes, with boundary events, errors, escalations, terminate ends and
// compensation, against a reference: what completes in which order, what waits,
// which outputs are committed when, what the counters say, and what is compensated.
//
//	go test ./runtime/machine -run TestRandomLoops -loopruns 50000
func TestRandomLoops(t *testing.T) {
	runs := *loopRuns
	if testing.Short() {
		runs = min(runs, 500)
	}
	seen := map[string]int{}
	for seed := range runs {
		randomLoops(t, int64(seed), seen)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	// Whoever changes the generator keeps what it is for.
	for _, what := range []string{"completed", "failed", "boundary", "cancelled instances", "compensated"} {
		if seen[what] < runs/50 {
			t.Errorf("%s in %d of %d runs only", what, seen[what], runs)
		}
	}
}

func randomLoops(t *testing.T, seed int64, seen map[string]int) {
	r := rand.New(rand.NewSource(seed))
	p := newProcess(t)
	b := &loopModel{r: r, p: p}
	all := p.sub(0, "all", false)
	chains := b.chains(all, 0)
	for n := p.def.Scopes[all].First; n < p.def.Scopes[all].End; n++ {
		if x := &p.def.Nodes[n]; x.Scope == all && x.Compensation != nil {
			p.def.Nodes[p.nodes["all"]].Compensation = &machine.Compensation{Handler: machine.None}
		}
	}
	p.eventNode(0, machine.ThrowEvent, "undo", machine.Event{Trigger: machine.CompensateTrigger, Compensate: &machine.Compensate{Activity: machine.None, Wait: true}})
	p.def.Scopes[0].Seeds = []int32{p.nodes["all"]}
	p.flow("all", "undo")
	if err := p.def.Validate(); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	d := &loopData{data: newData(), acts: b.loops, log: new([]string)}
	h := &hub{run: &run{t: t, p: p, open: map[string][]machine.Ref{}}}
	h.m.Init(p.def, d)
	ref := startReference([][]*loopAct{{{id: "all", kind: 's', chains: chains}}})
	var work []machine.Ref
	bring := func(in machine.Input) {
		h.bring(in)
		for _, e := range h.s.Effects {
			switch e.Kind {
			case machine.OpenTask:
				work = append(work, e.Ref)
			case machine.CloseTask:
				work = slices.DeleteFunc(work, func(x machine.Ref) bool { return x == e.Ref })
			}
		}
	}
	compare := func(what string) bool {
		if ref.ended {
			if u := undone(ref.root.ledger); !ref.undone {
				ref.undone = true
				ref.path = append(append(ref.path, u...), "undo")
				if len(u) > 0 {
					seen["compensated"]++
				}
			}
		}
		var armed, mine []string
		for _, sub := range h.armed {
			armed = append(armed, p.def.Nodes[sub.Node].ID)
		}
		for _, a := range ref.armed {
			mine = append(mine, a.bound.id)
		}
		status := machine.Active
		switch {
		case ref.failed:
			status, armed, mine = machine.Failed, nil, nil
		case ref.ended:
			status = machine.Completed
		}
		var waits, refWaits []string
		for _, w := range work {
			if _, n, ok := h.m.Working(w); ok {
				waits = append(waits, p.def.Nodes[n].ID)
			}
		}
		for _, w := range ref.work {
			refWaits = append(refWaits, w.act.id)
		}
		if ref.failed {
			refWaits = nil
		}
		bad := ""
		switch {
		case h.m.Status() != status:
			bad = fmt.Sprintf("status %s, want %s: %v", h.m.Status(), status, h.m.Fault())
		case !ref.failed && !slices.Equal(h.path, ref.path):
			bad = fmt.Sprintf("path\n%v, want\n%v", h.path, ref.path)
		case !slices.Equal(*d.log, ref.log):
			bad = fmt.Sprintf("log\n%s\nwant\n%s", strings.Join(*d.log, "\n"), strings.Join(ref.log, "\n"))
		case !slices.Equal(waits, refWaits):
			bad = fmt.Sprintf("waits at %v, want %v", waits, refWaits)
		case !slices.Equal(armed, mine):
			bad = fmt.Sprintf("armed %v, want %v", armed, mine)
		}
		if bad != "" {
			t.Errorf("after %s: %s", what, bad)
		}
		return bad == ""
	}
	bring(machine.Input{Kind: machine.Start, Node: machine.None})
	if !compare("start") {
		return
	}
	for range 60 {
		if ref.failed || ref.ended {
			break
		}
		if n := len(ref.armed); n > 0 && r.Intn(6) == 0 {
			k := r.Intn(n)
			a := ref.armed[k]
			sub := h.armed[k]
			ref.happen(a.run, a.bound)
			ref.settle()
			bring(machine.Input{Kind: machine.Happen, Sub: sub})
			seen["boundary"]++
			if a.run.act.loop != 0 && a.bound.interrupting {
				seen["cancelled instances"]++
			}
			if !compare("boundary " + a.bound.id) {
				return
			}
			continue
		}
		if len(ref.work) == 0 {
			t.Errorf("nothing waits and it is not over")
			return
		}
		k := r.Intn(len(ref.work))
		task, w := ref.work[k], work[k]
		in := machine.Input{Kind: machine.Done, Ref: w, Work: &struct{}{}}
		what := "done " + task.act.id
		if r.Intn(12) == 0 {
			code := loopCodes[1+r.Intn(2)]
			in.Err, what = &machine.Error{Code: code}, what+" with error "+code
			ref.fail(task, nil, code)
			ref.settle()
		} else {
			ref.done(task)
		}
		bring(in)
		if !compare(what) {
			return
		}
	}
	switch {
	case ref.failed:
		seen["failed"]++
	case ref.ended:
		seen["completed"]++
	}
}
