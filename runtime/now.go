package runtime

import "time"

// Now is the engine's time, in UTC, of the step that the instance is taking:
// the same for all that one input makes it evaluate, so that a condition and
// the one after it see one instant. Generated code calls it, while the step is
// taken only; its Definition says Clock.
func (i *Instance) Now() time.Time {
	for l := i.mailbox.Load(); l != nil; l = l.next {
		if s := l.owner; s != nil && s.in.Now != 0 {
			return time.Unix(0, s.in.Now).UTC()
		}
	}
	if x := i.extra.Load(); x != nil && x.standsFor != nil {
		return x.standsFor.Now()
	}
	return i.proc.engine.clock.Now().UTC()
}

// StandIn makes i, the instance of a copy of variables that a compensation
// handler works on, tell of what it stands for. Generated code calls it.
func (i *Instance) StandIn(of *Instance) {
	i.proc = of.proc
	i.extra.Store(&extra{standsFor: of})
}
