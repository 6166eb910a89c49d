// Package machine is one process instance as a deterministic state machine
// without goroutine, clock, lock or I/O: an event goes in, effects come out
// (S1.1). The engine in package runtime, the test kit and other hosts drive it.
package machine

// None is the index that refers to nothing.
const None = -1

// NodeKind is what a node of a definition is.
type NodeKind uint8

// The kinds of nodes (§10). Link events do not exist at run time: a Link
// throw's outgoing flows are its target's (EV §2.8).
const (
	StartEvent NodeKind = iota
	EndEvent
	CatchEvent
	ThrowEvent
	BoundaryEvent
	Task
	SubProcess
	EventSubProcess
	Transaction
	AdHocSubProcess
	CallActivity
	ExclusiveGateway
	ParallelGateway
	InclusiveGateway
	ComplexGateway
	EventBasedGateway
)

// Performer says who does a task's work.
type Performer uint8

// Who performs a task.
const (
	PassThrough Performer = iota // nobody: it completes when entered (§13.3.3)
	ByHandler                    // a method of the generated Handlers interface
	ByUser                       // it stays active until the host completes it
	ByScript                     // an expression of the definition's data
)

// Definition is a process as static tables in which every reference is an
// index. Generated code holds one as a package variable; it is immutable and
// shared by all instances.
type Definition struct {
	Key         string // BPMN process id
	Name        string
	File        string
	Fingerprint string // of all that execution depends on (S10.1)
	Nodes       []Node
	Flows       []Flow
	Scopes      []Scope
	Events      []Event
	// Starts are the start events a host may name (S1.5); DefaultStart is None
	// where it must.
	Starts       []int32
	DefaultStart int32
	// Paths names the bits of change sets (S3.4).
	Paths []string
}

// Node is one flow node.
type Node struct {
	ID, Name string
	Pos      string // file:line:column
	Type     string // BPMN element name, "serviceTask"
	Kind     NodeKind
	Scope    int32
	In, Out  []int32 // flow indexes in document order
	Default  int32   // flow index
	// Performer, Work and InLine are of tasks. Work is the index that the
	// generated data uses to make the task's work.
	Performer Performer
	InLine    bool
	Work      int32
	// Event indexes Definition.Events, None for a none event.
	Event int32
	// Attached is the host of a boundary event, Boundaries an activity's boundary events.
	Attached   int32
	Boundaries []int32
	Inner      int32 // scope of a composite
}

// Flow is one sequence flow. Condition is the index that Data.Condition takes, None where unconditional.
type Flow struct {
	ID             string
	Source, Target int32
	Condition      int32
	// Slot is the position of the flow among its target's incoming flows.
	Slot int32
}

// Scope is the root process or a sub-process.
type Scope struct {
	ID, Path   string
	Parent     int32
	Host       int32
	First, End int32   // its nodes, nested ones included, are [First, End)
	Seeds      []int32 // nodes that get a token when it opens (SC §2.3)
	HasData    bool    // it has data of its own: Data.Open makes it
}

// EventKind is the trigger of an event.
type EventKind uint8

// The triggers that exist at run time.
const (
	NoEvent EventKind = iota
	MessageEvent
	TimerEvent
	SignalEvent
	ConditionalEvent
	ErrorEvent
	EscalationEvent
	CancelEvent
	CompensateEvent
	TerminateEvent
)

// Event is an event's trigger with what it refers to by name or code.
type Event struct {
	Kind         EventKind
	Name         string
	Code         string
	Interrupting bool
}
