package runtime

import "time"

// Clock is where an engine's time comes from; tests give a virtual one. Its
// methods are called from many goroutines.
type Clock interface {
	Now() time.Time
}

// systemClock is the machine's own clock.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }
