package machine

import "slices"

// An event sub-process is armed for as long as its scope is open (SC §2.10).
// What arms it is the sentry of the scope: a token beside the others that never
// moves, counts for nothing and holds the subscriptions.

// watch arms the event sub-processes of a scope that opens, in document order,
// before it is seeded (SC §2.4). It reports whether the scope is to be seeded: a
// condition that is true already may have interrupted it (EV §2.7).
func (m *Machine) watch(s *Scratch, slot int32) bool {
	def := &m.def.Scopes[m.scope(slot).def]
	if len(def.Handlers) == 0 {
		return true
	}
	sentry := m.free
	if sentry != None {
		m.free = m.tokens[sentry].next
	} else {
		sentry = int32(len(m.tokens))
		m.tokens = append(m.tokens, token{gen: 1})
	}
	t := &m.tokens[sentry]
	t.node, t.scope, t.arg, t.state, t.next, t.prev = None, slot, None, guarding, None, None
	m.scope(slot).sentry = sentry + 1
	m.scope(slot).active++ // a handler that ends at once does not close what is not seeded yet
	alive := m.stillOpen(slot)
	for _, start := range def.Handlers {
		now, err := m.armAll(s, sentry, start)
		if err != nil {
			m.cannotWatch(s, slot, start, err)
			return false
		}
		if now == nil {
			continue
		}
		m.fire(s, sentry, now, nil)
		if !alive() {
			return false
		}
		if m.scope(slot).sentry == interrupted {
			break // before it began
		}
	}
	sc := m.scope(slot)
	sc.active--
	if sc.sentry != interrupted {
		return true
	}
	if sc.active == 0 {
		m.drained(s, slot)
	}
	return false
}

// cannotWatch lets the failure to arm an event sub-process climb from the
// composite that can't be opened; the process itself fails.
func (m *Machine) cannotWatch(s *Scratch, slot, start int32, err error) {
	if host := m.scope(slot).host; host != None {
		m.raise(s, host, err)
		return
	}
	m.more().fault = &Fault{Node: start, Err: err}
	m.end(s, Failed)
}

// unwatch disarms the event sub-processes of a scope: it is closing, or one of
// them has interrupted it (S6.6).
func (m *Machine) unwatch(s *Scratch, slot int32) {
	sc := m.scope(slot)
	if sc.sentry <= 0 {
		return
	}
	sentry := sc.sentry - 1
	sc.sentry = 0
	m.disarm(s, sentry)
	t := &m.tokens[sentry]
	t.state = vacant
	t.subs = nil
	t.gen++
	t.next = m.free
	m.free = sentry
}

// handle starts an event sub-process (SC §2.10). Its start event has happened
// already; its payload is bound in the handler's scope (S6.4). An interrupting
// one first has its token, then cancels all others of the scope that it guards
// (S1.2) and is what that scope waits for; any other runs beside them.
func (m *Machine) handle(s *Scratch, scope, start int32, got ...happened) {
	ev := &m.def.Events[m.def.Nodes[start].Event]
	by := ev.Trigger
	if len(got) == 1 {
		by = m.def.Events[got[0].event].Trigger
	}
	alive := m.stillOpen(scope)
	if ev.Interrupting {
		m.unwatch(s, scope)
		m.scope(scope).sentry = interrupted
		if s.Facts {
			fact := ScopeTerminating
			if by == ErrorTrigger {
				fact = ScopeFailing
			}
			m.tellScope(s, fact, m.scope(scope).def)
		}
	}
	m.scope(scope).active++ // it stays open until its others are cancelled
	host, gen := m.startBody(s, scope, start, got...)
	if !alive() {
		return
	}
	if ev.Interrupting {
		m.cancelOthers(s, scope, host, gen)
	}
	sc := m.scope(scope)
	sc.active--
	if sc.active == 0 {
		m.drained(s, scope)
	}
}

// startBody puts an event sub-process into a scope, and lets it begin behind its
// start event. Its token may be gone again.
func (m *Machine) startBody(s *Scratch, scope, start int32, got ...happened) (host int32, gen uint32) {
	host = m.beside(s, scope, m.def.Scopes[m.def.Nodes[start].Scope].Host)
	gen = m.tokens[host].gen
	if s.Facts {
		m.tell(s, NodeEntered, host)
	}
	m.openHandler(s, host, start, got)
	return host, gen
}

// openHandler opens the scope of an event sub-process and lets it begin behind
// its start event.
func (m *Machine) openHandler(s *Scratch, host, start int32, got []happened) {
	kept := slices.Clone(got) // what is given stays on its stack
	s.failed.got = kept
	inner, ok := m.openScope(s, host, m.def.Nodes[start].Scope)
	if s.failed = (mishap{}); !ok {
		return
	}
	token := m.beside(s, inner, start)
	first := m.tokens[token].gen
	s.failed.got = kept
	m.watch(s, inner)
	s.failed = mishap{}
	if !m.status.Over() && m.tokens[token].gen == first && m.receive(s, token, got...) {
		m.complete(s, token)
	}
}

// stillOpen returns a test of whether the scope that is open in a slot still is.
func (m *Machine) stillOpen(slot int32) func() bool {
	host := m.scope(slot).host
	if host == None {
		return func() bool { return !m.status.Over() }
	}
	gen := m.tokens[host].gen
	return func() bool { return !m.status.Over() && m.tokens[host].gen == gen && m.tokens[host].hosts() }
}

// cancelOthers drops every token of a scope but one, and what its joins hold.
func (m *Machine) cancelOthers(s *Scratch, slot, keep int32, gen uint32) {
	sc := m.scope(slot)
	for t := sc.first; t != None; {
		next := m.tokens[t].next
		if t != keep || m.tokens[t].gen != gen {
			m.cancelToken(s, t)
			m.release(t)
			m.scope(slot).active--
		}
		t = next
	}
	m.dropHeld(m.scope(slot))
	m.extra.adHocs().abandon(m.scope(slot), slot)
}

// dropHeld drops what the joins of a scope hold.
func (m *Machine) dropHeld(sc *scope) {
	for i := sc.joins; i != None; i = m.extra.joins[i].next {
		for _, c := range m.extra.joins[i].counts {
			sc.active -= c
		}
		sc.active -= m.extra.inclusive.resetting(i)
	}
	m.dropJoins(sc)
}
