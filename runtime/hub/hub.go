package hub

import (
	"errors"
	"hash/maphash"
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

var (
	// ErrInboxFull refuses a message that nobody waits for when the inbox of its
	// name holds as many as it may (S4.1).
	ErrInboxFull = errors.New("the inbox of this message is full; wait until some are taken, or raise its limit")
	// ErrClosed refuses a message after Close (EV §2.5).
	ErrClosed = errors.New("the hub is closed; publish to an engine that runs")
)

// Options bound what a hub keeps.
type Options struct {
	InboxSize int   // messages a name that wait for a receiver (S4.1); 0: none may
	TTL       int64 // nanoseconds that a message waits, and that its id is remembered (S4.1)
	// Now is the time in nanoseconds of Unix time; it is only asked where a
	// message waits, comes to wait, or has an id. It must not call the hub.
	Now func() int64
	// Group names the process of a waiter's owner, within which one instance owns
	// a correlation key (S4.2). It must not call the hub. Without it all owners are one group.
	Group func(owner any) string
}

// Waiter is who waits for an event: an owner's subscription, and the hub's part
// of it. Owner and Sub are the owner's; it does not change them while the waiter
// is registered, but may use it again afterwards.
type Waiter struct {
	Sub   machine.Subscription // first: see WaiterOf
	link  link[Waiter]
	topic *topic
	Owner any
}

// WaiterOf is the waiter of which sub is the subscription; it must be one. A
// subscription that pointed to its waiter would cost each instance that waits
// two words.
func WaiterOf(sub *machine.Subscription) *Waiter { return (*Waiter)(unsafe.Pointer(sub)) }

func (w *Waiter) links() *link[Waiter] { return &w.link }

// Message is a message on its way to the one receiver that takes it (EV §2.9.2);
// its payload belongs to this delivery alone (EV §2.9.1). Who publishes it
// allocates it, and leaves it to the hub and the receiver then. Where that has
// taken it and it is Reusable another may be published by it: to
// allocate each of a million costs more than to find its receiver.
type Message struct {
	Name    string
	Key     string
	Keyed   bool   // it has a key; without one it correlates by name alone (S4.4)
	known   bool   // its id is remembered
	Kept    bool   // the host's own: the hub never looks at it
	ID      string // "" where the sender gave none; else it is delivered once
	Payload any
	// Claim is what its receiver came to own with it, nil for nothing: the
	// receiver gives it back by Release when it ends, or the message by Return.
	Claim *Claim

	hash    uint64
	order   uint64 // of publication
	expires int64
	rest    *rest
}

// Reusable reports, to who has taken the message, whether the hub has forgotten it: it
// has where it never waited. One that did may still be looked at.
func (m *Message) Reusable() bool { return m.rest == nil }

// rest is a message in the inbox; few ever come there.
type rest struct {
	m    *Message
	link link[rest]
	// sooner and later are its neighbours in its broker's list by expiry,
	// elder and younger among the messages of its name.
	sooner, later  *rest
	elder, younger *rest
	waits          bool // guarded by the broker's lock
}

func (r *rest) links() *link[rest] { return &r.link }

// Receiver is who gets a message; the zero Receiver is nobody: the message waits
// in the inbox.
type Receiver struct {
	Waiter *Waiter // no longer registered
	Start  *Start  // an instance is to be made by it
	// Duplicate: nobody gets the message, its id was published before (S4.1).
	Duplicate bool
}

// Nobody reports whether there is no receiver.
func (r Receiver) Nobody() bool { return r.Waiter == nil && r.Start == nil }

// Delivery is a message that waited in the inbox and has a receiver now.
type Delivery struct {
	Message *Message
	Receiver
}

const (
	shardBits = 4
	shards    = 1 << shardBits
)

// Hub is the waiters of one engine. See New.
type Hub struct {
	options  Options
	seed     maphash.Seed
	order    atomic.Uint64 // of publication
	broker   [shards]broker
	ids      [shards]idShard
	names    [shards]nameShard
	claims   [shards]claimShard
	messages topics
	signals  topics
	starting sync.Mutex // who changes starts
	timers   timers
}

// New makes an empty hub. It has no goroutines, and costs little until used.
func New(o Options) *Hub {
	if o.Group == nil {
		o.Group = func(any) string { return "" }
	}
	h := &Hub{options: o, seed: maphash.MakeSeed()}
	for i := range h.broker {
		h.broker[i].next.Store(never)
	}
	h.messages.init()
	h.signals.init()
	return h
}

func (h *Hub) hashName(name string) uint64 { return maphash.String(h.seed, name) }

// hash is of a name and a key, if keyed.
func (h *Hub) hash(name, key string, keyed bool) uint64 {
	x := maphash.String(h.seed, name)
	if keyed {
		x = bits.RotateLeft64(x, 29) ^ maphash.String(h.seed, key)
	}
	return x
}

// shardOf picks a shard by the bits of a hash that tables use last.
func shardOf(hash uint64) int { return int(hash >> (64 - shardBits)) }
