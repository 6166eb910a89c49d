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
	t := &m.tokens[slot]
	t.state = waiting
	ref := refOf(slot, t.gen)
	satisfied, err := m.arm(s, slot, node)
	switch {
	case err != nil:
		m.raise(s, slot, err)
	case satisfied:
		sub, _ := m.find(ref, node)
		m.fire(s, slot, sub, nil)
	}
}

// caught lets a token go on whose event happened: at a catch event, a receive
// task, or along an arm of an event-based gateway, whose other arms are
// disarmed in the same Apply (S2.6).
func (m *Machine) caught(s *Scratch, slot int32, sub *Subscription, payload any) {
	m.forget(s, slot, sub)
	m.disarm(s, slot)
	t := &m.tokens[slot]
	if t.node != sub.Node {
		m.pass(s, slot)
		t.node = sub.Node
	}
	if m.receive(s, slot, &m.def.Events[sub.Event], payload) {
		m.complete(s, slot)
	}
}

// enterEventGateway arms the gateway's arms, in document order (S2.6). The
// first that is satisfied already wins: a condition here, what only the host
// knows there; where a condition comes after such an arm, the host settles it
// by the order of the effects.
func enterEventGateway(m *Machine, s *Scratch, slot int32, n *Node) {
	t := &m.tokens[slot]
	t.state = waiting
	ref := refOf(slot, t.gen)
	hostFirst := false
	for _, f := range n.Out {
		arm := m.def.Flows[f].Target
		satisfied, err := m.arm(s, slot, arm)
		if err != nil {
			m.raise(s, slot, err)
			return
		}
		if !satisfied {
			hostFirst = hostFirst || m.def.Events[m.def.Nodes[arm].Event].Trigger != ConditionalTrigger
			continue
		}
		sub, _ := m.find(ref, arm)
		if hostFirst {
			s.ask(Satisfied, arm, n.Scope, ref, sub)
			continue
		}
		m.fire(s, slot, sub, nil)
		return
	}
}
