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
	return i.proc.engine.clock.Now().UTC()
}
