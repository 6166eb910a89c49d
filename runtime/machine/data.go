package machine

// Changes is a set of changed paths, a bit a path of Definition.Paths.
type Changes []uint64

// Set marks path p as changed.
func (c Changes) Set(p int) { c[p>>6] |= 1 << (p & 63) }

// Data is what a generated package gives the machine for one open scope of one
// instance: the scope's variables behind a small interface, so that no name is
// looked up and nothing is reflected on while tokens move. A scope without
// variables of its own shares its parent's Data. Its methods are called by the
// instance's single writer only (S1.1).
type Data interface {
	// Condition evaluates the condition with that index. An error is a fault
	// (S2.1): a missing value, a null result, a failed host function.
	Condition(i int32) (bool, error)
	// Open makes the data of a nested scope (Scope.HasData).
	Open(scope int32) Data
	// Begin takes the private copy that task work reads and writes (S3.2).
	Begin(work int32) Work
	// Commit writes what the finished work changed against the copy that it was
	// given, field by field, and marks every path whose value differs from before (S3.3).
	Commit(work int32, w Work, changed Changes)
}

// Work is one run of a task: the generated struct holds the handler's private
// copy and the base that it was taken from. The engine runs it, the machine commits it.
type Work any
