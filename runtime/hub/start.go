package hub

import (
	"cmp"
	"hash/maphash"
	"slices"
	"sync"
)

// Start is a message by which instances of a process are made (S4.2).
type Start struct {
	Owner any
	// Group is the process, within which one instance owns a correlation key.
	Group string
	name  string
}

// Claim is a correlation key that an instance of a process owns.
type Claim struct{ Group, Key string }

// claims is a part of the claims.
type claims struct {
	mu    sync.Mutex
	owned map[Claim]struct{}
	_     [64]byte
}

// starts is the message starts by process.
type starts struct {
	mu     sync.Mutex
	groups map[string][]*Start
}

func (h *Hub) claimsOf(c Claim) *claims {
	return &h.claims[maphash.String(h.seed, c.Key)&(shards-1)]
}

// Claim makes somebody the owner of a key; it reports false where somebody is.
func (h *Hub) Claim(c Claim) bool {
	p := h.claimsOf(c)
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, taken := p.owned[c]; taken {
		return false
	}
	p.owned[c] = struct{}{}
	return true
}

func (h *Hub) disclaim(c Claim) {
	p := h.claimsOf(c)
	p.mu.Lock()
	delete(p.owned, c)
	p.mu.Unlock()
}

// Release gives a key back, whose owner has ended. A message that waits with
// the key and starts the process has a receiver now: it comes to own the key.
func (h *Hub) Release(c Claim) []Delivery {
	h.disclaim(c)
	h.starts.mu.Lock()
	sts := h.starts.groups[c.Group]
	h.starts.mu.Unlock()
	for _, st := range sts {
		t := h.topic(st.name)
		if t.waiting.Load() == 0 {
			continue
		}
		hash := h.hash(t, c.Key, true)
		b := h.shard(hash)
		b.mu.Lock()
		m := b.oldestWith(t, hash, c.Key, true, h.options.Now())
		var r Receiver
		if m != nil {
			if r = h.receiver(b, m); !r.Nobody() {
				b.take(m)
			}
		}
		b.mu.Unlock()
		if !r.Nobody() {
			return []Delivery{{m, r}}
		}
	}
	return nil
}

// SetStart makes st the start by messages of that name, nil: none. It returns the
// messages that waited for it, in the order of their publication.
func (h *Hub) SetStart(name string, st *Start) []Delivery {
	t := h.topic(name)
	h.starts.mu.Lock()
	t.mu.Lock()
	if old := t.start; old != nil {
		t.special.Add(-1)
		sts := slices.Clone(h.starts.groups[old.Group])
		h.starts.groups[old.Group] = slices.DeleteFunc(sts, func(s *Start) bool { return s == old })
	}
	t.start = st
	if st != nil {
		st.name = name
		t.special.Add(1)
		h.starts.groups[st.Group] = append(slices.Clone(h.starts.groups[st.Group]), st)
	}
	t.mu.Unlock()
	h.starts.mu.Unlock()
	if st == nil {
		return nil
	}
	return h.offer(t)
}

// StartOf is the start by messages of that name, nil where there is none.
func (h *Hub) StartOf(name string) *Start {
	t := h.topic(name)
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.start
}

// offer gives the waiting messages of a name to whoever can receive them now.
func (h *Hub) offer(t *topic) []Delivery {
	var all []Delivery
	for _, m := range h.inbox(t) {
		b := h.shard(m.hash)
		b.mu.Lock()
		if !m.gone {
			if r := h.receiver(b, m); !r.Nobody() {
				b.take(m)
				all = append(all, Delivery{m, r})
			}
		}
		b.mu.Unlock()
	}
	return all
}

// inbox is the messages of a name that wait and have not expired, the oldest first.
func (h *Hub) inbox(t *topic) []*Message {
	if t.waiting.Load() == 0 {
		return nil
	}
	var all []*Message
	now := h.options.Now()
	for i := range h.broker {
		b := &h.broker[i]
		b.mu.Lock()
		for _, m := range b.messages.buckets {
			for ; m != nil; m = m.next {
				if m.topic == t && m.expires > now {
					all = append(all, m)
				}
			}
		}
		b.mu.Unlock()
	}
	slices.SortFunc(all, func(a, b *Message) int { return cmp.Compare(a.order, b.order) })
	return all
}

// receiver finds who gets a message, whose part of the broker is locked: the
// waiter with its key that waited longest, else the first of those that take
// any key, else the start, unless an instance owns the key already (S4.2). It is no longer
// registered then, and the message's claim made.
func (h *Hub) receiver(b *broker, m *Message) Receiver {
	if w := b.takeWaiter(m); w != nil {
		return Receiver{Waiter: w}
	}
	t := m.topic
	if t.special.Load() == 0 {
		return Receiver{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for w := t.list.first; w != nil; w = w.next {
		if h.claim(m, h.options.Group(w.Owner)) {
			t.list.remove(w)
			t.special.Add(-1)
			return Receiver{Waiter: w}
		}
	}
	if t.start != nil && h.claim(m, t.start.Group) {
		return Receiver{Start: t.start}
	}
	return Receiver{}
}

// claim makes the message's receiver own its key; one without has none to own.
func (h *Hub) claim(m *Message, group string) bool {
	if !m.Keyed {
		return true
	}
	c := Claim{group, m.Key}
	if !h.Claim(c) {
		return false
	}
	m.Claim = &c
	return true
}

// awaitAny registers a waiter that takes a message with any key. Where one
// waits in the inbox it returns that.
func (h *Hub) awaitAny(w *Waiter) *Message {
	t := w.topic
	t.mu.Lock()
	t.list.add(w)
	t.special.Add(1)
	t.mu.Unlock()
	for _, m := range h.inbox(t) {
		if got, done := h.takeAny(w, m); done {
			return got
		}
	}
	return nil
}

// takeAny takes a message out of the inbox for a waiter of any key. done says
// that the waiter has one, this or another.
func (h *Hub) takeAny(w *Waiter, m *Message) (got *Message, done bool) {
	t := w.topic
	b := h.shard(m.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.at == 0 {
		return nil, true // somebody has brought it another one
	}
	if m.gone || !h.claim(m, h.options.Group(w.Owner)) {
		return nil, false
	}
	t.list.remove(w)
	t.special.Add(-1)
	b.take(m)
	return m, true
}
