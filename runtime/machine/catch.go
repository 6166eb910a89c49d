package machine

// enterCatch has the token wait for its event (EV §2.3); a condition that is
// true already lets it go on at once (EV §2.7).
func enterCatch(m *Machine, s *Scratch, slot int32, n *Node) {
	if n.Event == None {
		m.complete(s, slot)
		return
	}
	m.await(s, slot, m.tokens[slot].node)
}

// performEvent has a receive task wait for its message.
func performEvent(m *Machine, s *Scratch, slot int32, _ *Node) {
	m.await(s, slot, m.tokens[slot].node)
}

func (m *Machine) await(s *Scratch, slot, node int32) {
	m.tokens[slot].state = waiting
	now, err := m.armAll(s, slot, node)
	switch {
	case err != nil:
		m.raise(s, slot, err)
	case now != nil:
		m.fire(s, slot, now, nil)
	}
}

// caught lets a token go on whose event happened: at a catch event, a receive
// task, or along an arm of an event-based gateway, whose other arms are
// disarmed in the same Apply (S2.6).
func (m *Machine) caught(s *Scratch, slot, node int32, got ...happened) {
	m.disarm(s, slot)
	t := &m.tokens[slot]
	if t.node != node {
		m.pass(s, slot)
		t.node = node
	}
	if m.receive(s, slot, got...) {
		m.complete(s, slot)
	}
}

// enterEventGateway arms the gateway's arms, in document order (S2.6). The
// first that is satisfied already wins: a condition here, what only the host
// knows there; where a condition comes after such an arm, the host settles it
// by the order of the effects.
func enterEventGateway(m *Machine, s *Scratch, slot int32, n *Node) {
	m.tokens[slot].state = waiting
	hostFirst := false
	for _, f := range n.Out {
		arm := m.def.Flows[f].Target
		now, err := m.armAll(s, slot, arm)
		switch {
		case err != nil:
			m.raise(s, slot, err)
			return
		case now == nil:
			hostFirst = hostFirst || m.asksHost(arm)
		case hostFirst:
			s.ask(Satisfied, arm, n.Scope, now.Ref, now)
		default:
			m.fire(s, slot, now, nil)
			return
		}
	}
}
