package hub

import "sync"

// timers is a 4-ary heap of what is due when; equal times in the order of arming.
type timers struct {
	mu   sync.Mutex
	heap []timer
}

// timer is a slot of the heap, with its key beside the waiter: comparing
// touches no other memory.
type timer struct {
	due   int64
	order uint64
	w     *Waiter
}

func (a *timer) before(b *timer) bool {
	return a.due < b.due || a.due == b.due && a.order < b.order
}

// Arm registers a timer that is due when its subscription says. It reports
// whether it is now the first of all.
func (h *Hub) Arm(w *Waiter) (first bool) {
	t := &h.timers
	w.order = h.order.Add(1)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.heap = append(t.heap, timer{due: w.Sub.Due, order: w.order, w: w})
	t.up(len(t.heap) - 1)
	return w.at == 1
}

// Disarm removes a timer. It reports false where it has fired already.
func (h *Hub) Disarm(w *Waiter) bool {
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.at == 0 {
		return false
	}
	t.take(int(w.at) - 1)
	return true
}

// Due takes the timer that is due first, if it is due by now.
func (h *Hub) Due(now int64) *Waiter {
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.heap) == 0 || t.heap[0].due > now {
		return nil
	}
	return t.take(0)
}

// DueOf is Due for the timers of one kind alone: it takes the one that is due
// first. It looks at every armed timer.
func (h *Hub) DueOf(now int64, is func(*Waiter) bool) *Waiter {
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := t.first(is); i >= 0 && t.heap[i].due <= now {
		return t.take(i)
	}
	return nil
}

// NextOf is when the first timer of one kind is due. It looks at every armed timer.
func (h *Hub) NextOf(is func(*Waiter) bool) (at int64, ok bool) {
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	i := t.first(is)
	if i < 0 {
		return 0, false
	}
	return t.heap[i].due, true
}

// first is the slot of the first timer of a kind, -1 where there is none.
func (t *timers) first(is func(*Waiter) bool) int {
	best := -1
	for i := range t.heap {
		if is(t.heap[i].w) && (best < 0 || t.heap[i].before(&t.heap[best])) {
			best = i
		}
	}
	return best
}

// Next is when the hub next has something to do: a timer that is due or a
// message that expires. ok is false where nothing is to come.
func (h *Hub) Next() (at int64, ok bool) {
	at, ok = h.nextExpiry()
	t := &h.timers
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.heap) > 0 && (!ok || t.heap[0].due < at) {
		at, ok = t.heap[0].due, true
	}
	return at, ok
}

// Armed is how many timers are armed.
func (h *Hub) Armed() int {
	h.timers.mu.Lock()
	defer h.timers.mu.Unlock()
	return len(h.timers.heap)
}

// take removes slot i and returns its waiter.
func (t *timers) take(i int) *Waiter {
	w := t.heap[i].w
	w.at = 0
	last := len(t.heap) - 1
	moved := t.heap[last]
	t.heap[last] = timer{}
	t.heap = t.heap[:last]
	if i < last {
		t.heap[i] = moved
		moved.w.at = int32(i) + 1
		t.down(i)
		t.up(int(moved.w.at) - 1)
	}
	return w
}

func (t *timers) up(i int) {
	x := t.heap[i]
	for i > 0 {
		parent := (i - 1) / 4
		if !x.before(&t.heap[parent]) {
			break
		}
		t.heap[i] = t.heap[parent]
		t.heap[i].w.at = int32(i) + 1
		i = parent
	}
	t.heap[i] = x
	x.w.at = int32(i) + 1
}

func (t *timers) down(i int) {
	x := t.heap[i]
	for {
		least := 4*i + 1
		if least >= len(t.heap) {
			break
		}
		for c := least + 1; c < len(t.heap) && c <= 4*i+4; c++ {
			if t.heap[c].before(&t.heap[least]) {
				least = c
			}
		}
		if !t.heap[least].before(&x) {
			break
		}
		t.heap[i] = t.heap[least]
		t.heap[i].w.at = int32(i) + 1
		i = least
	}
	t.heap[i] = x
	x.w.at = int32(i) + 1
}
