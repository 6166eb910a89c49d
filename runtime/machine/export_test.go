package machine

// Armed counts the conditions and signals that are armed.
func (m *Machine) Armed() int {
	n := 0
	for i := range m.tokens {
		for sub := m.tokens[i].subs; sub != nil; sub = sub.next {
			if m.trigger(sub) == SignalTrigger {
				n++
			}
		}
	}
	if m.extra != nil {
		n += len(m.extra.conditionals)
	}
	return n
}

// Conditions are the armed conditions in the order of arming, by their event,
// with the value each was last seen to have; indexed says that they have an index.
func (m *Machine) Conditions() (events []int32, last []bool, indexed bool) {
	if m.extra == nil {
		return nil, nil, false
	}
	for _, sub := range m.extra.conditionals {
		events, last = append(events, sub.Event), append(last, sub.last)
	}
	return events, last, m.extra.index != nil
}

// Extra is what an instance has beyond the usual.
type Extra = extra

// OpenScopes counts the nested scopes that are open.
func (m *Machine) OpenScopes() int {
	if m.extra == nil {
		return 0
	}
	free := 0
	for s := m.extra.freeScope; s != 0; s = m.extra.scopes[s-1].parent {
		free++
	}
	return len(m.extra.scopes) - free
}

// Tokens counts the tokens, those that hold the subscriptions of a scope included.
func (m *Machine) Tokens() int {
	n := 0
	for i := range m.tokens {
		if m.tokens[i].state != vacant {
			n++
		}
	}
	return n
}

// CatchChain is the catch chain of a scope, as it is walked.
func (d *Definition) CatchChain(scope int32) []Catch { return d.catches(scope) }
