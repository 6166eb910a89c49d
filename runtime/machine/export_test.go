package machine

// Armed counts the conditions and signals that are armed.
func (m *Machine) Armed() int {
	if m.extra == nil {
		return 0
	}
	return len(m.extra.conditionals) + len(m.extra.signals)
}
