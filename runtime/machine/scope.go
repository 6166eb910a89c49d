package machine

// scope is an open scope (SC §2.1). Its drain is a counter that reaches zero.
type scope struct {
	def    int32 // index in Definition.Scopes
	parent int32 // slot, None for the root
	host   int32 // slot of the token that waits for it, None for the root
	// first and last bound the list of its tokens; joins is the list of the
	// joins that hold some.
	first, last, joins int32
	// active counts its tokens, those held at joins included.
	active int32
	// sentry is the slot behind that of the token that holds the subscriptions of
	// its event sub-processes, 0 for none, interrupted where one of them has.
	sentry int32
	data   Data
}

// nested is a scope inside another.
type nested struct {
	scope
	// Of an instance of a repeated activity: which it is, and how far it has come.
	instance int32
	phase    phase
	// aborted: the activity was terminated or cancelled from inside, and did not complete.
	aborted bool
}

// interrupted is the sentry of a scope that an event sub-process has
// interrupted. Every byte of a scope is a byte of every instance.
const interrupted = -1

// scope is the scope in a slot.
func (m *Machine) scope(slot int32) *scope {
	if slot == 0 {
		return &m.root
	}
	return &m.extra.scopes[slot-1].scope
}

// open opens a nested scope for a hosting token (SC §2.4) and seeds it.
func (m *Machine) open(s *Scratch, host, def int32) {
	if slot, ok := m.openScope(s, host, def); ok && m.watch(s, slot) {
		m.seed(s, slot)
	}
}

// openScope opens a nested scope with its data. It reports false where that
// can't be made; what went wrong has climbed then.
func (m *Machine) openScope(s *Scratch, host, def int32) (slot int32, ok bool) {
	parent := m.tokens[host].scope
	data := m.scope(parent).data
	if m.def.Scopes[def].HasData {
		inner, err := openSafely(data, def)
		if err != nil {
			m.raise(s, host, err)
			return None, false
		}
		data = inner
	}
	slot = m.newScope(scope{def: def, parent: parent, host: host, first: None, last: None, joins: None, data: data})
	m.tokens[host].state = hosting
	m.tokens[host].arg = slot
	if s.Facts {
		m.tellScope(s, ScopeOpened, def)
	}
	return slot, true
}

// newScope finds a slot for a nested scope.
func (m *Machine) newScope(sc scope) (slot int32) {
	x := m.more()
	if slot = x.freeScope; slot != 0 {
		x.freeScope = x.scopes[slot-1].parent
	} else {
		x.scopes = append(x.scopes, nested{})
		slot = int32(len(x.scopes))
	}
	x.scopes[slot-1] = nested{scope: sc}
	return slot
}

// seed gives a token to each node that the scope starts with (SC §2.3).
func (m *Machine) seed(s *Scratch, slot int32) {
	seeds := m.def.Scopes[m.scope(slot).def].Seeds
	for _, n := range seeds {
		m.spawn(s, slot, n, None)
	}
	if len(seeds) == 0 && m.scope(slot).active == 0 {
		m.drained(s, slot)
	}
}

// drained ends a scope in which no token is left (SC §2.4): the instance, or a
// composite, which then leaves by its normal flows.
func (m *Machine) drained(s *Scratch, slot int32) {
	if slot == 0 {
		m.end(s, Completed)
		return
	}
	if m.repeats(m.scope(slot).host) {
		m.drainedInstance(s, slot)
		return
	}
	m.leaveScope(s, slot, true)
}

// leaveScope has the composite of a nested scope without tokens leave by its
// normal flows, completed or not; where the scope is a compensation handler's, the
// next one is started.
func (m *Machine) leaveScope(s *Scratch, slot int32, completed bool) {
	if sw := m.framed(slot); sw != nil {
		m.handled(s, sw)
		return
	}
	if m.leaves(s, slot) {
		m.leftScope(s, slot, completed)
	}
}

// leftScope is leaveScope once the results are written.
func (m *Machine) leftScope(s *Scratch, slot int32, completed bool) {
	if completed {
		m.fold(s, slot)
	}
	host := m.close(s, slot, ScopeCompleted)
	m.tokens[host].state = ready
	m.disarm(s, host)
	m.complete(s, host)
}

// close forgets a nested scope that has no tokens, tells that by a fact unless
// that is NoFact, and returns its host.
func (m *Machine) close(s *Scratch, slot int32, f FactKind) int32 {
	m.unwatch(s, slot)
	sc := m.scope(slot)
	m.dropJoins(sc)
	m.takeLedger(slot)
	host := sc.host
	m.closeAdHoc(s, slot, host)
	if s.Facts && f != NoFact {
		m.tellScope(s, f, sc.def)
	}
	m.extra.scopes[slot-1] = nested{scope: scope{parent: m.extra.freeScope}}
	m.extra.freeScope = slot
	return host
}

// cancelTokens drops every token of a scope and of what is open inside, those
// held at joins included (SC §2.5), in the order in which they came. Its cost
// is linear in what it drops.
func (m *Machine) cancelTokens(s *Scratch, slot int32) {
	for {
		t := m.scope(slot).first
		if t == None {
			break
		}
		m.cancelToken(s, t)
		m.release(t)
	}
	sc := m.scope(slot)
	m.dropJoins(sc)
	sc.active = 0
}

// repeats reports whether a token is the host of a repeated activity.
func (m *Machine) repeats(host int32) bool { return m.def.Nodes[m.tokens[host].node].Loop != nil }

// cancelInner cancels what runs inside of a hosting token.
func (m *Machine) cancelInner(s *Scratch, slot int32) {
	if m.repeats(slot) {
		m.cancelInstances(s, slot)
		m.dropRepetition(slot)
		return
	}
	inner := m.tokens[slot].arg
	m.cancelTokens(s, inner)
	m.close(s, inner, ScopeCancelled)
}

// cancelToken undoes what a token has begun. The caller releases it.
func (m *Machine) cancelToken(s *Scratch, slot int32) {
	t := &m.tokens[slot]
	switch t.state {
	case hosting, sweeping:
		if sw := m.sweepOf(slot); sw != nil {
			m.cancelSweep(s, sw)
			if t.state == sweeping {
				return // its throw has gone on
			}
			break
		}
		m.cancelInner(s, slot)
		m.forgive(s, slot)
	case working:
		if t.work == nil {
			break // its work has come back already
		}
		kind := CancelRun
		if m.def.Nodes[t.node].Kind == CallActivity {
			kind = CancelCall
		} else if m.def.Nodes[t.node].Performer == ByUser {
			kind = CloseTask
		}
		s.ask(kind, t.node, m.def.Nodes[t.node].Scope, refOf(slot, t.gen), t.work)
	case waiting:
	case retrying, standing:
		m.forgive(s, slot)
	case failing: // told already
		m.disarm(s, slot)
		return
	default:
		return
	}
	m.disarm(s, slot)
	if s.Facts && !m.def.Nodes[t.node].Uncounted {
		m.tell(s, NodeCancelled, slot)
	}
}
