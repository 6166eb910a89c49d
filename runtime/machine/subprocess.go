package machine

// enterSubProcess opens the composite's scope; its token waits until that
// drains (SC §2.2, §2.4).
func enterSubProcess(m *Machine, s *Scratch, slot int32, n *Node) {
	if n.Loop != nil {
		m.enterLoop(s, slot, n)
		return
	}
	if len(n.Boundaries) > 0 && !m.guard(s, slot, n) {
		return
	}
	m.open(s, slot, n.Inner)
}
