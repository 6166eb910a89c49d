package model

// LoopKind is how an activity is repeated (S7).
type LoopKind uint8

// The kinds of repetition.
const (
	StandardLoop LoopKind = iota + 1 // §13.3.6
	SequentialInstances
	ParallelInstances // §13.3.7
)

// Loop says how often an activity is done. It belongs to the host of its
// instances: a node of Kind SubProcess whose Inner scope is opened once for each
// instance, has the instance's data, and is seeded with the activity itself, a
// node without flows.
type Loop struct {
	Kind LoopKind
	// Body is the activity itself.
	Body int
	// TestBefore: a standard loop tests its condition before the first iteration too.
	TestBefore bool
	// Maximum bounds a standard loop, None does not.
	Maximum int64
	// Condition is the loopCondition or the completionCondition, an index into
	// Process.Exprs evaluated in the Inner scope; None where absent.
	Condition int
	// Cardinality or Collection says how many instances there are: indexes into
	// Process.Exprs, evaluated in the scope of the host. One of them is None.
	Cardinality, Collection int
	// Item is the variable of the Inner scope that takes an element of the
	// collection, None where the instances don't look at it.
	Item int
	// Counter is the variable of the Inner scope that is the loopCounter, and First its
	// value in the first instance.
	Counter int
	First   int64
	// Counts are the variables of the Inner scope that tell how many instances there are.
	Counts []CountVar
	// Element is what an instance gives to the output, an index into Process.Exprs
	// evaluated in the Inner scope; None where there is no output. Output takes the list.
	Element int
	Output  Target
	Throws  []LoopThrow
}

// Count is one of the attributes of a multi-instance activity (§13.3.7).
type Count uint8

// The counts.
const (
	AllInstances Count = iota
	ActiveInstances
	CompletedInstances
	TerminatedInstances
)

// CountVar is a variable that tells a count.
type CountVar struct {
	Var   int
	Count Count
}

// LoopThrow is an event that the completion of an instance throws (§13.3.7).
type LoopThrow struct {
	Node      int // in the Inner scope
	Condition int // an index into Process.Exprs evaluated in the Inner scope; None: always
	First     bool
}
