package machine

// Changes is a set of changed paths, a bit a path of Definition.Paths (S3.3).
type Changes []uint64

// Meets reports whether the two sets have a path in common; an empty
// dependency set means anything (EV §2.7).
func (c Changes) Meets(reads Changes) bool {
	if !reads.Any() {
		return c.Any()
	}
	for i, w := range c {
		if i < len(reads) && w&reads[i] != 0 {
			return true
		}
	}
	return false
}

// Set marks path p as changed.
func (c Changes) Set(p int) { c[p>>6] |= 1 << (p & 63) }

// Has reports whether path p is marked.
func (c Changes) Has(p int) bool { return c[p>>6]&(1<<(p&63)) != 0 }

// Any reports whether any path is marked.
func (c Changes) Any() bool {
	for _, w := range c {
		if w != 0 {
			return true
		}
	}
	return false
}

// Data is what a generated package gives the machine for one open scope of one
// instance: the scope's variables behind a small interface, so that no name is
// looked up and nothing is reflected on while tokens move. A scope without
// variables of its own shares its parent's Data. Its methods are called by the
// instance's single writer only (S1.1).
type Data interface {
	// Condition evaluates the condition with that index. An error is a fault
	// (S2.1): a missing value, a null result, a failed host function.
	Condition(i int32) (bool, error)
	// Open makes the data of a nested scope (Scope.HasData) whose outer data this is.
	Open(scope int32) (Data, error)
	// Begin makes one run of a task's work, with the private copy that it reads
	// and writes (S3.2) or its declared inputs. Shared work runs beside other
	// tokens: it holds an immutable base, which many may share, and copies it
	// where it runs. Work that is not shared gets its copy at once. HostWork is
	// a change that the host itself makes.
	Begin(work int32, shared bool, s *Scratch) (Work, error)
	// Commit writes what the finished work changed against the base that it was
	// given, field by field, and marks every path whose value differs from before (S3.3).
	Commit(work int32, w Work, changed Changes) error
	// Script evaluates a ByScript task and commits its result in one step.
	Script(work int32, changed Changes) error
}

// HostWork is the work index of a change that the host commits by itself.
const HostWork = -1

// EventData is the Data of a definition with events.
type EventData interface {
	Data
	// Key is the correlation key that a message catch waits for, or a message
	// throw carries. ok is false where one of its properties has no value: it
	// then matches nothing (S4.4).
	Key(i int32) (key string, ok bool, err error)
	// Due is when a timer fires, in nanoseconds of Unix time: first with fired 0,
	// then, for a cycle, with how often it fired and when it was due last, so
	// that it never drifts (S5.2). ok is false where it fires no more. A cycle that
	// is an expression is evaluated with fired 0 alone: its text goes into *cycle, where it
	// is found again.
	Due(i int32, now, last int64, fired int32, cycle *string) (due int64, ok bool, err error)
	// Payload makes what a throw sends.
	Payload(i int32) (any, error)
	// Receive commits what a catch was given (S6.4), a *Caught where Event.Told says
	// so, and marks what changed.
	Receive(i int32, payload any, changed Changes) error
}

// Work is one run of a task: the generated package makes it, the engine runs
// it, the generated package commits it. The machine only carries it.
type Work any
