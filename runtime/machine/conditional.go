package machine

// holds evaluates an armed condition. A missing value is "not true", never a
// fault (S3.5).
func (m *Machine) holds(s *Scratch, sub *Subscription) bool {
	scope := m.tokens[sub.Ref.slot()].scope
	ok, err := conditionSafely(m.scope(scope).data, m.def.Events[sub.Event].Expr)
	if s.Facts {
		s.tell(ConditionEvaluated, sub.Node, m.def.Nodes[sub.Node].Scope, sub.Ref)
	}
	return ok && err == nil
}

// reevaluate evaluates the armed conditions that a commit may have changed, all
// against the same committed state, and then lets those happen that became
// true, in the order of arming; what an earlier one disarmed does not happen
// (EV §2.7).
func (m *Machine) reevaluate(s *Scratch, changed Changes) {
	x := m.extra
	if x == nil || !changed.Any() {
		return
	}
	if x.inclusive != nil {
		x.inclusive.dataChanged()
	}
	if len(x.conditionals) == 0 {
		return
	}
	concerned := x.concerned(s.concerned[:0], m.def, changed)
	if len(concerned) == 0 {
		return
	}
	s.concerned = nil // what happens may commit and evaluate in its turn
	fires := concerned[:0]
	for _, sub := range concerned {
		was := sub.last
		sub.last = m.holds(s, sub)
		if sub.last && !was {
			fires = append(fires, sub)
		}
	}
	for _, sub := range fires {
		if m.status.Over() {
			break
		}
		if slot := m.holder(sub); slot != None {
			m.fire(s, slot, sub, nil)
		}
	}
	clear(concerned) // a pooled scratch must keep no instance alive
	s.concerned = concerned[:0]
}
