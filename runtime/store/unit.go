package store

// Unit is one step: what it changes is stored whole or not at all.
type Unit struct {
	// Saves are the instances of the step: the one that made it, and those that
	// it called into being.
	Saves []Save
	// Takes are letters, by their sequence, that the step has taken in.
	Takes []uint64
	// Returns are letters whose messages the step refused: each goes to the next
	// receiver, or to its old place in the inbox (S4.3).
	Returns []uint64
	// Posts are letters to other instances; one to an instance that is over or not
	// there is dropped, which Outcome.Posted tells.
	Posts []Letter
	// Publishes are messages, in order, before the signals.
	Publishes  []Publication
	Broadcasts []Broadcast
}

// Save stores an instance.
type Save struct {
	// Record is what is stored. Its Revision is the one that it replaces, 0 where it is
	// new; the stored one is one more. Its Owner is not asked.
	Record *Record
	// Release lets go of it: nobody owns it then. One that is over is nobody's anyway.
	Release bool
	// Delete stores nothing and deletes what is there.
	Delete bool
}

// LetterKind is what a letter brings.
type LetterKind uint8

// The kinds. Those after StartLetter are the engine's own.
const (
	// MessageLetter brings a message to an arming; StartLetter one that starts a process.
	MessageLetter LetterKind = iota
	SignalLetter
	StartLetter
	// OwnLetter is the first of the kinds that only engines know.
	OwnLetter
)

// Letter is something for an instance to take in: whoever owns it does, in the
// order of the sequence, each once.
type Letter struct {
	Seq     uint64 // given by the store
	To      ID     // 0 in a StartLetter
	Kind    LetterKind
	Process string // a StartLetter's
	Tag     uint64 // the arming that it is for
	Message Message
	Body    []byte // of the engine's own kinds, and the payload of a signal
}

// Message is a message on its way.
type Message struct {
	Name    string
	Key     string
	Keyed   bool
	ID      string // "" or what makes publishing it again do nothing
	Payload []byte
	// Order is its place among all messages, given by the store.
	Order uint64
	// TTL is how long it waits in the inbox, and how long its id is remembered, in nanoseconds (S4.1).
	TTL int64
	// Expires is until when it waits, in nanoseconds of Unix time; given by the
	// store when it first comes to wait, with an id when it is published.
	Expires int64
	// Owns: its receiver came to own its key with it (S4.2), in the process that is
	// told here, "" where it didn't.
	Owns string
}

// Publication publishes a message.
type Publication struct {
	Message Message // without Order, Expires and Owns
	Limit   int     // of messages of this name that may wait
	Now     int64   // nanoseconds of Unix time, of the publisher's clock
	// Here: the publisher can make an instance of the process that the message
	// starts, if it starts one; the letter is its own then.
	Here bool
}

// Broadcast gives a signal to all that wait for it now, in the order of arming.
type Broadcast struct {
	Name    string
	Payload []byte
	Except  ID // the thrower, which has had it (S5.1)
}

// Start makes a message start a process, "" none.
type Start struct{ Message, Process string }

// Outcome is what became of a unit.
type Outcome struct {
	// Err is nil where it was stored; else ErrStale, ErrExists or ErrTaken, with
	// what it is about, and nothing of it was.
	Err error
	// Published are the verdicts on its Publishes.
	Published []Verdict
	// Reached is how many waits each of its Broadcasts reached.
	Reached []int
	// Posted tells of each of its Posts whether there is an instance to take it.
	Posted []bool
	// Letters are those that came of the unit and are the lease's to take.
	Letters []Letter
}

// Verdict is what became of a message.
type Verdict uint8

// The verdicts.
const (
	Routed    Verdict = iota // a letter is on its way
	Buffered                 // it waits in the inbox
	Duplicate                // one with its id was published before
	Full                     // the inbox is full; the message is nowhere (ErrInboxFull)
)
