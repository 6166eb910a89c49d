package hub

import (
	"sync"
	"sync/atomic"
)

// never is the expiry of a message that did not wait yet, and of no message.
const never = 1<<63 - 1

// broker is a part of the messages and their waiters, by hash of name and key:
// what is decided about one name and key is decided under one lock (S4.2).
// Locks are taken in this order: an id's, a broker's, a topic's, and last a
// claim's or that of a name in the inbox.
type broker struct {
	mu      sync.Mutex
	closed  bool
	waiters table[Waiter]
	inbox   table[rest]
	// oldest and newest bound the inbox's list by expiry.
	oldest, newest *rest
	waiting        int          // waiters
	stored         int          // messages
	next           atomic.Int64 // when oldest expires, or never; written under mu
	_              [64]byte     // brokers do not share a cache line
}

func (h *Hub) brokerOf(hash uint64) *broker { return &h.broker[shardOf(hash)] }

// Await registers a waiter for a message of that name, as its subscription says
// which (Keyed, Key, Open), after all that wait for the same (EV §2.3). Where one waits in the inbox it
// returns the oldest, and the waiter is not registered (EV §2.4). After Close it
// does nothing.
func (h *Hub) Await(w *Waiter, name string) *Message {
	w.topic = h.messages.get(name)
	w.link.open = w.Sub.Open
	if w.Sub.Open {
		return h.awaitAny(w)
	}
	key, keyed := w.Sub.Key, w.Sub.Keyed
	hash := h.hash(name, key, keyed)
	w.link.hash = hash
	b := h.brokerOf(hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	if b.stored > 0 {
		if m := b.message(hash, name, key, keyed, h.options.Now()); m != nil {
			h.take(b, m)
			return m
		}
	}
	if head := b.waiter(hash, name, key, keyed); head != nil {
		insertBefore(&b.waiters, head, w, false)
	} else {
		insert(&b.waiters, w)
	}
	b.waiting++
	return nil
}

// Cease removes a message waiter, exactly that one (EV §2.9.4). It reports
// false where the waiter was handed a message already, whose delivery its owner
// will refuse (S4.3), or is not registered.
func (h *Hub) Cease(w *Waiter) bool {
	if w.link.open {
		t := w.topic
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.cease(w)
	}
	b := h.brokerOf(w.link.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || w.link.at == 0 {
		return false
	}
	remove(&b.waiters, w)
	b.waiting--
	return true
}

// Publish gives a message to who is to receive it: the waiter with its key that
// waited longest, else the first of those that take any key, else the start,
// where no instance of that process owns the key; else it goes into the inbox
// (S4.2). It fails with ErrInboxFull or ErrClosed, and the message is nowhere. A
// message whose id was published before is dropped, which is no error (S4.1). To find the
// receiver and to make it so is one step for all messages of a name and key.
func (h *Hub) Publish(m *Message) (Receiver, error) {
	m.hash = h.hash(m.Name, m.Key, m.Keyed)
	m.expires, m.rest, m.Claim, m.known = never, nil, nil, false
	if m.ID != "" {
		return h.publishOnce(m)
	}
	return h.publish(m)
}

func (h *Hub) publish(m *Message) (Receiver, error) {
	b := h.brokerOf(m.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return Receiver{}, ErrClosed
	}
	m.order = h.order.Add(1)
	if r := h.receiver(b, m); !r.Nobody() {
		return r, nil
	}
	if !h.store(b, m, true) {
		return Receiver{}, ErrInboxFull
	}
	return Receiver{}, nil
}

// Return takes back a message whose receiver refused it: for the next one, who
// is returned, or to its old place in the inbox, whatever the inbox holds (S4.3).
// It gives back the message's claim.
func (h *Hub) Return(m *Message) Receiver { return h.giveBack(m, true) }

// Keep takes back a message that no instance can be made for: for a waiter that
// registered meanwhile, who is returned, else it waits in the inbox, whatever
// could start by it. It gives back the message's claim.
func (h *Hub) Keep(m *Message) Receiver { return h.giveBack(m, false) }

// Drop takes back a message for good: its publisher is told that it failed, so
// its id is forgotten and its claim given back.
func (h *Hub) Drop(m *Message) {
	h.unclaim(m)
	if m.known {
		h.forgetID(m)
	}
}

func (h *Hub) giveBack(m *Message, again bool) Receiver {
	h.unclaim(m)
	b := h.brokerOf(m.hash)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return Receiver{}
	}
	if again {
		if r := h.receiver(b, m); !r.Nobody() {
			return r
		}
	} else if w := b.taker(m); w != nil {
		return Receiver{Waiter: w}
	}
	h.store(b, m, false)
	return Receiver{}
}

// receiver finds who gets a message, whose part of the broker is locked, and
// makes it so: a waiter is no longer registered then, the key claimed.
func (h *Hub) receiver(b *broker, m *Message) Receiver {
	if w := b.taker(m); w != nil {
		return Receiver{Waiter: w}
	}
	if t := h.messages.find(m.Name); t != nil && t.special.Load() != 0 {
		return h.special(t, m)
	}
	return Receiver{}
}

// taker is who waited longest for the message; it is no longer registered then.
func (b *broker) taker(m *Message) *Waiter {
	w := b.waiter(m.hash, m.Name, m.Key, m.Keyed)
	if w != nil {
		remove(&b.waiters, w)
		b.waiting--
	}
	return w
}

// waiter is who waited longest for a message; it stays registered.
func (b *broker) waiter(hash uint64, name, key string, keyed bool) *Waiter {
	for w := b.waiters.first(hash); w != nil; w = w.link.chain {
		if w.link.hash == hash && w.Sub.Keyed == keyed && (!keyed || w.Sub.Key == key) && w.topic.name == name {
			return w
		}
	}
	return nil
}

// queue is the first message in the inbox that is for somebody, expired or not.
func (b *broker) queue(hash uint64, name, key string, keyed bool) *rest {
	for r := b.inbox.first(hash); r != nil; r = r.link.chain {
		if m := r.m; r.link.hash == hash && m.Keyed == keyed && (!keyed || m.Key == key) && m.Name == name {
			return r
		}
	}
	return nil
}

// message is the oldest message in the inbox for somebody that has not expired at now.
func (b *broker) message(hash uint64, name, key string, keyed bool, now int64) *Message {
	head := b.queue(hash, name, key, keyed)
	if head == nil {
		return nil
	}
	for r := head; ; {
		if r.m.expires > now {
			return r.m
		}
		if r = r.link.next; r == head {
			return nil
		}
	}
}
