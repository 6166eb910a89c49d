package machine

// enterThrow throws and lets the token go on (§10.5.4).
func enterThrow(m *Machine, s *Scratch, slot int32, n *Node) {
	if n.Event == None {
		m.complete(s, slot)
		return
	}
	ev := &m.def.Events[n.Event]
	if ev.Trigger == SignalTrigger {
		m.throwSignal(s, slot, ev, n.Event, false)
		return
	}
	if throws[ev.Trigger](m, s, slot, ev) {
		m.complete(s, slot)
	}
}

// thrown is what an event throws, its key and payload read in the token's scope.
func (m *Machine) thrown(slot int32, ev *Event, index int32) (*Thrown, error) {
	th := &Thrown{Event: index, Keyless: true}
	if ev.Expr == None && ev.Payload == None {
		return th, nil
	}
	d, err := m.events(m.tokens[slot].scope)
	if err != nil {
		return nil, err
	}
	if ev.Trigger == MessageTrigger && ev.Expr != None {
		key, ok, err := d.Key(ev.Expr)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, ErrNoKey
		}
		th.Key, th.Keyless = key, false
	}
	if ev.Payload != None {
		if th.Payload, err = d.Payload(ev.Payload); err != nil {
			return nil, err
		}
	}
	return th, nil
}

// throwMessage gives a message to the host's broker, and waits for its word: an
// inbox may be full, a sender may fail, which is a fault of the thrower (S4.1).
func throwMessage(m *Machine, s *Scratch, slot int32, ev *Event) bool {
	t := &m.tokens[slot]
	n := &m.def.Nodes[t.node]
	th, err := m.thrown(slot, ev, n.Event)
	if err != nil {
		m.raise(s, slot, err)
		return false
	}
	t.state = working
	s.ask(Publish, t.node, n.Scope, refOf(slot, t.gen), th)
	return false
}

// sent lets the thrower of a message go on.
func (m *Machine) sent(s *Scratch, slot int32, n *Node, err error) {
	switch {
	case err != nil:
		m.raise(s, slot, err)
	case n.Kind == EndEvent:
		m.pass(s, slot)
		m.die(s, slot)
	default:
		m.complete(s, slot)
	}
}

// throwSignal takes the catches of this instance that are current at the
// throw; the thrower's token is first put on its outgoing flow, or, at an end
// event, still counts for its scope while they fire (S5.1). The host then takes
// the catches elsewhere.
func (m *Machine) throwSignal(s *Scratch, slot int32, ev *Event, index int32, end bool) {
	t := &m.tokens[slot]
	n := &m.def.Nodes[t.node]
	th, err := m.thrown(slot, ev, index)
	if err != nil {
		m.raise(s, slot, err)
		return
	}
	s.ask(Broadcast, t.node, n.Scope, refOf(slot, t.gen), th)
	var current []*Subscription
	if m.extra != nil {
		for _, sub := range m.extra.signals {
			if m.def.Events[sub.Event].Name == ev.Name {
				current = append(current, sub)
			}
		}
	}
	gen := t.gen
	if end {
		t.state = waiting // it counts, but does not move
	} else {
		m.complete(s, slot)
	}
	for _, sub := range current {
		if m.status.Over() {
			return
		}
		if armed, at := m.find(sub.Ref, sub.Node); armed == sub {
			m.fire(s, at, sub, th.Payload)
		}
	}
	if end && !m.status.Over() && m.tokens[slot].gen == gen {
		m.pass(s, slot)
		m.die(s, slot)
	}
}

// endThrow throws and ends the token's path, unless the throw waits for the
// host's word; an end event that its own throw cancels did not complete.
func endThrow(m *Machine, s *Scratch, slot int32) {
	ev := m.eventOf(slot)
	if throws[ev.Trigger](m, s, slot, ev) {
		m.pass(s, slot)
		m.die(s, slot)
	}
}

// endSignal throws the signal and ends the token's path.
func endSignal(m *Machine, s *Scratch, slot int32) {
	m.throwSignal(s, slot, m.eventOf(slot), m.def.Nodes[m.tokens[slot].node].Event, true)
}
