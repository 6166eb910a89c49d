package machine

import (
	"cmp"
	"slices"
)

// enterThrow throws and lets the token go on (§10.5.4). What the host sends is
// work: to the outside, or by a vendor's implementation (S4.1).
func enterThrow(m *Machine, s *Scratch, slot int32, n *Node) {
	switch {
	case n.Performer == ByHandler:
		performHandler(m, s, slot, n)
	case n.Event == None:
		m.complete(s, slot)
	case m.def.Events[n.Event].Trigger == SignalTrigger:
		m.throwSignal(s, slot, &m.def.Events[n.Event], n.Event, false)
	default:
		if len(n.Boundaries) > 0 && !m.guard(s, slot, n) {
			return // a send task that was interrupted before it sent
		}
		if m.throwAll(s, slot, n) {
			m.disarm(s, slot)
			m.complete(s, slot)
		}
	}
}

// throwAll throws an event, or its parts if it has several. It reports whether
// the token is there and may go on at once.
func (m *Machine) throwAll(s *Scratch, slot int32, n *Node) bool {
	ev := &m.def.Events[n.Event]
	if ev.Trigger == MultipleTrigger {
		m.tokens[slot].arg = 0
		return throwParts(m, s, slot, n.Event)
	}
	return throws[ev.Trigger](m, s, slot, n.Event)
}

// thrown is what an event throws, its key and payload read in the token's scope.
func (m *Machine) thrown(s *Scratch, slot int32, ev *Event, index int32) (*Thrown, error) {
	th := &Thrown{Event: index, Name: ev.Name, Keyless: true}
	if ev.Text != 0 && (ev.Trigger == MessageTrigger || ev.Trigger == SignalTrigger) {
		name, err := m.text(m.tokens[slot].scope, ev)
		if err != nil {
			return nil, err
		}
		th.Name = name
	}
	if ev.Expr == None && ev.Payload == None {
		return th, m.sendKey(s, ev, th)
	}
	d, err := m.events(m.tokens[slot].scope)
	if err != nil {
		return nil, err
	}
	if ev.Trigger == MessageTrigger && ev.Expr != None {
		key, ok, err := keySafely(d, ev.Expr)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, ErrNoKey
		}
		th.Key, th.Keyless = key, false
	}
	if err := m.sendKey(s, ev, th); err != nil {
		return nil, err
	}
	if ev.Payload != None {
		if th.Payload, err = payloadSafely(d, ev.Payload); err != nil {
			return nil, err
		}
	}
	return th, nil
}

// throwMessage gives a message to the host's broker, and waits for its word: an
// inbox may be full, a sender may fail, which is a fault of the thrower (S4.1).
func throwMessage(m *Machine, s *Scratch, slot, index int32) bool {
	t := &m.tokens[slot]
	n := &m.def.Nodes[t.node]
	th, err := m.thrown(s, slot, &m.def.Events[index], index)
	if err != nil {
		m.raise(s, slot, err)
		return false
	}
	for _, d := range m.throwsAgain(t.scope, &m.def.Events[index]) {
		if m.accepts(d, th) { // one message serves one waiter; the thrower is cancelled with its scope
			m.tripAgain(s, d, th.Payload)
			return false
		}
	}
	t.state = working
	t.work = th
	s.ask(Publish, t.node, n.Scope, refOf(slot, t.gen), th)
	return false
}

// sent lets the thrower of a message go on.
func (m *Machine) sent(s *Scratch, slot int32, n *Node, err error) {
	switch {
	case err != nil:
		m.raise(s, slot, err)
	case m.def.Events[n.Event].Trigger == MultipleTrigger && !throwParts(m, s, slot, n.Event):
	case n.Kind == EndEvent:
		m.pass(s, slot)
		m.die(s, slot)
	default:
		m.disarm(s, slot)
		m.complete(s, slot)
	}
}

// throwSignal takes the catches of this instance that are current at the
// throw; the thrower's token is first put on its outgoing flow, or, where there
// is none, still counts for its scope while they fire (S5.1). The host then takes
// the catches elsewhere.
func (m *Machine) throwSignal(s *Scratch, slot int32, ev *Event, index int32, end bool) {
	t := &m.tokens[slot]
	n := &m.def.Nodes[t.node]
	th, err := m.thrown(s, slot, ev, index)
	if err != nil {
		m.raise(s, slot, err)
		return
	}
	s.ask(Broadcast, t.node, n.Scope, refOf(slot, t.gen), th)
	current := m.listening(th.Name)
	again := m.throwsAgain(t.scope, ev)
	gen := t.gen
	stays := end || len(n.Out) == 0
	if stays {
		t.state = waiting // it counts, but does not move
	} else {
		m.complete(s, slot)
	}
	m.fireAll(s, current, th.Payload)
	for _, d := range again {
		m.tripAgain(s, d, th.Payload)
	}
	switch {
	case !stays || m.status.Over() || m.tokens[slot].gen != gen:
	case end:
		m.pass(s, slot)
		m.die(s, slot)
	default:
		m.complete(s, slot)
	}
}

// listening are the catches of a signal that this instance has armed, in the
// order of arming.
func (m *Machine) listening(name string) []*Subscription {
	var current []*Subscription
	for i := range m.tokens {
		for sub := m.tokens[i].subs; sub != nil; sub = sub.next {
			if m.trigger(sub) == SignalTrigger && m.NameOf(sub) == name {
				current = append(current, sub)
			}
		}
	}
	slices.SortFunc(current, func(a, b *Subscription) int { return cmp.Compare(a.Due, b.Due) })
	return current
}

// fireAll lets those happen that are still armed when their turn comes.
func (m *Machine) fireAll(s *Scratch, subs []*Subscription, payload any) {
	for _, sub := range subs {
		if m.status.Over() {
			return
		}
		if at := m.holder(sub); at != None {
			m.fire(s, at, sub, payload)
		}
	}
}

// endThrow throws and ends the token's path, unless the throw waits for the
// host's word; an end event that its own throw cancels did not complete.
func endThrow(m *Machine, s *Scratch, slot int32) {
	if m.throwAll(s, slot, &m.def.Nodes[m.tokens[slot].node]) {
		m.pass(s, slot)
		m.die(s, slot)
	}
}

// endSignal throws the signal and ends the token's path.
func endSignal(m *Machine, s *Scratch, slot int32) {
	m.throwSignal(s, slot, m.eventOf(slot), m.def.Nodes[m.tokens[slot].node].Event, true)
}
