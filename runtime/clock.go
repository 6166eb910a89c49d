package runtime

import (
	"sync"
	"time"

	"github.com/bpmngen/bpmngen/runtime/hub"
)

// Clock is where an engine's time comes from; tests give a virtual one. Its
// methods are called from many goroutines.
type Clock interface {
	Now() time.Time
}

// Waker is a Clock that can call back; the system's is one. With a clock that
// is none, whoever moves it calls Engine.Tick.
type Waker interface {
	Clock
	// AfterFunc calls f once, on a goroutine of its own, when d has passed.
	// stop reports whether it prevented that.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// systemClock is the machine's own clock.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }

// alarm is the engine's one timer: it rings when the hub next has something to do.
type alarm struct {
	mu   sync.Mutex
	at   int64 // when it rings; 0: it does not
	stop func() bool
}

// setAlarm has the engine ring at that time, if it does not ring before.
func (e *Engine) setAlarm(at int64) {
	clock, ok := e.clock.(Waker)
	if !ok || e.closing.Load() {
		return
	}
	a := &e.alarm
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.at != 0 && a.at <= at {
		return
	}
	if a.stop != nil {
		a.stop()
	}
	a.at = at
	a.stop = clock.AfterFunc(time.Duration(at-clock.Now().UnixNano()), e.ring)
}

func (e *Engine) ring() {
	if !e.enter(0) {
		return
	}
	e.alarm.mu.Lock()
	e.alarm.at = 0
	e.alarm.mu.Unlock()
	e.Tick()
	e.exit(0)
}

// stopAlarm ends the alarm for good; Shutdown has begun.
func (e *Engine) stopAlarm() {
	e.alarm.mu.Lock()
	defer e.alarm.mu.Unlock()
	if e.alarm.stop != nil {
		e.alarm.stop()
	}
}

// Tick fires every timer that is due by the engine's clock, in the order of
// their due times, and lets messages expire. The engine calls it by itself
// where its clock is a Waker.
func (e *Engine) Tick() {
	now := e.clock.Now().UnixNano()
	for w := e.hub.Due(now); w != nil; w = e.hub.Due(now) {
		e.fireTimer(w, now)
	}
	for _, m := range e.hub.Expire(now) {
		e.tellMessage(MessageExpired, m)
	}
	if at, ok := e.hub.Next(); ok {
		e.setAlarm(at)
	}
}

// NextDue is when Tick next has something to do; ok is false where nothing is
// to come.
func (e *Engine) NextDue() (at time.Time, ok bool) {
	ns, ok := e.hub.Next()
	if !ok {
		return time.Time{}, false
	}
	return time.Unix(0, ns), true
}

// NextDueAt is when the first timer of the nodes with that BPMN id is due. It
// is for tests: it looks at every armed timer.
func (e *Engine) NextDueAt(node string) (at time.Time, ok bool) {
	ns, ok := e.hub.NextOf(timerOf(node))
	if !ok {
		return time.Time{}, false
	}
	return time.Unix(0, ns), true
}

// TickAt is Tick for the timers of the nodes with that BPMN id alone; the others
// wait for the next Tick. It is for tests: it looks at every armed timer.
func (e *Engine) TickAt(node string) {
	now := e.clock.Now().UnixNano()
	is := timerOf(node)
	for w := e.hub.DueOf(now, is); w != nil; w = e.hub.DueOf(now, is) {
		e.fireTimer(w, now)
	}
}

func timerOf(node string) func(*hub.Waiter) bool {
	return func(w *hub.Waiter) bool {
		if st, ok := w.Owner.(*startPoint); ok {
			return st.process.Load().def.Nodes[st.node].ID == node
		}
		return w.Owner.(*Instance).m.Definition().Nodes[w.Sub.Node].ID == node
	}
}
