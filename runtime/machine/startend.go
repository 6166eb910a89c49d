package machine

// enterStart passes the token on: what triggered the start lies behind it (§10.5.2).
func enterStart(m *Machine, s *Scratch, slot int32, _ *Node) { m.complete(s, slot) }

// enterEnd ends the token as the event's trigger says (§10.5.3).
func enterEnd(m *Machine, s *Scratch, slot int32, n *Node) {
	if n.Performer == ByHandler { // it sends to the outside (S4.1)
		performHandler(m, s, slot, n)
		return
	}
	t := NoTrigger
	if n.Event != None {
		t = m.def.Events[n.Event].Trigger
	}
	ends[t](m, s, slot)
}

// endNone ends the token's path.
func endNone(m *Machine, s *Scratch, slot int32) {
	m.pass(s, slot)
	m.die(s, slot)
}

// endTerminate ends the event's scope and nothing above it: its runnable tokens
// are dropped before they move (S1.6, SC §2.5). A composite then leaves by its
// normal flows; the root scope is the instance.
func endTerminate(m *Machine, s *Scratch, slot, _ int32) bool {
	m.pass(s, slot)
	scope := m.tokens[slot].scope
	node := m.tokens[slot].node
	m.release(slot)
	if scope == 0 {
		m.more().terminated = node
		m.end(s, Terminated)
		return false
	}
	m.cancelTokens(s, scope)
	// It did not complete, and neither did the instance of which it is the activity:
	// nothing of it can be compensated (S8.1).
	m.abort(m.tokens[m.scope(scope).host].scope)
	m.leaveScope(s, scope, false)
	return false
}
