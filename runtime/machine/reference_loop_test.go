package machine_test

import (
	"fmt"
	"slices"
)

// The reference for repeated activities: a tree of what runs, written from S6,
// S7 and S8.1 and from nothing of the machine. It knows no tokens; what becomes
// runnable waits in one queue (S1.2).

// loopAct is an activity, or an event that is thrown, of a random model.
type loopAct struct {
	id   string
	kind byte // 't'ask, 's'ub-process, 'e'scalation throw, 'x' error end, '!' terminate end
	code string
	// loop: 0 once, 'l' standard, 's' sequential, 'p' parallel.
	loop   byte
	times  int  // how often its condition lets a standard loop go on; how many instances there are
	most   int  // loopMaximum, -1 for none
	before bool // testBefore
	need   int  // completionCondition: so many completed, 0 for none
	throws string
	first  bool // throws once
	chains [][]*loopAct
	bounds []loopBound
	undo   string // its compensation handler, "" for none
}

type loopBound struct {
	id, code     string
	kind         byte // 'x' error, 'e' escalation, 's' signal
	interrupting bool
}

// loopOf is one run of an activity: with its instances where it is repeated, else with its body.
type loopOf struct {
	act    *loopAct
	in     *loopScope // where it stands
	chain  int
	scopes []*loopScope // open: its instances, or its inner scope
	gone   bool
	// The counts of S7.2.
	begun, active, completed, closed int
	out                              []string
	ledger                           []loopEntry // of completed instances
}

// loopScope is an open scope: of the process, of a sub-process, or of an instance.
type loopScope struct {
	of       *loopOf // nil: the process
	instance int     // -1: no instance
	chains   [][]*loopAct
	at       []int // by chain
	live     int
	runs     []*loopOf
	judged   bool // of an instance: only what it throws is left
	gone     bool
	ledger   []loopEntry
}

// loopEntry is what can be compensated: a handler, or what is inside.
type loopEntry struct {
	undo  string
	inner []loopEntry
}

type refLoops struct {
	root   *loopScope
	queue  []func()
	work   []*loopOf // tasks that wait, the oldest first
	armed  []loopArmed
	path   []string
	log    []string
	failed bool
	ended  bool
	undone bool // the throw at the end of the process has been followed
}

type loopArmed struct {
	run   *loopOf
	bound loopBound
}

func startReference(chains [][]*loopAct) *refLoops {
	r := &refLoops{}
	r.root = r.open(nil, -1, chains)
	r.settle()
	return r
}

func (r *refLoops) settle() {
	for len(r.queue) > 0 && !r.failed && !r.ended {
		next := r.queue[0]
		r.queue = r.queue[1:]
		next()
	}
}

func (r *refLoops) open(of *loopOf, instance int, chains [][]*loopAct) *loopScope {
	sc := &loopScope{of: of, instance: instance, chains: chains, at: make([]int, len(chains)), live: len(chains)}
	if of != nil {
		of.scopes = append(of.scopes, sc)
	}
	for c := range chains {
		r.later(sc, c)
	}
	return sc
}

// later queues what a chain has come to.
func (r *refLoops) later(sc *loopScope, c int) {
	r.queue = append(r.queue, func() {
		if !sc.gone {
			r.enter(sc, c)
		}
	})
}

// advance lets a chain go on behind what has completed.
func (r *refLoops) advance(sc *loopScope, c int) {
	if sc.at[c]++; sc.at[c] < len(sc.chains[c]) {
		r.later(sc, c)
		return
	}
	r.stop(sc)
}

// stop ends one chain of a scope.
func (r *refLoops) stop(sc *loopScope) {
	if sc.live--; sc.live == 0 {
		r.drained(sc)
	}
}

func (r *refLoops) enter(sc *loopScope, c int) {
	a := sc.chains[c][sc.at[c]]
	switch a.kind {
	case 'e':
		r.escalate(sc, a.code)
		if !sc.gone && !r.failed {
			r.path = append(r.path, a.id)
			r.advance(sc, c)
		}
		return
	case 'x':
		r.fail(nil, sc, a.code)
		return
	case '!':
		r.path = append(r.path, a.id)
		for _, run := range slices.Clone(sc.runs) {
			r.cancel(run)
		}
		sc.at = nil // what is queued of it is dropped
		r.replace(sc)
		return
	case '?': // the throw of an instance's behavior: it does not count
		r.escalate(sc, a.code)
		if !sc.gone && !r.failed {
			r.stop(sc)
		}
		return
	}
	run := &loopOf{act: a, in: sc, chain: c}
	sc.runs = append(sc.runs, run)
	for _, b := range a.bounds {
		if b.kind == 's' {
			r.armed = append(r.armed, loopArmed{run, b})
		}
	}
	switch {
	case a.loop != 0:
		r.repeat(run)
	case a.kind == 't':
		r.work = append(r.work, run)
	default:
		r.open(run, -1, a.chains)
	}
}

// replace drains a scope whose other tokens a Terminate has dropped: what was
// queued of it must not find it again.
func (r *refLoops) replace(sc *loopScope) {
	fresh := *sc
	sc.gone = true
	if fresh.of != nil {
		for i, x := range fresh.of.scopes {
			if x == sc {
				fresh.of.scopes[i] = &fresh
			}
		}
	}
	fresh.live, fresh.ledger = 0, nil // it did not complete: nothing of it can be compensated (S8.1)
	r.drained(&fresh)
}

func (r *refLoops) repeat(run *loopOf) {
	a := run.act
	if a.loop != 'l' {
		run.out = make([]string, a.times)
	}
	if a.loop != 'p' {
		r.another(run)
		return
	}
	for range a.times {
		r.instance(run)
	}
	if a.times == 0 {
		r.whole(run)
	}
}

// onceOnly is the activity of an instance: what it does once.
func onceOnly(a *loopAct) *loopAct {
	b := *a
	b.loop, b.bounds, b.throws, b.undo = 0, nil, "", ""
	return &b
}

func (r *refLoops) instance(run *loopOf) {
	r.log = append(r.log, fmt.Sprint("open ", run.act.id, " ", run.begun, " active ", run.active+1, " completed ", run.completed))
	run.begun++
	run.active++
	r.open(run, run.begun-1, [][]*loopAct{{onceOnly(run.act)}})
}

// another begins the next of what is done in turn: a standard loop as long as its
// condition, asked for the iteration to come, is true (S7.1).
func (r *refLoops) another(run *loopOf) {
	a := run.act
	switch {
	case a.loop == 's' && run.begun == a.times,
		a.loop == 'l' && a.most >= 0 && run.begun == a.most:
		r.whole(run)
	case a.loop == 'l' && (a.before || run.begun > 0) && run.begun >= a.times:
		r.log = append(r.log, fmt.Sprint("open ", a.id, " ", run.begun, " active 1 completed ", run.completed))
		r.whole(run)
	default:
		r.instance(run)
	}
}

// drained is what follows when nothing is left in a scope.
func (r *refLoops) drained(sc *loopScope) {
	run := sc.of
	if run == nil {
		r.ended = true
		return
	}
	if sc.instance < 0 {
		sc.gone = true
		run.scopes = nil
		if len(sc.ledger) > 0 {
			run.in.ledger = append(run.in.ledger, loopEntry{inner: sc.ledger})
		}
		r.path = append(r.path, run.act.id)
		r.complete(run)
		return
	}
	a := run.act
	if !sc.judged {
		sc.judged = true
		run.active--
		run.completed++
		r.log = append(r.log, fmt.Sprint("keep ", a.id, " ", sc.instance))
		if a.loop != 'l' {
			run.out[sc.instance] = fmt.Sprint(sc.instance)
		}
		if a.throws != "" && (!a.first || run.completed == 1) {
			sc.chains, sc.at, sc.live = [][]*loopAct{{{kind: '?', code: a.throws}}}, []int{0}, 1
			r.later(sc, 0)
			return
		}
	}
	enough := false
	if a.loop != 'l' && a.need > 0 {
		r.log = append(r.log, fmt.Sprint("judge ", a.id, " ", sc.instance, " active ", run.active, " completed ", run.completed))
		enough = run.completed >= a.need
	}
	run.closed++
	sc.gone = true
	run.scopes = slices.DeleteFunc(run.scopes, func(x *loopScope) bool { return x == sc })
	switch {
	case a.undo != "":
		run.ledger = append(run.ledger, loopEntry{undo: a.undo})
	case len(sc.ledger) > 0:
		run.ledger = append(run.ledger, loopEntry{inner: sc.ledger})
	}
	switch {
	case enough:
		for _, x := range slices.Clone(run.scopes) {
			r.close(x)
		}
		r.whole(run)
	case a.loop != 'p':
		r.another(run)
	case run.closed == a.times:
		r.whole(run)
	}
}

// whole completes a repeated activity: only now its output is seen and its
// instances can be compensated (S7.2, S8.1).
func (r *refLoops) whole(run *loopOf) {
	r.log = append(r.log, fmt.Sprint("commit ", run.act.id, " ", run.out))
	run.in.ledger = append(run.in.ledger, run.ledger...)
	r.complete(run)
}

// complete lets the chain of a run go on.
func (r *refLoops) complete(run *loopOf) {
	r.forget(run)
	r.advance(run.in, run.chain)
}

func (r *refLoops) forget(run *loopOf) {
	run.gone = true
	run.in.runs = slices.DeleteFunc(run.in.runs, func(x *loopOf) bool { return x == run })
	r.armed = slices.DeleteFunc(r.armed, func(x loopArmed) bool { return x.run == run })
	r.work = slices.DeleteFunc(r.work, func(x *loopOf) bool { return x == run })
}

// cancel drops a run with all that is inside.
func (r *refLoops) cancel(run *loopOf) {
	for _, sc := range slices.Clone(run.scopes) {
		r.close(sc)
	}
	r.forget(run)
}

func (r *refLoops) close(sc *loopScope) {
	sc.gone = true
	for _, run := range slices.Clone(sc.runs) {
		r.cancel(run)
	}
}

// done completes a task.
func (r *refLoops) done(run *loopOf) {
	r.path = append(r.path, run.act.id)
	if run.act.undo != "" {
		run.in.ledger = append(run.in.ledger, loopEntry{undo: run.act.undo})
	}
	r.complete(run)
	r.settle()
}

// happen lets a boundary event happen to its activity.
func (r *refLoops) happen(run *loopOf, b loopBound) {
	r.path = append(r.path, b.id)
	if !b.interrupting {
		return
	}
	r.cancel(run)
	r.stop(run.in)
}

// loopCatch finds the nearest catch of a code from a run, or from a scope, outward.
func loopCatch(run *loopOf, sc *loopScope, kind byte, code string) (*loopOf, loopBound) {
	for {
		if run != nil {
			all := -1
			for i, b := range run.act.bounds {
				if b.kind == kind && b.code == code {
					return run, b
				}
				if b.kind == kind && b.code == "" && all < 0 {
					all = i
				}
			}
			if all >= 0 {
				return run, run.act.bounds[all]
			}
			sc = run.in
		}
		if run = sc.of; run == nil {
			return nil, loopBound{}
		}
	}
}

// fail throws an error at a run's activity, or out of a scope.
func (r *refLoops) fail(run *loopOf, sc *loopScope, code string) {
	at, b := loopCatch(run, sc, 'x', code)
	if at == nil {
		r.failed = true
		return
	}
	r.happen(at, b)
}

// escalate throws an escalation out of a scope.
func (r *refLoops) escalate(sc *loopScope, code string) {
	if at, b := loopCatch(nil, sc, 'e', code); at != nil {
		r.happen(at, b)
	}
}

// undone are the handlers that a throw in the root scope runs, in their order.
func undone(entries []loopEntry) []string {
	var out []string
	for i := len(entries) - 1; i >= 0; i-- {
		if e := entries[i]; e.undo != "" {
			out = append(out, e.undo)
		} else {
			out = append(out, undone(e.inner)...)
		}
	}
	return out
}
