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
