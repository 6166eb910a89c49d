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

func (h *Hub) shard(hash uint32) *broker { return &h.broker[hash>>28&(shards-1)] }

// Await registers a waiter for a message of that name, as its subscription says
// which. Where a message waits in the inbox it returns that, and the waiter is not registered.
func (h *Hub) Await(w *Waiter, name string) *Message {
	w.topic = h.topic(name)
	w.order = h.order.Add(1)
	if w.Sub.Open {
		return h.awaitAny(w)
	}
	w.hash = h.hash(w.topic, w.Sub.Key, w.Sub.Keyed)
	b := h.shard(w.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.messages.count > 0 {
		if m := b.takeMessage(w, h.options.Now()); m != nil {
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
	if w.Sub.Open {
		t := w.topic
		t.mu.Lock()
		defer t.mu.Unlock()
		if w.at == 0 {
			return false
		}
		t.list.remove(w)
		t.special.Add(-1)
		return true
	}
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

// Publish gives a message to who is to receive it; without anybody it goes into
// the inbox, or is refused. A message whose id was published before is taken
// and dropped (S4.1, S4.2). To find the receiver and to make it so is one step
// for all messages of a name and key.
func (h *Hub) Publish(m *Message) (Receiver, error) {
	if !m.Keyed {
		m.Key = ""
	}
	m.topic = h.topic(m.Name)
	m.hash = h.hash(m.topic, m.Key, m.Keyed)
	m.order = h.order.Add(1)
	b := h.shard(m.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if m.ID == "" {
		if r := h.receiver(b, m); !r.Nobody() {
			m.expires = never // until it is refused
			return r, nil
		}
	}
	now := h.options.Now()
	m.expires = now + h.options.TTL
	id := m.Name + "\x00" + m.ID
	if m.ID != "" {
		b.forgetIDs(now)
		if _, again := b.seen[id]; again {
			return Receiver{}, nil
		}
	}
	r := h.receiver(b, m)
	if r.Nobody() {
		if err := h.store(b, m); err != nil {
			return Receiver{}, err
		}
	}
	if m.ID != "" {
		b.seen[id] = m.expires
		b.seenOrder = append(b.seenOrder, id)
	}
	return r, nil
}

// never is the time to live of a message that did not wait yet.
const never = 1<<63 - 1

// Return takes back a message whose receiver refused it: for the next one, who
// is returned, or to its old place in the inbox, whatever the inbox holds (S4.3).
func (h *Hub) Return(m *Message) Receiver { return h.giveBack(m, true) }

// Keep takes back a message that no instance can be made for: it waits in the
// inbox, whoever could receive it now.
func (h *Hub) Keep(m *Message) { h.giveBack(m, false) }

func (h *Hub) giveBack(m *Message, again bool) Receiver {
	b := h.shard(m.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if m.Claim != nil {
		h.disclaim(*m.Claim)
		m.Claim = nil
	}
	if again {
		if r := h.receiver(b, m); !r.Nobody() {
			return r
		}
	}
	m.topic.waiting.Add(1)
	m.gone = false
	if m.expires == never {
		m.expires = h.options.Now() + h.options.TTL
	}
	b.put(m)
	return Receiver{}
}

func (h *Hub) store(b *broker, m *Message) error {
	t := m.topic
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
		if w.hash == m.hash && w.topic == m.topic && w.Sub.Keyed == m.Keyed && (!m.Keyed || w.Sub.Key == m.Key) &&
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
	var m *Message
	if w.Sub.Keyed {
		m = b.oldestWith(w.topic, w.hash, w.Sub.Key, true, now)
	} else {
		m = b.oldestWith(w.topic, w.hash, "", false, now)
	}
	if m != nil {
		b.take(m)
	}
	return m
}

// oldestWith is the oldest message with a key, or with none, that has not expired.
func (b *broker) oldestWith(t *topic, hash uint32, key string, keyed bool, now int64) *Message {
	var first *Message
	for m := b.messages.bucket(hash); m != nil; m = m.next {
		if m.hash == hash && m.topic == t && m.Keyed == keyed && m.Key == key && m.expires > now &&
			(first == nil || m.order < first.order) {
			first = m
		}
	}
	return first
}

// take takes a message out of the inbox.
func (b *broker) take(m *Message) {
	m.gone = true
	m.topic.waiting.Add(-1)
	remove(&b.messages, m)
	b.trim()
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
			b.take(m)
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
