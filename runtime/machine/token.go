package machine

// state is what a token is doing.
type state uint8

const (
	vacant   state = iota // the slot holds no token
	ready                 // it is about to enter its node
	working               // it waits for work, a person or the host
	hosting               // it waits for the scope that its composite opened
	waiting               // it waits for an event
	guarding              // it is the sentry of a scope with event sub-processes
	failing               // its activity failed and a boundary event takes that
	retrying              // its work failed and is tried again in time (S9.1)
	standing              // it failed, nothing takes that: an incident (S9.2)
	sweeping              // it stands for a compensation that nobody waits for, and hosts its handler
	enabled               // it waits before an activity of an ad-hoc sub-process to be picked
)

// token is at a node in one scope (S1.2). Tokens that wait at a join are no
// tokens but counts (join).
type token struct {
	node  int32
	scope int32 // slot
	// next and prev link the tokens of a scope in the order in which they came;
	// next also links free slots.
	next, prev int32
	gen        uint32
	// arg is the flow that a ready token comes by (None for a seed), the scope
	// slot that a hosting one waits for.
	arg   int32
	state state
	// origin is what boundary events it comes from, see there.
	origin int32
	work   Work
	// subs is what it waits for and what its boundary events do, in the order of arming.
	subs *Subscription
}

// spawn puts a new token before a node and queues it. scope is a slot.
func (m *Machine) spawn(s *Scratch, scope, node, flow int32) int32 {
	slot := m.free
	if slot != None {
		m.free = m.tokens[slot].next
	} else {
		slot = int32(len(m.tokens))
		m.tokens = append(m.tokens, token{gen: 1})
	}
	sc := m.scope(scope)
	t := &m.tokens[slot]
	t.node, t.scope, t.arg, t.state, t.origin = node, scope, flow, ready, 0
	t.next, t.prev = None, sc.last
	if sc.last != None {
		m.tokens[sc.last].next = slot
	} else {
		sc.first = slot
	}
	sc.last = slot
	sc.active++
	s.queue = append(s.queue, refOf(slot, t.gen))
	return slot
}

// release frees a token's slot. Its scope still counts it: the caller decides
// whether it is held at a join or gone.
func (m *Machine) release(slot int32) {
	t := &m.tokens[slot]
	sc := m.scope(t.scope)
	if t.prev != None {
		m.tokens[t.prev].next = t.next
	} else {
		sc.first = t.next
	}
	if t.next != None {
		m.tokens[t.next].prev = t.prev
	} else {
		sc.last = t.prev
	}
	t.state = vacant
	t.work = nil
	t.subs = nil
	t.gen++
	t.next = m.free
	m.free = slot
}

// die ends a token, and its scope where it was the last (S1.3, S1.5).
func (m *Machine) die(s *Scratch, slot int32) {
	scope := m.tokens[slot].scope
	m.release(slot)
	sc := m.scope(scope)
	sc.active--
	if sc.active == 0 {
		m.drained(s, scope)
	}
}

// beside puts a token at a node without queueing it: its caller lets it go on.
func (m *Machine) beside(s *Scratch, scope, node int32) int32 {
	slot := m.spawn(s, scope, node, None)
	s.queue = s.queue[:len(s.queue)-1]
	return slot
}

// follow lets a token go along a flow.
func (m *Machine) follow(s *Scratch, slot, flow int32) {
	t := &m.tokens[slot]
	t.node = m.def.Flows[flow].Target
	t.arg = flow
	t.state = ready
	s.queue = append(s.queue, refOf(slot, t.gen))
}

// complete says that the token's node is done and lets the token leave it.
func (m *Machine) complete(s *Scratch, slot int32) {
	t := &m.tokens[slot]
	m.pass(s, slot)
	n := &m.def.Nodes[t.node]
	if n.Compensation != nil && n.Inner == None {
		m.enter(s, slot)
	}
	if n.InAdHoc && !m.activityDone(s, slot) {
		return
	}
	m.leave(s, slot)
}

// leave sends the token along the outgoing flows of an activity or event
// (S1.4); without any it dies (S1.5).
func (m *Machine) leave(s *Scratch, slot int32) {
	t := &m.tokens[slot]
	t.gen++ // what was started here can no longer come back
	out := m.def.Nodes[t.node].Out
	switch {
	case len(out) == 1 && m.def.Flows[out[0]].Condition == None:
		m.follow(s, slot, out[0])
	case len(out) == 0:
		m.die(s, slot)
	default:
		m.leaveSplit(s, slot)
	}
}

// leaveSplit chooses among several flows, or one with a condition:
// unconditional ones always, conditional ones if true, the default only if no
// conditional one is (S1.4).
func (m *Machine) leaveSplit(s *Scratch, slot int32) {
	t := &m.tokens[slot]
	n := &m.def.Nodes[t.node]
	data := m.scope(t.scope).data
	s.taken = s.taken[:0]
	conditional := false
	for _, f := range n.Out {
		if f == n.Default {
			continue
		}
		if c := m.def.Flows[f].Condition; c != None {
			ok, err := conditionSafely(data, c)
			if err != nil {
				m.badCondition(s, slot, f, err)
				return
			}
			if !ok {
				continue
			}
			conditional = true
		}
		s.taken = append(s.taken, f)
	}
	if !conditional && n.Default != None {
		s.taken = append(s.taken, n.Default)
	}
	m.takeFlows(s, slot)
}

// takeFlows sends the token along the flows in s.taken, in their order: the
// token itself along the first, a new one along each of the others. None is a
// fault: the token cannot be routed.
func (m *Machine) takeFlows(s *Scratch, slot int32) {
	if len(s.taken) == 0 {
		m.raiseOutside(s, slot, ErrNoFlow)
		return
	}
	m.follow(s, slot, s.taken[0])
	scope, origin := m.tokens[slot].scope, m.tokens[slot].origin
	for _, f := range s.taken[1:] {
		m.tokens[m.spawn(s, scope, m.def.Flows[f].Target, f)].origin = origin
	}
}

// hosts reports whether the token waits for a scope that it has opened.
func (t *token) hosts() bool { return t.state == hosting || t.state == sweeping }
