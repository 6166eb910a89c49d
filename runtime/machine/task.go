package machine

// enterTask starts a task (§10.3.3).
func enterTask(m *Machine, s *Scratch, slot int32, n *Node) {
	if len(n.Boundaries) > 0 && !m.guard(s, slot, n) {
		return
	}
	performers[n.Performer](m, s, slot, n)
}

// performNobody completes the task at once (§13.3.3).
func performNobody(m *Machine, s *Scratch, slot int32, _ *Node) {
	m.disarm(s, slot)
	m.complete(s, slot)
}

// performHandler has the host run the task's handler: here, where the compiler
// says that nothing can be beside it or interrupt it and nothing is, else beside
// the instance.
func performHandler(m *Machine, s *Scratch, slot int32, n *Node) {
	kind, shared := Run, true
	if n.InLine && !s.Shared && m.alone(slot) && (s.Beside == nil || !s.Beside(m.tokens[slot].node)) {
		kind, shared = RunInLine, false
	}
	m.begin(s, slot, n, kind, shared)
}

// performUser opens a user task. Its data is its own copy: it waits long, and
// what it saw must not change.
func performUser(m *Machine, s *Scratch, slot int32, n *Node) {
	m.begin(s, slot, n, OpenTask, true)
}

func (m *Machine) begin(s *Scratch, slot int32, n *Node, kind EffectKind, shared bool) {
	t := &m.tokens[slot]
	w, err := m.scope(t.scope).data.Begin(n.Work, shared, s)
	if err != nil {
		m.raise(s, slot, err)
		return
	}
	t.work = w
	t.state = working
	s.ask(kind, t.node, n.Scope, refOf(slot, t.gen), w)
}

// performScript evaluates the task's expression and commits its result (S3.2).
func performScript(m *Machine, s *Scratch, slot int32, n *Node) {
	changed := m.clearChanges(s)
	if err := m.scope(m.tokens[slot].scope).data.Script(n.Work, changed); err != nil {
		m.raise(s, slot, err)
		return
	}
	m.disarm(s, slot)
	if m.committed(s, slot, changed) {
		m.complete(s, slot)
	}
}

// alone reports whether the instance has no token but this one and the hosts of
// the scopes that it is in.
func (m *Machine) alone(slot int32) bool {
	for i := m.tokens[slot].scope; i != None; {
		sc := m.scope(i)
		if sc.active != 1 {
			return false
		}
		i = sc.parent
	}
	return true
}
