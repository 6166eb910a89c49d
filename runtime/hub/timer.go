package hub

import "sync"

// timers is what is due when; equal times in the order of arming.
type timers struct {
	mu     sync.Mutex
	closed bool
	heap   heap
	armed  uint64 // how often one was
}

// Arm registers a timer that is due when its subscription says, in nanoseconds
// of Unix time; a timer that is armed already moves there. It reports whether it
// is now the first of all, so that who waits for Next must look again.
func (h *Hub) Arm(w *Waiter) (first bool) {
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return false
	}
	t.armed++
	w.link.hash = t.armed // the order of arming: a timer has no hash
	if w.link.at != 0 {
		t.heap.move(int(w.link.at)-1, w.Sub.Due)
	} else {
		t.heap.push(w, w.Sub.Due)
	}
	return w.link.at == 1
}

// Disarm removes a timer. It reports false where it has fired already, or is
// not armed.
func (h *Hub) Disarm(w *Waiter) bool {
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || w.link.at == 0 {
		return false
	}
	t.heap.take(int(w.link.at) - 1)
	return true
}

// Due takes the timer that is due first, if it is due by now; it is no longer
// armed then. Who fires calls it until it returns nil: that fires in the order of due
// times, equal ones in the order of arming, those too that are armed meanwhile.
// The lock is free between two calls, so that a clock that jumps
// over many timers holds nobody up.
func (h *Hub) Due(now int64) *Waiter {
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.heap.n == 0 || t.heap.at(0).due > now {
		return nil
	}
	return t.heap.take(0)
}

// DueOf is Due for the timers of one kind alone: it takes the one that is due
// first. It looks at every armed timer.
func (h *Hub) DueOf(now int64, is func(*Waiter) bool) *Waiter {
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := t.heap.first(is); i >= 0 && t.heap.at(i).due <= now {
		return t.heap.take(i)
	}
	return nil
}

// NextOf is when the first timer of one kind is due. It looks at every armed timer.
func (h *Hub) NextOf(is func(*Waiter) bool) (at int64, ok bool) {
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	i := t.heap.first(is)
	if i < 0 {
		return 0, false
	}
	return t.heap.at(i).due, true
}

// Next is when the hub next has something to do: a timer that is due or a
// message that expires. ok is false where nothing is to come.
func (h *Hub) Next() (at int64, ok bool) {
	at = h.nextExpiry()
	ok = at != never
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.heap.n > 0 && (!ok || t.heap.at(0).due < at) {
		at, ok = t.heap.at(0).due, true
	}
	return at, ok
}

// Armed is how many timers are armed.
func (h *Hub) Armed() int {
	h.timers.mu.Lock()
	defer h.timers.mu.Unlock()
	return h.timers.heap.n
}
