package machine

// Armed counts the conditions and signals that are armed.
func (m *Machine) Armed() int {
	if m.extra == nil {
		return 0
	}
	return len(m.extra.conditionals) + len(m.extra.signals)
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
