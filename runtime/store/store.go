package store

import (
	"context"
	"time"
)

// Store keeps instances for the engines that share it. All methods are safe for
// concurrent use. An error that is none of this package's is the database's; after one from
// Commit nobody knows whether the units were stored: the writer loads what it
// needs to know again.
type Store interface {
	// Acquire makes a lease for an engine of that name, which lasts ttl by the
	// store's clock unless it is renewed.
	Acquire(ctx context.Context, name string, ttl time.Duration) (Lease, error)
	// Renew makes a lease last ttl from now on. ErrFenced says that it was taken for dead.
	Renew(ctx context.Context, l Lease, ttl time.Duration) error
	// Resign ends a lease at once: others may take over what it owned.
	Resign(ctx context.Context, l Lease) error

	// Commit stores units in one transaction, in their order, each whole or not
	// at all. The outcomes are in the units' order. ErrFenced refuses them all.
	Commit(ctx context.Context, l Lease, units []Unit) ([]Outcome, error)

	// Claim makes instances that have something to do, and that no living lease owns, the
	// lease's own, and letters that start processes. Concurrent calls get different ones.
	// Their letters come by Letters.
	Claim(ctx context.Context, l Lease, want Want) (Claimed, error)
	// Letters are at most limit letters to instances of the lease that it was not
	// told of yet, here or by an Outcome, by their sequence; again: also those that it was, and that
	// are there still, for one who does not know what became of a Commit.
	Letters(ctx context.Context, l Lease, limit int, again bool) ([]Letter, error)
	// Watch is a channel that gets a value, some time, after letters came for the
	// lease or there is something to claim: a hint beside asking now and then.
	Watch(l Lease) <-chan struct{}

	// SetStarts makes messages of these names start the processes (S4.2), empty: none;
	// what waits in the inbox at now, in nanoseconds of Unix time, and starts one is routed.
	SetStarts(ctx context.Context, l Lease, starts []Start, now int64) error
	// Expire drops at most limit messages whose time has passed, and forgets the ids of
	// others; it returns the messages.
	Expire(ctx context.Context, l Lease, now int64, limit int) ([]Message, error)

	// Load is an instance as it was saved last. ErrNotFound says that there is none.
	Load(ctx context.Context, id ID) (Record, error)
	// Find are the instances that a query asks for, by their id.
	Find(ctx context.Context, q Query) ([]Record, error)
	// Prune deletes at most limit instances that ended before that time, in
	// nanoseconds of Unix time; it returns how many.
	Prune(ctx context.Context, endedBefore int64, limit int) (int, error)
	// Inbox is how many messages of a name wait for a receiver.
	Inbox(ctx context.Context, name string) (int, error)

	// Close frees what the store holds; leases stay as they are.
	Close() error
}

// Lease is an engine's right to own instances. Its number grows from lease to
// lease and is never given twice: it fences what came before (S10.6).
type Lease struct {
	Number uint64
	Name   string // of the engine, for people
}

// Want says what a lease can take.
type Want struct {
	// Runs are the versions that the engine has; instances of others are left alone (S10.5).
	Runs []Version
	// IDs are instances to take whether they have something to do or not. Without any,
	// those are taken that are Busy, due by Now, or have letters.
	IDs   []ID
	Now   int64 // nanoseconds of Unix time, of the engine's clock
	Limit int   // of instances, and of letters
}

// Version is one version of a process.
type Version struct {
	Process     string // BPMN process id
	Fingerprint string // of its model
}

// Claimed is what a lease took.
type Claimed struct {
	Records []Record
	// Starts are letters that each start a process.
	Starts []Letter
}

// Query asks for instances; a field that is zero asks for nothing.
type Query struct {
	Process     string
	Fingerprint string
	Statuses    []Status
	BusinessKey string
	Node        string // BPMN id of a node at which a token waits
	Incidents   bool   // only those that have one
	Parent      ID
	// StartedFrom and StartedBefore bound the start, in nanoseconds of Unix time.
	StartedFrom, StartedBefore int64
	After                      ID  // only higher ids: the last one of the page before
	Limit                      int // 0: 100
}
