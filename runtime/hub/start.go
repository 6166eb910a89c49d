package hub

// Start is a message by which instances of a process are made (S4.2).
type Start struct {
	Owner any
	// Group is the process, within which one instance owns a correlation key.
	Group string
}

// SetStart makes st the start by messages of that name, nil: none. A message
// start belongs to one process: who registers processes asks StartOf first. It returns the
// messages that waited and have a receiver now, in the order of their publication.
func (h *Hub) SetStart(name string, st *Start) []Delivery {
	h.starting.Lock()
	defer h.starting.Unlock()
	t := h.messages.get(name)
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return nil
	}
	if t.start != nil {
		t.special.Add(-1)
	}
	if t.start = st; st != nil {
		t.special.Add(1)
	}
	t.mu.Unlock()
	if st == nil {
		return nil
	}
	var all []Delivery
	for _, m := range h.inbox(name) {
		if d := h.offer(m); d != nil {
			all = append(all, *d)
		}
	}
	return all
}

// StartOf is the start by messages of that name, nil where there is none.
func (h *Hub) StartOf(name string) *Start {
	t := h.messages.find(name)
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.start
}

// Take takes a message out of the inbox for whoever can receive it now; nil where
// nobody can, or it waits no longer.
func (h *Hub) Take(m *Message) *Delivery { return h.offer(m) }

// offer takes a message out of the inbox for whoever can receive it now.
func (h *Hub) offer(m *Message) *Delivery {
	b := h.brokerOf(m.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || !m.rest.waits || m.expires <= h.options.Now() {
		return nil
	}
	r := h.receiver(b, m)
	if r.Nobody() {
		return nil
	}
	h.take(b, m)
	return &Delivery{m, r}
}

// special finds the receiver of a message that no waiter with its key takes:
// the first that takes any key, else the start; one whose process has no
// instance that owns the key.
func (h *Hub) special(t *topic, m *Message) Receiver {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return Receiver{}
	}
	taken, some := "", false // the group that was asked last
	for w := t.waiters.first; w != nil; w = w.link.next {
		group := h.options.Group(w.Owner)
		if some && group == taken {
			continue
		}
		if h.claim(m, group) {
			t.cease(w)
			return Receiver{Waiter: w}
		}
		taken, some = group, true
	}
	if t.start != nil && h.claim(m, t.start.Group) {
		return Receiver{Start: t.start}
	}
	return Receiver{}
}

// cease removes a waiter for any key. t.mu is held.
func (t *topic) cease(w *Waiter) bool {
	if t.closed || w.link.at == 0 {
		return false
	}
	t.waiters.remove(w)
	t.special.Add(-1)
	return true
}

// awaitAny registers a waiter that takes a message with any key (S4.4). Where
// one waits in the inbox it returns the oldest.
func (h *Hub) awaitAny(w *Waiter) *Message {
	t := w.topic
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return nil
	}
	t.waiters.add(w)
	t.special.Add(1)
	t.mu.Unlock()
	for _, m := range h.inbox(t.name) {
		if got, done := h.takeAny(w, m); done {
			return got
		}
	}
	return nil
}

// takeAny takes a message out of the inbox for a waiter of any key. done says
// that there is no more to try: the waiter has this one, or somebody brings it another.
func (h *Hub) takeAny(w *Waiter, m *Message) (got *Message, done bool) {
	b := h.brokerOf(m.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	t := w.topic
	t.mu.Lock()
	defer t.mu.Unlock()
	if b.closed || t.closed || w.link.at == 0 {
		return nil, true
	}
	if !m.rest.waits || m.expires <= h.options.Now() || !h.claim(m, h.options.Group(w.Owner)) {
		return nil, false
	}
	t.cease(w)
	h.take(b, m)
	return m, true
}
