package runtime

import "fmt"

// refuseEmpty refuses a conditional event that explicitly depends on nothing: it
// would never be evaluated again (EV §2.7 "Granularity"). None at all means anything.
func refuseEmpty(def *Definition) error {
events:
	for i := range def.Events {
		reads := def.Events[i].Reads
		if reads == nil {
			continue
		}
		for _, word := range reads {
			if word != 0 {
				continue events
			}
		}
		return fmt.Errorf("event %d depends on nothing, and so would never be evaluated again: leave its Reads out where it may read anything (EV §2.7)", i)
	}
	return nil
}
