// Package hub holds what instances wait for outside of themselves: messages
// with the broker's inbox, signals, timers (EV §2.4). It is the sole owner of
// its waiters (EV §2.5): registration, removal and propagation are atomic, and
// a waiter that was handed out is no longer registered. It calls nobody: it
// hands out who is to be told, and its host tells them. Everything in it is
// safe for concurrent use.
package hub

import (
	"errors"
	"hash/maphash"
	"sync"
	"sync/atomic"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// ErrInboxFull refuses a message that nobody waits for when the inbox of its
// name holds as many as it may (S4.1).
var ErrInboxFull = errors.New("the inbox of this message is full; wait until some are taken, or raise its limit")

// Options bound what a hub keeps.
type Options struct {
	InboxSize int   // messages a name that wait for a waiter
	TTL       int64 // nanoseconds that a message waits, and that its id is remembered
	// Now is the time in nanoseconds; it is only asked where a message waits,
	// comes to wait, or has an id.
	Now func() int64
	// Group names the process of a waiter's owner, within which one instance owns
	// a correlation key (S4.2). It must not call the hub.
	Group func(owner any) string
}

// Waiter is who waits for an event: an owner's subscription, and the hub's part of it.
type Waiter struct {
	Owner any
	Sub   machine.Subscription

	topic      *topic
	next, prev *Waiter // message: next in its bucket; else neighbours in arming order
	order      uint64  // of arming
	hash       uint32
	at         int32 // place in the timer heap plus one, else 1; 0: not registered
}

// Message is a message on its way to the one waiter that takes it (EV §2.9.2).
type Message struct {
	Name    string
	Key     string
	Keyed   bool   // it has a key; without one it correlates by name alone (S4.4)
	ID      string // "" where the sender gave none; else it is delivered once
	Payload any
	// Claim is what its receiver came to own with it, nil for nothing: the
	// receiver gives it back by Release when it ends, or the message by Return.
	Claim *Claim

	topic   *topic
	hash    uint32
	order   uint64 // of publication
	expires int64
	next    *Message // in its bucket
	later   *Message // the next one to expire
	gone    bool     // taken or expired
}

// Receiver is who gets a message; the zero Receiver is nobody: it waits in the inbox.
type Receiver struct {
	Waiter *Waiter // no longer registered
	Start  *Start  // an instance is to be made by it
}

// Nobody reports whether there is no receiver.
func (r Receiver) Nobody() bool { return r.Waiter == nil && r.Start == nil }

// Delivery is a message that waited in the inbox and has a receiver now.
type Delivery struct {
	Message *Message
	Receiver
}

const shards = 16

// Hub is the waiters of one engine.
type Hub struct {
	options Options
	seed    maphash.Seed
	order   atomic.Uint64
	broker  [shards]broker
	topics  sync.Map // message name to *topic
	signals sync.Map // signal name to *topic
	claims  [shards]claims
	starts  starts
	timers  timers
}

// topic is a name of messages or of signals.
type topic struct {
	salt    uint32
	waiting atomic.Int64 // messages in the inbox
	special atomic.Int32 // open waiters and starts: most names have none
	mu      sync.Mutex
	list    list // open waiters; catches of a signal
	start   *Start
}

// New makes an empty hub.
func New(o Options) *Hub {
	if o.Group == nil {
		o.Group = func(any) string { return "" }
	}
	h := &Hub{options: o, seed: maphash.MakeSeed()}
	for i := range h.broker {
		h.broker[i].init()
	}
	for i := range h.claims {
		h.claims[i].owned = map[Claim]struct{}{}
	}
	h.starts.groups = map[string][]*Start{}
	return h
}

// hash is of a message's name and key: its low bits choose a bucket, its high
// ones a part of the broker.
func (h *Hub) hash(t *topic, key string, keyed bool) uint32 {
	if !keyed {
		return t.salt
	}
	x := maphash.String(h.seed, key)
	return uint32(x>>32) ^ uint32(x) ^ t.salt
}

func (h *Hub) topic(name string) *topic {
	if t, ok := h.topics.Load(name); ok {
		return t.(*topic)
	}
	t, _ := h.topics.LoadOrStore(name, &topic{salt: uint32(maphash.String(h.seed, name))})
	return t.(*topic)
}

// Waiting is how many messages of a name wait in the inbox.
func (h *Hub) Waiting(name string) int {
	t, ok := h.topics.Load(name)
	if !ok {
		return 0
	}
	return int(t.(*topic).waiting.Load())
}

// list is waiters in the order of arming.
type list struct{ first, last *Waiter }

func (l *list) add(w *Waiter) {
	w.at = 1
	w.next, w.prev = nil, l.last
	if l.last != nil {
		l.last.next = w
	} else {
		l.first = w
	}
	l.last = w
}

func (l *list) remove(w *Waiter) {
	w.at = 0
	if w.prev != nil {
		w.prev.next = w.next
	} else {
		l.first = w.next
	}
	if w.next != nil {
		w.next.prev = w.prev
	} else {
		l.last = w.prev
	}
	w.next, w.prev = nil, nil
}
