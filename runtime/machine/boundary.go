package machine

import "slices"

// guard arms the boundary events of an activity that begins (EV §2.3), in
// document order. It reports whether the activity is still there: a condition
// that is true already may have interrupted it.
func (m *Machine) guard(s *Scratch, slot int32, n *Node) bool {
	t := &m.tokens[slot]
	t.state = working
	gen := t.gen
	for _, b := range n.Boundaries {
		if m.shared(n, b) {
			continue // its event sub-process receives (S6.5)
		}
		if m.watched(slot, b) {
			continue // it is armed already: the activity is entered once more (S9.2)
		}
		now, err := m.armAll(s, slot, b)
		if err != nil {
			m.raise(s, slot, err)
			return false
		}
		if now == nil {
			continue
		}
		m.fire(s, slot, now, nil)
		if m.status.Over() || m.tokens[slot].gen != gen {
			return false
		}
	}
	return true
}

// watched reports whether a boundary event of a token's activity is armed.
func (m *Machine) watched(slot, boundary int32) bool {
	for sub := m.tokens[slot].subs; sub != nil; sub = sub.next {
		if sub.Node == boundary {
			return true
		}
	}
	return false
}

// enterBoundary is never reached by a flow.
func enterBoundary(m *Machine, s *Scratch, slot int32, _ *Node) { m.complete(s, slot) }

// trip lets a boundary event happen to the activity of a token: a token goes
// onto the exception flow, then, if it interrupts, what it guards is cancelled
// (S1.2, EV §2.2).
func (m *Machine) trip(s *Scratch, slot, boundary int32, got ...happened) {
	scope := m.tokens[slot].scope
	ev := &m.def.Events[m.def.Nodes[boundary].Event]
	origin := m.exceptional(slot, ev.Interrupting)
	out := m.beside(s, scope, boundary)
	m.tokens[out].origin = origin
	gen := m.tokens[out].gen
	if m.receive(s, out, got...) {
		m.complete(s, out)
	} else if m.status.Over() || m.tokens[out].gen != gen || m.tokens[out].state != standing {
		return
	}
	if m.status.Over() {
		return
	}
	if !ev.Interrupting {
		return
	}
	m.cancelToken(s, slot)
	if m.def.Nodes[m.tokens[slot].node].InAdHoc {
		_, a := m.adHocOf(scope)
		m.activityGone(s, scope, slot, a)
	}
	m.release(slot)
	sc := m.scope(scope)
	sc.active--
	if sc.active == 0 { // the boundary event has no outgoing flow
		m.drained(s, scope)
	}
}

// receive commits what events brought, as one step, in the scope of a token
// (S6.4), and reports whether that is still there.
func (m *Machine) receive(s *Scratch, slot int32, got ...happened) bool {
	var changed Changes
	for _, h := range got {
		ev := &m.def.Events[h.event]
		payload := h.payload
		if ev.Told {
			payload = &Caught{Code: h.code, Message: h.message, Payload: payload}
		}
		if ev.Payload == None || payload == nil {
			continue
		}
		d, err := m.events(m.tokens[slot].scope)
		if err != nil {
			m.raise(s, slot, err)
			return false
		}
		if changed == nil {
			changed = m.clearChanges(s)
		}
		if err := receiveSafely(d, ev.Payload, payload, changed); err != nil {
			s.failed = mishap{stage: receiving, got: slices.Clone(got)}
			m.raise(s, slot, err)
			return false
		}
	}
	return changed == nil || m.committed(s, slot, changed)
}
