package runtime

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// DefaultMaxHandlers is how many handlers run at once beside their instances
// where the host sets no limit.
const DefaultMaxHandlers = 10_000

// WithMaxHandlers bounds how many handlers run at once, of all instances
// together: those that have a goroutine of their own. More wait, the first come
// first, without a goroutine; those whose token is cancelled meanwhile never
// run. So a multi-instance activity with 100,000 items needs no more goroutines than
// that (S7.2). The default is DefaultMaxHandlers. A handler that waits for
// another one counts while it waits: a low limit can make all of them wait.
func WithMaxHandlers(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return fmt.Errorf("WithMaxHandlers(%d): at least one handler must be able to run", n)
		}
		c.maxHandlers = int64(n)
		return nil
	}
}

// gate lets no more handlers run at once than are allowed.
type gate struct {
	// all counts the handlers that run and those that wait.
	all atomic.Int64
	mu  sync.Mutex
	// first and last are the queue of those that wait, linked by next.
	first, last *flight
	// promised are places that became free for one that is about to wait.
	promised int
}

// fly runs the handler on a goroutine of its own, or lets it wait for one.
func (e *Engine) fly(f *flight) {
	g := &e.gate
	if g.all.Add(1) > e.maxHandlers {
		g.mu.Lock()
		if g.promised == 0 {
			if g.last != nil {
				g.last.next = f
			} else {
				g.first = f
			}
			g.last = f
			g.mu.Unlock()
			return
		}
		g.promised--
		g.mu.Unlock()
	}
	if f.takeOff() {
		go f.run()
		return
	}
	e.nextFlight() // the engine shuts down: none follows
}

// nextFlight ends the place of a handler that has returned, or gives it to the
// one that waits longest; nil for none.
func (e *Engine) nextFlight() *flight {
	g := &e.gate
	for g.all.Add(-1) >= e.maxHandlers {
		g.mu.Lock()
		f := g.first
		if f == nil {
			g.promised++
			g.mu.Unlock()
			return nil
		}
		if g.first = f.next; g.first == nil {
			g.last = nil
		}
		f.next = nil
		g.mu.Unlock()
		if !f.unwanted() && f.takeOff() {
			return f
		}
		f.recycle()
	}
	return nil
}

// unwanted reports a handler whose token was cancelled while it waited.
func (f *flight) unwanted() bool {
	c, ok := f.in.Work.(contextual)
	return ok && c.context().Err() != nil
}

// recycle gives the flight back.
func (f *flight) recycle() {
	*f = flight{}
	flights.Put(f)
}
