package hub

import "sync"

// broker is a part of the messages and their waiters, by hash of name and key.
type broker struct {
	mu       sync.Mutex
	waiters  table[Waiter]
	messages table[Message]
	// oldest and newest bound the list of messages in the order of expiry.
	oldest, newest *Message
	seen           map[string]int64 // message ids by when they are forgotten
	seenOrder      []string
	_              [64]byte // brokers do not share a cache line
}

func (b *broker) init() { b.seen = map[string]int64{} }

func (h *Hub) shard(hash uint64) *broker { return &h.broker[hash>>60&(shards-1)] }

// Await registers a waiter for a message of that name, with that key if keyed.
// Where a message waits in the inbox it returns that, and the waiter is not registered.
func (h *Hub) Await(w *Waiter, name string, keyed bool) *Message {
	w.name, w.keyed = name, keyed
	w.hash = h.hash(name, w.Sub.Key, keyed)
	w.order = h.order.Add(1)
	b := h.shard(w.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.messages.count > 0 {
		if m := b.takeMessage(w, h.options.Now()); m != nil {
			h.topic(name).waiting.Add(-1)
			return m
		}
	}
	w.at = 1
	add(&b.waiters, w)
	return nil
}

// Cease removes a message waiter. It reports false where the waiter was handed
// a message already, whose delivery its owner will refuse (S4.3).
func (h *Hub) Cease(w *Waiter) bool {
	b := h.shard(w.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if w.at == 0 {
		return false
	}
	w.at = 0
	remove(&b.waiters, w)
	return true
}

// Publish gives a message to the waiter that waited longest and returns that,
// no longer registered; without one it goes into the inbox, or is refused. A
// message whose id was published before is taken and dropped (S4.1, S4.2).
func (h *Hub) Publish(m *Message) (*Waiter, error) {
	m.hash = h.hash(m.Name, m.Key, m.Keyed)
	m.order = h.order.Add(1)
	b := h.shard(m.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if m.ID == "" {
		if w := b.takeWaiter(m); w != nil {
			m.expires = never // until it is refused
			return w, nil
		}
	}
	now := h.options.Now()
	m.expires = now + h.options.TTL
	id := m.Name + "\x00" + m.ID
	if m.ID != "" {
		b.forgetIDs(now)
		if _, again := b.seen[id]; again {
			return nil, nil
		}
	}
	w := b.takeWaiter(m)
	if w == nil {
		if err := h.store(b, m); err != nil {
			return nil, err
		}
	}
	if m.ID != "" {
		b.seen[id] = m.expires
		b.seenOrder = append(b.seenOrder, id)
	}
	return w, nil
}

// never is the time to live of a message that did not wait yet.
const never = 1<<63 - 1

// Return takes back a message whose waiter refused it: to the next waiter, who
// is returned, or to its old place in the inbox, whatever the inbox holds (S4.3).
func (h *Hub) Return(m *Message) *Waiter {
	b := h.shard(m.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if w := b.takeWaiter(m); w != nil {
		return w
	}
	h.topic(m.Name).waiting.Add(1)
	m.gone = false
	if m.expires == never {
		m.expires = h.options.Now() + h.options.TTL
	}
	b.put(m)
	return nil
}

func (h *Hub) store(b *broker, m *Message) error {
	t := h.topic(m.Name)
	if t.waiting.Add(1) > int64(h.options.InboxSize) {
		t.waiting.Add(-1)
		return ErrInboxFull
	}
	b.put(m)
	return nil
}

// put stores a message, and lists it in the order of expiry, which is that of
// publication: one that comes back is older than most.
func (b *broker) put(m *Message) {
	add(&b.messages, m)
	if b.newest == nil || b.newest.order < m.order {
		if b.newest != nil {
			b.newest.later = m
		} else {
			b.oldest = m
		}
		b.newest = m
		return
	}
	at := &b.oldest
	for *at != nil && (*at).order < m.order {
		at = &(*at).later
	}
	if *at == m {
		return // it was never taken off the list
	}
	m.later = *at
	*at = m
}

// takeWaiter takes the waiter for m that waited longest.
func (b *broker) takeWaiter(m *Message) *Waiter {
	var first *Waiter
	for w := b.waiters.bucket(m.hash); w != nil; w = w.next {
		if w.hash == m.hash && w.name == m.Name && w.keyed == m.Keyed && (!m.Keyed || w.Sub.Key == m.Key) &&
			(first == nil || w.order < first.order) {
			first = w
		}
	}
	if first != nil {
		first.at = 0
		remove(&b.waiters, first)
	}
	return first
}

// takeMessage takes the oldest message for w that has not expired.
func (b *broker) takeMessage(w *Waiter, now int64) *Message {
	var first *Message
	for m := b.messages.bucket(w.hash); m != nil; m = m.next {
		if m.hash == w.hash && m.Name == w.name && m.Keyed == w.keyed && (!w.keyed || m.Key == w.Sub.Key) &&
			m.expires > now && (first == nil || m.order < first.order) {
			first = m
		}
	}
	if first != nil {
		first.gone = true
		remove(&b.messages, first)
		b.trim()
	}
	return first
}

// trim drops what is gone from the head of the expiry list.
func (b *broker) trim() {
	for b.oldest != nil && b.oldest.gone {
		b.oldest, b.oldest.later = b.oldest.later, nil
	}
	if b.oldest == nil {
		b.newest = nil
	}
}

// Expire takes the messages out of the inbox that have waited for too long.
func (h *Hub) Expire(now int64) []*Message {
	var all []*Message
	for i := range h.broker {
		b := &h.broker[i]
		b.mu.Lock()
		for b.trim(); b.oldest != nil && b.oldest.expires <= now; b.trim() {
			m := b.oldest
			m.gone = true
			remove(&b.messages, m)
			h.topic(m.Name).waiting.Add(-1)
			all = append(all, m)
		}
		b.forgetIDs(now)
		b.mu.Unlock()
	}
	return all
}

// nextExpiry is when Expire next has something to do.
func (h *Hub) nextExpiry() (at int64, ok bool) {
	for i := range h.broker {
		b := &h.broker[i]
		b.mu.Lock()
		b.trim()
		if b.oldest != nil && (!ok || b.oldest.expires < at) {
			at, ok = b.oldest.expires, true
		}
		b.mu.Unlock()
	}
	return at, ok
}

func (b *broker) forgetIDs(now int64) {
	n := 0
	for n < len(b.seenOrder) && b.seen[b.seenOrder[n]] <= now {
		delete(b.seen, b.seenOrder[n])
		n++
	}
	b.seenOrder = b.seenOrder[n:]
}
