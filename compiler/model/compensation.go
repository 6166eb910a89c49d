package model

// Compensation is what undoes an activity that has completed (§10.7, S8.1).
type Compensation struct {
	// Handler is the activity that its compensation boundary event is joined to, or
	// the start event of its compensation event sub-process. None: what completed
	// inside it is compensated instead (§13.5.5).
	Handler int
}

// Compensates reports whether something in the process can run a compensation: a
// throw or end event, or a transaction's cancel (S8.1).
func (p *Process) Compensates() bool {
	for i := range p.Nodes {
		if p.Nodes[i].Kind != ThrowEvent && p.Nodes[i].Kind != EndEvent {
			continue
		}
		for _, t := range p.Nodes[i].Triggers {
			if t.Kind == CompensateTrigger || t.Kind == CancelTrigger {
				return true
			}
		}
	}
	return false
}
