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
	"math/bits"
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
}

// Waiter is who waits for an event: an owner's subscription, and the hub's part of it.
type Waiter struct {
	Owner any
	Sub   machine.Subscription

	name       string
	hash       uint64
	keyed      bool
	next, prev *Waiter // message: next in its bucket; signal: neighbours in arming order
	order      uint64  // of arming
	at         int32   // place in the timer heap plus one, or 1 for a signal; 0: not registered
}

// Message is a message on its way to the one waiter that takes it (EV §2.9.2).
type Message struct {
	Name    string
	Key     string
	Keyed   bool   // it has a key; without one it correlates by name alone (S4.4)
	ID      string // "" where the sender gave none; else it is delivered once
	Payload any

	hash    uint64
	order   uint64 // of publication
	expires int64
	next    *Message // in its bucket
	later   *Message // the next one to expire
	gone    bool     // taken or expired
}

const shards = 16

// Hub is the waiters of one engine.
type Hub struct {
	options Options
	seed    maphash.Seed
	order   atomic.Uint64
	broker  [shards]broker
	topics  sync.Map // message name to *topic
	signals signals
	timers  timers
}

// topic counts the messages of a name that wait in the inbox.
type topic struct{ waiting atomic.Int64 }

// New makes an empty hub.
func New(o Options) *Hub {
	h := &Hub{options: o, seed: maphash.MakeSeed()}
	for i := range h.broker {
		h.broker[i].init()
	}
	h.signals.byName = map[string]*signalList{}
	return h
}

func (h *Hub) hash(name, key string, keyed bool) uint64 {
	x := maphash.String(h.seed, name)
	if keyed {
		x = bits.RotateLeft64(x, 29) ^ maphash.String(h.seed, key)
	}
	return x
}

func (h *Hub) topic(name string) *topic {
	if t, ok := h.topics.Load(name); ok {
		return t.(*topic)
	}
	t, _ := h.topics.LoadOrStore(name, new(topic))
	return t.(*topic)
}

// Waiting is how many messages of a name wait in the inbox.
func (h *Hub) Waiting(name string) int { return int(h.topic(name).waiting.Load()) }
