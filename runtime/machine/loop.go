package machine

import (
	"errors"
	"fmt"
)

// A repeated activity (S7) is a host, which the flows and boundary events are
// of, and one scope for each of its instances: a scope that holds the activity
// itself, as a node without flows, and the events that its behavior throws. So
// each instance has its own data, errors and escalations of an instance climb to
// the one set of boundary events (S7.3), and whatever cancels the host cancels all
// instances.

// LoopKind is how an activity is repeated.
type LoopKind uint8

// The kinds of repetition.
const (
	StandardLoop LoopKind = iota + 1 // §13.3.6
	SequentialInstances
	ParallelInstances // §13.3.7
)

// Loop says how often an activity is done. Its node is a SubProcess whose Inner
// scope is opened once for each instance and is seeded with one node, the activity.
type Loop struct {
	Kind LoopKind
	// Repetition is the index by which LoopData makes what a run of the whole needs.
	Repetition int32
	// Maximum bounds a standard loop; None does not.
	Maximum int64
	// TestBefore: a standard loop evaluates its condition before the first iteration too.
	TestBefore bool
	// Condition is the index that Data.Condition of an instance takes, None where
	// there is none: the loopCondition, evaluated in the data of the iteration
	// that is to come, or the completionCondition, evaluated in the data of the
	// instance that completed.
	Condition int32
	// Throws are what completing instances throw, by the activity's behavior: None
	// and One have one, All has none, Complex one for each definition.
	Throws []LoopThrow
}

// LoopThrow is an event that the completion of an instance throws (§13.3.7).
type LoopThrow struct {
	Node int32 // in the instance's scope
	// Condition is the index that Data.Condition of the instance takes, None: always.
	Condition int32
	// First: only the first completion throws it.
	First bool
}

// Counts are the attributes of a multi-instance activity that its conditions
// read: numberOfInstances and so on (§13.3.7).
type Counts struct{ Instances, Active, Completed, Terminated int }

// LoopData is the Data of a definition with repeated activities.
type LoopData interface {
	Data
	// Repeat begins one run of a repeated activity: it reads the cardinality or the
	// collection, which are fixed from then on (S7.2). An error is a fault.
	Repeat(i int32) (Repetition, error)
}

// Repetition is the data of one run of a repeated activity. The generated
// package makes it and the machine carries it; its methods are called by the
// instance's single writer only (S1.1).
type Repetition interface {
	// Count is how many instances a multi-instance activity has.
	Count() int
	// Open makes the data of an instance with its item and its loopCounter; 0 is
	// the first instance.
	Open(instance int, c Counts) (Data, error)
	// See tells the data of an instance the counts, for conditions to read.
	See(d Data, c Counts)
	// Keep takes the output of an instance that has completed to its place.
	Keep(instance int, d Data) error
	// Commit writes the collected output as one step, and marks what differs from before.
	Commit(changed Changes) error
}

// InstancesError is the fault of a parallel multi-instance activity whose
// instances can't all begin within the moves of one Apply (S1.7).
type InstancesError struct{ Count, Limit int }

// Error names the way out.
func (e *InstancesError) Error() string {
	return fmt.Sprintf("%d parallel instances begin at once, more than the %d moves that are allowed without waiting: let them run one after the other, or raise the limit", e.Count, e.Limit)
}

// MaxInstances is how many instances a multi-instance activity can have.
const MaxInstances = 1<<31 - 1

// ErrNegativeCount is the fault of a multi-instance activity whose computed count is negative (S7.1).
var ErrNegativeCount = errors.New("the number of instances is negative")

// validateLoop checks a node that is done several times.
func (d *Definition) validateLoop(n *Node) error {
	sc := &d.Scopes[n.Inner]
	if n.Kind != SubProcess || n.Loop.Kind < StandardLoop || n.Loop.Kind > ParallelInstances || len(sc.Seeds) != 1 || len(sc.Handlers) > 0 {
		return errors.New("it is not repeated as an activity is")
	}
	for _, t := range n.Loop.Throws {
		if !d.isNode(t.Node) || d.Nodes[t.Node].Scope != n.Inner || d.Nodes[t.Node].Kind != EndEvent && d.Nodes[t.Node].Kind != Task {
			return errors.New("its behavior throws what is no event of it")
		}
	}
	return nil
}
