package machine

// endCancel cancels the transaction that the event is in (§10.7, S8.3): first
// what runs in it, then what completed in it is compensated, then it leaves by
// its Cancel boundary event. The event is cancelled with the rest and does not
// complete.
func endCancel(m *Machine, s *Scratch, slot int32) {
	t := &m.tokens[slot]
	tx := m.transactionOf(t.scope)
	if tx == None {
		m.raise(s, slot, invariant("the cancel end event %s is in no transaction that runs", m.def.Nodes[t.node].ID))
		return
	}
	if s.Facts {
		m.tell(s, TransactionCancelled, slot)
	}
	if t.scope != tx {
		slot = m.beside(s, tx, t.node) // its own goes with the sub-process that it is in
	}
	m.tokens[slot].state = waiting
	m.unwatch(s, tx)
	m.scope(tx).sentry = interrupted
	m.cancelOthers(s, tx, slot, m.tokens[slot].gen)
	m.sweep(s, slot, hosting, m.claim(tx, None), true)
}

// throwCancel is endCancel for one of the definitions of an end event with several.
func throwCancel(m *Machine, s *Scratch, slot, _ int32) bool {
	endCancel(m, s, slot)
	return false
}

// transactionOf is the nearest open scope outward that is a transaction's.
func (m *Machine) transactionOf(scope int32) int32 {
	for ; scope != 0; scope = m.scope(scope).parent {
		if m.def.Nodes[m.tokens[m.scope(scope).host].node].Kind == Transaction {
			return scope
		}
	}
	return None
}

// leaveCancelled leaves a transaction by its Cancel boundary event. Without one
// nothing leads on: its path ends.
func (m *Machine) leaveCancelled(s *Scratch, slot int32) {
	scope := m.tokens[slot].scope
	host := m.scope(scope).host
	m.tokens[slot].state = waiting
	guarded := host
	if around := m.scope(m.tokens[host].scope).host; around != None && m.repeats(around) {
		guarded = around // of an instance: the boundary events are the whole's (S7.3)
	}
	for _, b := range m.def.Nodes[m.tokens[guarded].node].Boundaries {
		if m.def.Events[m.def.Nodes[b].Event].Trigger == CancelTrigger {
			m.trip(s, guarded, b)
			return
		}
	}
	outer := m.tokens[host].scope
	m.abort(outer)
	m.cancelToken(s, host)
	m.release(host)
	sc := m.scope(outer)
	if sc.active--; sc.active == 0 {
		m.drained(s, outer)
	}
}
