package store

import (
	"errors"
	"fmt"
)

// ID names an instance; 0 is none.
type ID uint64

// Status is how an instance stands (S1.3).
type Status uint8

// The statuses.
const (
	Active Status = iota
	Suspended
	Completed
	Terminated
	Failed
)

// Over reports whether nothing can happen to the instance any more.
func (s Status) Over() bool { return s >= Completed }

// String is the status in lower case.
func (s Status) String() string {
	if s > Failed {
		return fmt.Sprintf("status %d", uint8(s))
	}
	return [...]string{"active", "suspended", "completed", "terminated", "failed"}[s]
}

// Record is an instance as it is stored (S10.3). Beside the checkpoint, which only
// the engine reads, it has what others must find it by.
type Record struct {
	ID ID
	// Revision counts the saves; a save names the one that it replaces.
	Revision uint64
	Owner    uint64 // the number of a lease, 0: nobody has it in memory
	Process  string // BPMN process id
	Version  int
	// Fingerprint of the model that it runs on.
	Fingerprint string
	Status      Status
	// Busy: it has work in progress, which whoever takes over starts again (S10.4).
	Busy bool
	// Due is when its next timer is due, in nanoseconds of Unix time, 0: it has none.
	Due         int64
	Parent      ID // the instance that called it
	BusinessKey string
	// Started, Updated and Ended are in nanoseconds of Unix time, 0: not yet.
	Started, Updated, Ended int64
	Nodes                   []string // BPMN ids of the nodes at which its tokens wait
	Incidents               []Incident
	Waits                   []Wait
	// Keys are the correlation keys that it owns until it ends (S4.2).
	Keys       []Key
	Checkpoint []byte
}

// Incident is a fault that waits for the host (S9.2).
type Incident struct {
	Node     string // BPMN id
	Cause    string
	Attempts int
	Since    int64 // nanoseconds of Unix time
}

// WaitKind is what is waited for.
type WaitKind uint8

// The kinds.
const (
	MessageWait WaitKind = iota
	SignalWait
)

// Wait is one arming of an event that others bring about.
type Wait struct {
	// Tag names the arming; within its instance it is never given again.
	Tag  uint64
	Kind WaitKind
	Name string // of the message or signal
	// Key correlates the message, if Keyed; else it is one without a key (S4.4).
	Key   string
	Keyed bool
	// Open takes a message with any key that no instance of the process owns.
	Open bool
}

// Key is a correlation key within a process: one instance owns it (S4.2).
type Key struct{ Process, Key string }

var (
	// ErrFenced says that the lease was taken for dead: its engine must let go of
	// all instances that it has, and may acquire another lease.
	ErrFenced = errors.New("the lease of this engine was taken for dead; acquire a new one")
	// ErrStale says that an instance was saved by somebody else, or belongs to somebody else now.
	ErrStale = errors.New("the instance is not as it was read: somebody else saved or took it")
	// ErrExists refuses a new instance whose id is taken.
	ErrExists = errors.New("an instance with this id is stored already")
	// ErrTaken says that a letter is no longer there.
	ErrTaken = errors.New("the letter was taken already")
	// ErrNotFound says that no such instance is stored.
	ErrNotFound = errors.New("no such instance is stored")
	// ErrInboxFull refuses a message that nobody waits for (S4.1).
	ErrInboxFull = errors.New("the inbox of this message is full; wait until some are taken, or raise its limit")
	// ErrStartTaken refuses a start of a message that starts another process (S4.2).
	ErrStartTaken = errors.New("another process starts by this message")
	// ErrInvalid refuses a unit that can't be carried out by any store.
	ErrInvalid = errors.New("the unit is no step of one instance")
)
