package machine_test

import (
	"maps"
	"slices"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// The part of compRef that is S8 alone: data, ledgers, sweeps, transactions.

func (s *compScope) visible() map[string]int {
	all := map[string]int{}
	for ; s != nil; s = s.up {
		for k, v := range s.vars {
			if _, nearer := all[k]; !nearer {
				all[k] = v
			}
		}
	}
	return all
}

func (s *compScope) snapshot() (all []map[string]int) {
	for ; s != nil; s = s.up {
		all = append(all, maps.Clone(s.vars))
	}
	return all
}

// write sets a variable in the nearest scope that has it; of a copy also in what
// that is a copy of, live.
func (s *compScope) write(name string, value int) {
	for ; s != nil; s = s.up {
		if _, ok := s.vars[name]; ok {
			for x := s; x != nil; x = x.live {
				x.vars[name] = value
			}
			return
		}
	}
}

// copyOf is a scope with all around it as they once were.
func copyOf(s *compScope, seen []map[string]int) *compScope {
	if s == nil {
		return nil
	}
	return &compScope{def: s.def, up: copyOf(s.up, seen[1:]), held: map[int32][]*compToken{}, vars: maps.Clone(seen[0]), live: s}
}

func (r *compRef) record(s *compScope, e *compEntry) {
	r.runs++
	e.when, e.ledger = r.runs, s
	s.ledger = append(s.ledger, e)
}

// fold makes an entry of a sub-process that has completed (S8.1).
func (r *compRef) fold(s *compScope) {
	t := s.host
	c := r.def.Nodes[t.node].Compensation
	if c == nil {
		return
	}
	e := &compEntry{node: t.node, act: t.act, from: t.from, where: s, seen: s.snapshot(), inner: s.ledger}
	if c.Handler != machine.None && r.def.Nodes[c.Handler].Kind != machine.StartEvent {
		e.where, e.seen, e.inner = t.scope, t.scope.snapshot(), nil
	}
	if c.Handler == machine.None && len(e.inner) == 0 {
		return
	}
	r.record(t.scope, e)
}

// compensate throws (S8.2).
func (r *compRef) compensate(t *compToken) {
	what := r.event(t.node).Compensate
	taken := r.claim(t.scope, what.Activity)
	if len(taken) == 0 {
		r.saw("nothing to compensate")
		r.goOn(t)
		return
	}
	sw := &compSweep{token: t, top: taken}
	if !what.Wait {
		sw.beside = true
		sw.token = r.beside(t.scope, t.node, nil)
	}
	sw.token.sweep, sw.token.wait = sw, true
	r.plan(sw, taken)
	r.next(sw)
	if !what.Wait && !t.dead && r.status == machine.Active {
		r.goOn(t)
	}
}

func (r *compRef) goOn(t *compToken) {
	if r.def.Nodes[t.node].Kind == machine.EndEvent {
		r.path = append(r.path, r.id(t.node))
		r.die(t)
		return
	}
	r.complete(t)
}

// claim takes entries out of the ledgers of a throw, in the order in which they
// are compensated.
func (r *compRef) claim(s *compScope, activity int32) []*compEntry {
	scopes := []*compScope{s}
	if s.host != nil && r.def.Nodes[s.host.node].Kind == machine.EventSubProcess {
		scopes = append(scopes, s.outer)
	}
	var taken []*compEntry
	for _, from := range scopes {
		from.ledger = slices.DeleteFunc(slices.Clone(from.ledger), func(e *compEntry) bool {
			if activity != machine.None && e.node != activity {
				return false
			}
			taken = append(taken, e)
			return true
		})
	}
	return r.inOrder(taken)
}

// inOrder is the reverse of the order of completion, but that whatever comes
// from an activity's boundary event is moved in front of that activity (S8.1).
func (r *compRef) inOrder(entries []*compEntry) []*compEntry {
	slices.SortFunc(entries, func(a, b *compEntry) int { return b.when - a.when })
	var out []*compEntry
	for len(entries) > 0 {
		e := entries[0]
		for i := 1; i < len(entries); i++ {
			if entries[i].from[e.act] != 0 {
				r.saw("a boundary event's way before its activity")
				e, i = entries[i], 0 // and what comes from that one before it
			}
		}
		out = append(out, e)
		entries = slices.DeleteFunc(entries, func(x *compEntry) bool { return x == e })
	}
	return out
}

// plan lists all the handlers that a sweep will run: a sub-process without one
// is the handlers of what completed in it.
func (r *compRef) plan(sw *compSweep, entries []*compEntry) {
	for _, e := range entries {
		if r.def.Nodes[e.node].Compensation.Handler == machine.None {
			r.plan(sw, r.inOrder(slices.Clone(e.inner)))
		}
		sw.steps = append(sw.steps, compStep{e: e})
	}
}

// next runs the next handler of a sweep.
func (r *compRef) next(sw *compSweep) {
	for len(sw.steps) > 0 {
		e := sw.steps[0].e
		n := &r.def.Nodes[e.node]
		h := n.Compensation.Handler
		if h == machine.None {
			r.saw("the children of a sub-process")
			e.done = true
			sw.steps = sw.steps[1:]
			continue
		}
		f := copyOf(e.where, e.seen)
		f.host, f.outer, f.handles, f.deaf = sw.token, sw.token.scope, sw, true
		sw.frame, sw.token.inner = f, f
		if r.def.Nodes[h].Kind != machine.StartEvent {
			r.saw("a handler")
			f.def = r.def.Nodes[h].Scope
			r.spawn(f, h, machine.None, nil)
			return
		}
		r.saw("a compensation event sub-process")
		f.ledger = e.inner
		for _, x := range f.ledger {
			x.ledger = f
		}
		f.hold++
		r.body(f, h)
		f.hold--
		r.drain(f)
		return
	}
	t := sw.token
	t.sweep, t.inner = nil, nil
	switch {
	case sw.cancel:
		r.cancelled(t)
	case sw.beside:
		r.die(t)
	default:
		r.goOn(t)
	}
}

func (r *compRef) handled(sw *compSweep) {
	sw.steps[0].e.done = true
	sw.steps = sw.steps[1:]
	sw.frame, sw.token.inner = nil, nil
	r.next(sw)
}

// stop cancels a sweep: what is not compensated is in the ledger again.
func (r *compRef) stop(sw *compSweep) {
	sw.token.sweep = nil
	if f := sw.frame; f != nil {
		r.clear(f)
		if e := sw.steps[0].e; r.def.Nodes[r.def.Nodes[e.node].Compensation.Handler].Kind == machine.StartEvent {
			e.inner = f.ledger
		}
	}
	for _, e := range sw.top {
		if !e.done {
			r.saw("an entry given back")
			prune(e)
			e.ledger.ledger = append(e.ledger.ledger, e)
			slices.SortFunc(e.ledger.ledger, func(a, b *compEntry) int { return a.when - b.when })
		}
	}
}

func prune(e *compEntry) {
	e.inner = slices.DeleteFunc(slices.Clone(e.inner), func(x *compEntry) bool { return x.done })
	for _, x := range e.inner {
		prune(x)
	}
}

// cancel is a Cancel End Event (S8.3).
func (r *compRef) cancel(t *compToken) {
	s := t.scope
	for s.handles != nil || r.def.Nodes[s.host.node].Kind != machine.Transaction {
		s = s.outer
	}
	r.saw("a cancel")
	r.deafen(s)
	if t.scope != s {
		r.saw("a cancel from inside")
		t = r.beside(s, t.node, nil)
	}
	for _, x := range slices.Clone(s.tokens) {
		if x != t && !x.dead {
			r.kill(x)
		}
	}
	s.held = map[int32][]*compToken{}
	sw := &compSweep{token: t, cancel: true, top: r.claim(s, machine.None)}
	t.sweep, t.wait = sw, true
	r.plan(sw, sw.top)
	r.next(sw)
}

func (r *compRef) cancelled(t *compToken) {
	host := t.scope.host
	guarded := host
	if around := host.scope.host; around != nil && around.loop != nil {
		guarded = around
	}
	for _, b := range r.def.Nodes[guarded.node].Boundaries {
		if r.event(b).Trigger == machine.CancelTrigger {
			r.trip(guarded, b)
			return
		}
	}
	t.scope.abort()
	r.kill(host)
	r.drain(host.scope)
}

func (r *compRef) saw(what string) { r.seen[what]++ }

// compLoop is a repeated activity in progress (S7.2): count instances, each in a
// scope of its own.
type compLoop struct {
	count, begun, closed int
	open                 []*compScope
	done                 []*compEntry
	parallel             bool
}

func (r *compRef) repeat(t *compToken, l *machine.Loop) {
	t.loop = &compLoop{count: int(l.Repetition % 8), parallel: l.Kind == machine.ParallelInstances}
	if !t.loop.parallel || t.loop.count == 0 {
		r.another(t)
		return
	}
	for range t.loop.count {
		r.instance(t)
	}
}

func (r *compRef) another(t *compToken) {
	if t.loop.begun < t.loop.count {
		r.instance(t)
		return
	}
	done := t.loop.done
	t.loop = nil
	r.disarm(t)
	for _, e := range done { // all at once, when the whole is complete (S8.1)
		r.record(t.scope, e)
	}
	r.leave(t)
}

func (r *compRef) instance(t *compToken) {
	l := t.loop
	l.begun++
	s := r.openScope(t, r.def.Nodes[t.node].Inner)
	t.inner = nil
	for name := range s.vars {
		s.vars[name] = l.begun
	}
	l.open = append(l.open, s)
	r.spawn(s, r.def.Scopes[s.def].Seeds[0], machine.None, nil)
}

func (r *compRef) instanceDone(s *compScope) {
	t := s.host
	l := t.loop
	l.closed++
	l.open = slices.DeleteFunc(l.open, func(x *compScope) bool { return x == s })
	if c := r.def.Nodes[t.node].Compensation; c != nil && !s.aborted {
		e := &compEntry{node: t.node, act: t.act, from: t.from, where: s, seen: s.snapshot()}
		switch {
		case c.Handler == machine.None:
			e.inner = s.ledger
		case r.def.Nodes[c.Handler].Scope == t.scope.def:
			e.where, e.seen = t.scope, t.scope.snapshot()
		}
		if c.Handler != machine.None || len(e.inner) > 0 {
			r.saw("an instance")
			l.done = append(l.done, e)
		}
	}
	if !l.parallel || l.closed == l.count {
		r.another(t)
	}
}

// abort says that the activity of an instance did not complete.
func (s *compScope) abort() {
	if in := s.host.scope; in.host != nil && in.host.loop != nil {
		in.aborted = true
	}
}
