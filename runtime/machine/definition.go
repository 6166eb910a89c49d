// Package machine is one process instance as a deterministic state machine
// without goroutine, clock, lock or I/O: an event goes in, effects come out
// (S1.1). The engine in package runtime, the test kit and other hosts drive it.
package machine

// None is the index that refers to nothing.
const None = -1

// Kind is what a node of a definition is.
type Kind uint8

// The kinds of nodes (§10). Link events do not exist at run time: a Link
// throw's outgoing flows are its target's (EV §2.8).
const (
	StartEvent Kind = iota
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
	kinds // how many there are
)

// Performer says who does a task's work.
type Performer uint8

// Who performs a task.
const (
	PassThrough Performer = iota // nobody: it completes when entered (§13.3.3)
	ByHandler                    // a method of the generated Handlers interface
	ByUser                       // it stays active until the host completes it
	ByScript                     // an expression of the definition's data
	ByEvent                      // it waits for its Event: a receive task with a message
	performerCount
)

// Definition is a process as static tables in which every reference is an
// index. Generated code holds one as a package variable; it is immutable and
// shared by all instances.
type Definition struct {
	Key         string // BPMN process id
	Name        string
	File        string // BPMN file, as positions name it
	Fingerprint string // of all that execution depends on (S10.1)
	// Nodes are in an order in which every scope's nodes, nested ones included, are one range.
	Nodes []Node
	Flows []Flow
	// Joins are the inclusive joins, by rising Node.
	Joins []InclusiveJoin
	// Scopes holds the scope tree (SC §2.1); Scopes[0] is the process itself.
	Scopes []Scope
	Events []Event
	// Clock: what its data evaluates reads the time, so that every input says Now,
	// as it does where there are timers.
	Clock bool
	// Contract is what the process declares of its inputs and outputs; nil: a
	// caller's mapping goes by the names of the variables (S10.2).
	Contract *Contract
	// VersionTag is the name that its author gives this version.
	VersionTag string
	// Starts are the start events a host may name (S1.5); DefaultStart is None
	// where it must.
	Starts       []int32
	DefaultStart int32
	// EventStarts are the nodes at which an event makes an instance, in document
	// order: root start events with a trigger, instantiating receive tasks, and
	// instantiating event-based gateways, whose arms make it (§10.5.2, §10.6.6).
	EventStarts []int32
	// Paths names the bits of change sets (S3.4).
	Paths []string
}

// Node is one flow node. What moving a token reads comes first.
type Node struct {
	Kind Kind
	// Performer, InLine and Work are of tasks. Work is the index by which the
	// generated data makes, runs and commits the task's work; None where
	// nothing is performed. InLine: no other token can be beside it and nothing
	// can interrupt it, so its handler may run on the goroutine that moves the token.
	Performer Performer
	InLine    bool
	// Silent: a Link throw whose jump can't be said by one flow. It passes its
	// token on and counts as no node: no history, no fact (EV §2.8).
	Silent bool
	// Parallel: an instantiating event-based gateway that needs all of its arms;
	// the first makes the instance (S2.6).
	Parallel bool
	Scope    int32   // the scope that it stands in
	Work     int32   // tasks
	Event    int32   // indexes Definition.Events, None for a none event
	Default  int32   // flow index, None where absent
	Inner    int32   // the scope that a composite opens, None otherwise
	Attached int32   // the host of a boundary event, None otherwise
	Out      []int32 // flow indexes in document order
	In       []int32 // flow indexes in document order
	// AdHoc is of ad-hoc sub-processes, nil otherwise; InAdHoc of activities that
	// stand in one.
	AdHoc   *AdHoc
	InAdHoc bool
	// Loop says how often an activity is done, nil: once. Its node is then the host
	// of its instances.
	Loop *Loop
	// Uncounted: the host of a repeated activity, or an event that its completion
	// throws. It counts as no node: no history, no fact.
	Uncounted bool
	// Call is what a call activity calls.
	Call *Call
	// Retry is how often its work is tried, nil where the model does not say (S9.1).
	Retry *RetryPolicy
	// Compensation is what undoes an activity; nil where nothing does.
	Compensation *Compensation
	// Boundaries are an activity's boundary events in document order.
	Boundaries []int32
	ID, Name   string
	Type       string // BPMN element name, "serviceTask"
	Pos        string // file:line:column
	Meta       []Meta // what extensions tell the host, in document order
}

// Meta is one key and value that an extension gives a node.
type Meta struct{ Key, Value string }

// Flow is one sequence flow.
type Flow struct {
	Source, Target int32
	// Condition is the index that Data.Condition takes, None where unconditional.
	Condition int32
	// Slot is the position of the flow among its target's incoming flows.
	Slot int32
	ID   string
}

// Scope is the root process or a sub-process.
type Scope struct {
	Parent int32 // scope index, None for the root
	Host   int32 // node index of the composite, None for the root
	// First and End bound its nodes, nested ones included: [First, End).
	First, End int32
	Seeds      []int32 // nodes that get a token when it opens (SC §2.3)
	// Handlers are the start events of its event sub-processes, in document
	// order: what is armed for as long as it is open (SC §2.10).
	Handlers []int32
	// Catches is the catch chain of what is thrown in the scope and not taken by an
	// activity's own boundary events: nearest first, within one place those with
	// a code first (SC §2.6, S6.1). A definition without it is walked at each throw.
	Catches  []Catch
	HasData  bool // it has data of its own: Data.Open makes it
	Outputs  bool // its sub-process has results: LeaveData commits them
	ID, Path string
}

// Catch is one step of a catch chain.
type Catch struct {
	Trigger Trigger // ErrorTrigger or EscalationTrigger
	// Code is what it takes, "" all.
	Code string
	// Node is the boundary event of the composite that opens Scope, or the start
	// event of an event sub-process that Scope arms; Event its event, or the one of
	// its parts that takes it.
	Node, Event, Scope int32
}

// Trigger is what makes an event happen.
type Trigger uint8

// The triggers that exist at run time.
const (
	NoTrigger Trigger = iota
	MessageTrigger
	TimerTrigger
	SignalTrigger
	ConditionalTrigger
	ErrorTrigger
	EscalationTrigger
	CancelTrigger
	CompensateTrigger
	TerminateTrigger
	// MultipleTrigger: Event.Parts says what.
	MultipleTrigger
	triggers // how many there are
)

// Event is an event's trigger with what it refers to by name or code.
type Event struct {
	Trigger      Trigger
	Interrupting bool // boundary events and event sub-process starts
	// Shared: a boundary event that is never armed, since an interrupting event
	// sub-process inside its host has the same timer or condition (S6.5).
	Shared bool
	Name   string // of the message or signal
	// Code of the error or escalation; a catch without one takes all (S6.1).
	Code string
	// Expr is the index by which EventData makes what the event needs: a
	// message's key, a timer's due time; for a conditional it is the index that
	// Data.Condition takes. None where it needs nothing.
	Expr int32
	// Reads is what a conditional's condition depends on; empty: anything (EV §2.7).
	Reads Changes
	// Payload is the index by which EventData makes what a throw sends, or
	// commits what a catch receives; None where nothing is moved.
	Payload int32
	// Text counts, from 1, what TextData.Text makes: a name or code that is an
	// expression; 0: Name or Code says it.
	Text int32
	// Told: the catch binds the code and the message of what it takes too: Receive
	// is given a *Caught.
	Told bool
	// Conversation is which of the instance's conversation keys a message
	// belongs to, counted from 1; 0: none. The first message that is received or
	// sent sets the key, later ones must equal it (S4.4). A catch of it has no Expr.
	Conversation int32
	// Parts are the events of a MultipleTrigger, in document order; none of them
	// is multiple. A catch happens with any of them, or with Parallel once all
	// have happened; a throw throws them all (§10.5.1).
	Parts    []int32
	Parallel bool
	// Compensate is what a CompensateTrigger throws; nil where one is caught.
	Compensate *Compensate
}
