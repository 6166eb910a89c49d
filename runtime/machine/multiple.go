package machine

// happened is an event that happened, with what it brought.
type happened struct {
	event   int32
	payload any
	// code and message are of an error or escalation.
	code, message string
}

// Caught is what an error or escalation brought to a catch that binds more of it
// than its payload (Event.Told). A technical failure has no code (S6.2).
type Caught struct {
	Code, Message string
	Payload       any
}

// partial is a part of an event that needs all of its parts, and has not got
// them yet (§10.5.1).
type partial struct {
	ref  Ref
	node int32
	happened
}

// armAll arms an event of a node for a token, all of its parts if it has
// several. It returns the subscription that is satisfied already and is to
// happen at once, which only a conditional's can be here (EV §2.7).
func (m *Machine) armAll(s *Scratch, slot, node int32) (now *Subscription, err error) {
	index := m.def.Nodes[node].Event
	ev := &m.def.Events[index]
	if ev.Trigger != MultipleTrigger {
		return m.arm(s, slot, node, index)
	}
	hostFirst := false
	for _, part := range ev.Parts {
		sub, err := m.arm(s, slot, node, part)
		switch {
		case err != nil:
			m.unarm(s, slot, node)
			return nil, err
		case m.def.Events[part].Trigger != ConditionalTrigger:
			hostFirst = true
		case sub == nil:
		case now == nil && !hostFirst && !ev.Parallel:
			now = sub
		default: // after what only the host knows, or one of several that are needed
			s.ask(Satisfied, node, m.def.Nodes[node].Scope, sub.Ref, sub)
		}
	}
	return now, nil
}

// unarm ends what a token waits for by one node.
func (m *Machine) unarm(s *Scratch, slot, node int32) {
	for at := &m.tokens[slot].subs; *at != nil; {
		sub := *at
		if sub.Node != node {
			at = &sub.next
			continue
		}
		*at = sub.next
		m.disarmOne(s, sub)
	}
}

// asksHost reports whether only the host can know that a node's event has
// happened already.
func (m *Machine) asksHost(node int32) bool {
	ev := &m.def.Events[m.def.Nodes[node].Event]
	for _, part := range ev.Parts {
		if m.def.Events[part].Trigger != ConditionalTrigger {
			return true
		}
	}
	return ev.Trigger != ConditionalTrigger && ev.Trigger != MultipleTrigger
}

// gather keeps a part that happened of an event that needs all of them. Once it
// was the last it returns them all, in document order.
func (m *Machine) gather(ref Ref, node int32, part happened) []happened {
	x := m.more()
	x.partials = append(x.partials, partial{ref, node, part})
	parts := m.def.Events[m.def.Nodes[node].Event].Parts
	var all []happened
	for _, part := range parts {
		for _, p := range x.partials {
			if p.ref == ref && p.node == node && p.event == part {
				all = append(all, p.happened)
			}
		}
	}
	if len(all) < len(parts) {
		return nil
	}
	m.dropPartials(ref, node)
	return all
}

// hasHappened reports whether a part of an event that needs all of them has.
func (m *Machine) hasHappened(slot, node, part int32) bool {
	if m.extra == nil || slot == None {
		return false
	}
	ref := refOf(slot, m.tokens[slot].gen)
	for _, p := range m.extra.partials {
		if p.ref == ref && p.node == node && p.event == part {
			return true
		}
	}
	return false
}

// dropPartials forgets the parts that happened for an activation, those of one
// node or, with None, of all.
func (m *Machine) dropPartials(ref Ref, node int32) {
	x := m.extra
	kept := x.partials[:0]
	for _, p := range x.partials {
		if p.ref != ref || node != None && p.node != node {
			kept = append(kept, p)
		}
	}
	clear(x.partials[len(kept):])
	x.partials = kept
}

// throwParts throws the parts of a multiple event, in document order, from the
// one on that the token has come to. It reports whether the token is there and
// may go on: a message waits for the host's word first.
func throwParts(m *Machine, s *Scratch, slot int32, index int32) bool {
	parts := m.def.Events[index].Parts
	for {
		t := &m.tokens[slot]
		if int(t.arg) >= len(parts) {
			return true
		}
		part := parts[t.arg]
		t.arg++
		gen := t.gen
		ev := &m.def.Events[part]
		if ev.Trigger == SignalTrigger {
			m.signalBeside(s, slot, ev, part)
		} else if !throws[ev.Trigger](m, s, slot, part) {
			return false
		}
		if m.status.Over() || m.tokens[slot].gen != gen || m.tokens[slot].state == failing {
			return false
		}
	}
}

// signalBeside throws a signal while its token stays where it is.
func (m *Machine) signalBeside(s *Scratch, slot int32, ev *Event, index int32) {
	th, err := m.thrown(s, slot, ev, index)
	if err != nil {
		m.raise(s, slot, err)
		return
	}
	t := &m.tokens[slot]
	s.ask(Broadcast, t.node, m.def.Nodes[t.node].Scope, refOf(slot, t.gen), th)
	was := t.state
	t.state = waiting // it counts, but does not move
	gen := t.gen
	m.fireAll(s, m.listening(th.Name), th.Payload)
	if !m.status.Over() && m.tokens[slot].gen == gen {
		m.tokens[slot].state = was
	}
}

// validateParts checks an event that has several.
func (d *Definition) validateParts(ev *Event) bool {
	for _, p := range ev.Parts {
		if p < 0 || int(p) >= len(d.Events) || d.Events[p].Trigger == MultipleTrigger {
			return false
		}
	}
	return (ev.Trigger == MultipleTrigger) == (len(ev.Parts) > 0)
}
