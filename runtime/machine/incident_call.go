package machine

// What a called instance's own chain does not take climbs on from the call
// activity, and stands where it failed only if no caller takes it (S9.3). An
// instance knows nothing of another's catches, so it asks, and waits.

// Question is a failure in a called instance that its callers are asked about.
type Question struct {
	Ref   Ref   // where it failed, in the instance that asks
	Err   error // what failed
	event int32
	// Host is for the host's own part of it: which instance asks.
	Host any
}

// takeAsked looks for a catch of what failed in a called instance, as if the
// call had failed.
func takeAsked(m *Machine, s *Scratch, in *Input) error {
	t, slot := m.current(in.Ref)
	q, ok := in.Work.(*Question)
	if t == nil || t.state != working || m.def.Nodes[t.node].Kind != CallActivity || !ok {
		return ErrStale
	}
	n := &m.def.Nodes[t.node]
	s.at = t.node
	c, what := none, happened{}
	if catchable(q.Err) {
		c, what = m.catchOf(slot, t.scope, q.Err)
	}
	switch {
	case c.node != None:
		t.state, t.work = failing, nil // the host ends the call
		s.ask(CallerTakes, t.node, n.Scope, in.Ref, q)
		if s.Facts {
			m.tell(s, NodeFailed, slot)
			s.tell(ErrorCaught, c.node, m.def.Nodes[c.node].Scope, 0)
		}
		m.take(s, c, what)
	case m.called:
		s.ask(AskCaller, t.node, n.Scope, in.Ref, q)
	default:
		s.ask(NobodyTakes, t.node, n.Scope, in.Ref, q)
	}
	return nil
}

// takeNobody makes an incident of what no caller takes.
func takeNobody(m *Machine, s *Scratch, in *Input) error {
	q, ok := in.Work.(*Question)
	if !ok {
		return ErrUnknownInput
	}
	f := m.failureOf(q.Ref, q.event)
	if t, _ := m.current(q.Ref); t == nil || f == nil || !f.asking {
		return ErrStale
	}
	f.asking = false
	m.incident(s, OpenIncident, f)
	return nil
}

// takeFail ends an instance whose caller has taken what failed in it, or in what
// it calls by Ref.
func takeFail(m *Machine, s *Scratch, in *Input) error {
	node := int32(None)
	if t, _ := m.current(in.Ref); t != nil {
		node = t.node
	}
	m.more().fault = &Fault{Node: node, Err: in.Err}
	m.end(s, Failed)
	return nil
}
