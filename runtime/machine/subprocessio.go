package machine

// LeaveData is the Data of a scope whose sub-process has results (Scope.Outputs).
type LeaveData interface {
	Data
	// Leave commits the results of the sub-process with that scope, which has
	// completed, in one step, and marks what changed around it.
	Leave(scope int32, changed Changes) error
}

// leaves commits the results of a sub-process that has drained, before its token
// goes on (S3.3, S3.6). It reports whether that is still there.
func (m *Machine) leaves(s *Scratch, slot int32) bool {
	sc := m.scope(slot)
	def, host := sc.def, sc.host
	if !m.def.Scopes[def].Outputs {
		return true
	}
	d, ok := sc.data.(LeaveData)
	if !ok {
		m.raise(s, host, invariant("the data has no results of scope %s", m.def.Scopes[def].ID))
		return false
	}
	m.unwatch(s, slot)
	changed := m.clearChanges(s)
	s.at = m.tokens[host].node
	if err := leaveSafely(d, def, changed); err != nil {
		s.failed = mishap{stage: draining}
		m.raise(s, host, err)
		return false
	}
	m.disarm(s, host) // before the commit is evaluated
	return m.committed(s, host, changed)
}
