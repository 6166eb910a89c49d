package runtime

import (
	"fmt"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Generation1 ties generated code to this generation of the runtime: a package
// made for another one names a constant that does not exist here, and does not
// compile. The way out is to run bpmngen generate again.
const Generation1 = true

// HostWork is the work index of a change that the host commits by itself.
const HostWork = machine.HostWork

// None is the index that refers to nothing.
const None = machine.None

// What the tables of generated packages are made of; hosts need none of it.
type (
	Definition = machine.Definition
	NodeDef    = machine.Node
	FlowDef    = machine.Flow
	ScopeDef   = machine.Scope
	JoinDef    = machine.InclusiveJoin
	NodeSet    = machine.NodeSet
	EventDef   = machine.Event
	MetaDef    = machine.Meta
	Gate       = machine.Gate
	Changes    = machine.Changes
	Data       = machine.Data
	Job        = machine.Work
	LoopDef    = machine.Loop
	Counts     = machine.Counts
	Scratch    = machine.Scratch

	// CatchDef is a step of a catch chain.
	CatchDef = machine.Catch
	// ContractDef and ParamDef are what a process declares for its callers.
	ContractDef = machine.Contract
	ParamDef    = machine.Param

	// CompensateDef is what a compensation event throws, CompensationDef what
	// undoes an activity.
	CompensateDef   = machine.Compensate
	CompensationDef = machine.Compensation
)

// The kinds of nodes.
const (
	KindStartEvent        = machine.StartEvent
	KindEndEvent          = machine.EndEvent
	KindCatchEvent        = machine.CatchEvent
	KindThrowEvent        = machine.ThrowEvent
	KindBoundaryEvent     = machine.BoundaryEvent
	KindTask              = machine.Task
	KindSubProcess        = machine.SubProcess
	KindEventSubProcess   = machine.EventSubProcess
	KindTransaction       = machine.Transaction
	KindAdHocSubProcess   = machine.AdHocSubProcess
	KindCallActivity      = machine.CallActivity
	KindExclusiveGateway  = machine.ExclusiveGateway
	KindParallelGateway   = machine.ParallelGateway
	KindInclusiveGateway  = machine.InclusiveGateway
	KindComplexGateway    = machine.ComplexGateway
	KindEventBasedGateway = machine.EventBasedGateway
)

// Who performs a task.
const (
	ByHandler = machine.ByHandler
	ByUser    = machine.ByUser
	ByScript  = machine.ByScript
	ByEvent   = machine.ByEvent
)

// LoopThrowDef is an event that the completion of an instance throws.
type LoopThrowDef = machine.LoopThrow

// Repetition is the data of one run of a repeated activity; generated code implements it.
type Repetition = machine.Repetition

// How an activity is repeated.
const (
	StandardLoop        = machine.StandardLoop
	SequentialInstances = machine.SequentialInstances
	ParallelInstances   = machine.ParallelInstances
)

// ErrNegativeCount is the fault of a multi-instance activity whose computed count is negative (S7.1).
var ErrNegativeCount = machine.ErrNegativeCount

// MaxInstances is how many instances a multi-instance activity can have.
const MaxInstances = machine.MaxInstances

// TooManyInstances is the fault of a computed count above MaxInstances.
func TooManyInstances(count int64) error {
	return fmt.Errorf("%d instances: a multi-instance activity has at most %d", count, MaxInstances)
}

// The triggers of events.
const (
	MessageTrigger     = machine.MessageTrigger
	TimerTrigger       = machine.TimerTrigger
	SignalTrigger      = machine.SignalTrigger
	ConditionalTrigger = machine.ConditionalTrigger
	ErrorTrigger       = machine.ErrorTrigger
	EscalationTrigger  = machine.EscalationTrigger
	CancelTrigger      = machine.CancelTrigger
	CompensateTrigger  = machine.CompensateTrigger
	TerminateTrigger   = machine.TerminateTrigger
	MultipleTrigger    = machine.MultipleTrigger
)

// Node is the index of a flow node in its process; generated packages have a constant for each.
type Node int32

// Flow is the index of a sequence flow in its process; generated packages have a constant for each.
type Flow int32

// Program is one registration of a generated process: its definition with the
// host's handlers. Generated code implements it. Do is called from many
// goroutines at once.
type Program interface {
	// Definition is the process's table; the same pointer each time.
	Definition() *Definition
	// New makes an instance whose variables are zero.
	New() Root
	// Do runs the handler of that work and keeps in the job what it returned.
	Do(t Task, work int32, job Job) error
}

// Root is an instance as generated code makes it: a struct that embeds
// Instance, so that both are one allocation, and is the data of its root scope.
type Root interface {
	Data
	// VarsPointer points to the live variables. It is used before the instance
	// starts only.
	VarsPointer() any
	embedded
}

// Typed is a Root whose variables have type V.
type Typed[V any] interface {
	Root
	// Snapshot copies the variables to the bottom.
	Snapshot() V
}

// Copy is the work of a task without declared inputs and outputs: it reads and
// writes V, a private copy of the variables (S3.2).
type Copy[V any] struct {
	TaskContext
	// Base is what V was copied from where other tokens may commit meanwhile,
	// immutable and shared; nil: the live variables are the base.
	Base *V
	V    V
}

// UserCopy is the work of a user task without declared inputs and outputs.
type UserCopy[V any] struct {
	UserTask
	// Saw is the variables as the task saw them when it was created.
	Saw V
	// V is what its completion made of them.
	V *V
}

// Call is the work of a task with declared inputs and outputs (S3.6).
type Call[In, Out any] struct {
	TaskContext
	In  In
	Out Out
}

// UserCall is the work of a user task with declared inputs and outputs.
type UserCall[In, Out any] struct {
	UserTask
	In  In
	Out Out
}

// slabSize is how many private copies are allocated at once; each is used once.
const slabSize = 8

type slab[V any] struct {
	next   int
	copies []Copy[V]
}

// NewCopy makes the work of a task that is not shared; the scratch lends it
// memory that was allocated together with the memory of others, which halves
// the cost, and is never used again.
func NewCopy[V any](s *Scratch) *Copy[V] {
	b, ok := s.Slab.(*slab[V])
	if !ok {
		b = new(slab[V])
		s.Slab = b
	}
	if b.next == len(b.copies) {
		b.copies = make([]Copy[V], slabSize)
		b.next = 0
	}
	b.next++
	return &b.copies[b.next-1]
}
