// Package model is the resolved process: scopes, nodes, flows, events, data
// and typed expressions. It is pure data: no XML, no name left to look up;
// every reference is an index into a slice of the same Process. Resolve makes
// it, the analyses say things about it, the generator writes Go from it.
package model

import (
	"time"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// None is the index that refers to nothing.
const None = -1

// Package is what one generated Go package is made from: the processes of one
// compilation, in document order, and the global definitions that they share.
type Package struct {
	Files     []Source
	Processes []*Process // those to generate, in document order
	// Pools are the participants of all collaborations and MessageFlows what
	// joins them, carried for people; they have no effect on execution yet.
	Pools        []Pool
	MessageFlows []MessageFlow
	Messages     []Message
	Signals      []Signal
	Errors       []Error
	Escalations  []Escalation
	// Stores are the data stores that tasks read and write.
	Stores []Store
	// Structs are the generated struct types (payloads, inferred contexts), by name.
	Structs []*types.Type
	// Version numbers the meaning of the model for fingerprints.
	Version int
}

// Source is one input file.
type Source struct {
	File   string // as named in positions: slash-separated, relative to the package's folder
	SHA256 string
}

// Origin says where an element stands in the BPMN file.
type Origin struct {
	ID   string // BPMN id
	Name string // BPMN name, "" where absent
	Span diag.Span
	Doc  string // its documentation, plain text
}

// Process is one executable process.
type Process struct {
	Origin
	// GoName is the exported name; Prefix what the package's names carry: ""
	// where it is the only executable process of the package.
	GoName, Prefix string
	// Scopes is the scope tree in document order; Scopes[0] is the root (SC §2.1).
	Scopes []Scope
	// Nodes are in an order in which every scope's nodes, nested ones included, are
	// one range [First, End): what an interrupting event cancels is a range.
	Nodes []Node
	Flows []Flow
	// Vars are all variables of all scopes; a scope owns a range.
	Vars []Variable
	// Exprs are all compiled expressions.
	Exprs []Expression
	// Beans are the methods of the host's beans that expressions call, by name.
	Beans []Bean
	Lanes []Lane
	// Starts are the start events, which the host may start the process at,
	// whatever their trigger. DefaultStart is the one that Start takes: the only
	// one without a trigger. None with some Starts means that the host must choose
	// (S1.5); None without any, that starting seeds Scopes[0].Seeds (implicit
	// starts, SC §2.3), unless there are none either.
	Starts       []int
	DefaultStart int
	// EventStarts are the nodes at which an event makes an instance, in document
	// order: start events with a trigger, receive tasks and event-based gateways
	// that instantiate (§10.5.2, §10.6.6).
	EventStarts []int
	// Contract is what its ioSpecification declares; nil: it declares none.
	Contract *Contract
	// VersionTag is the name that its author gives this version, "" none.
	VersionTag string
	// Fingerprint is a hash of all that execution depends on (S10.1).
	Fingerprint string
}

// Scope is a process, a sub-process or an event sub-process.
type Scope struct {
	Origin
	Parent int // scope index, None for the root
	Host   int // node index of the composite, None for the root
	Path   string
	// First and End bound the nodes of the scope, nested ones included.
	First, End int
	// FirstVar and EndVar bound Process.Vars that the scope declares.
	FirstVar, EndVar int
	// Seeds are the nodes that get a token when the scope opens (SC §2.3).
	Seeds []int
	// Handlers are the start events of its event sub-processes, in document
	// order: what is armed for as long as it is open (SC §2.10).
	Handlers []int
	// Catches is the catch chain of what is thrown in the scope and not taken by an
	// activity's own boundary events, nearest first (SC §2.6, S6.1).
	Catches []Catch
	// GoName names the generated struct of the scope's data, "" where it declares none.
	GoName string
}

// Kind is what a node is.
type Kind uint8

// The kinds of nodes. Link events are gone: a flow into a Link throw leads to
// where its target's flow leads. Only where that can't be said by one flow (the
// target has several flows, or several throws share one flow into a join) the
// throw stays, as a ThrowEvent with Silent set (EV §2.8).
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
)

// TaskKind is the BPMN type of a task.
type TaskKind uint8

// The task types of §10.3.3.
const (
	NoneTask TaskKind = iota
	ServiceTask
	SendTask
	ReceiveTask
	UserTask
	ManualTask
	BusinessRuleTask
	ScriptTask
)

// Performer says who does a task's work.
type Performer uint8

// Who performs a task.
const (
	PassThrough Performer = iota // nobody: it completes when entered (none and manual tasks, §13.3.3)
	ByHandler                    // a method of Handlers
	ByUser                       // it waits until the host completes it (user tasks; receive tasks without a message, S4.6)
	ByScript                     // a compiled script expression
	ByEvent                      // it waits for its message: a receive task with one
)

// Node is one flow node.
type Node struct {
	Origin
	// Element is the BPMN element's local name, "serviceTask".
	Element string
	Kind    Kind
	Scope   int
	// GoName is unique among the process's nodes: the constant is Node<GoName>, the
	// handler method <GoName>. The host of a repeated activity has none.
	GoName string
	In     []int // flow indexes, document order
	Out    []int // flow indexes, document order; of a Silent node: its Link target's, shared with its other throws
	// Default is the default flow, None where absent.
	Default int
	// Trigger is of events; TriggerNone is a none event.
	Triggers         []Trigger
	ParallelMultiple bool
	// Parallel: an event-based gateway that starts the process and needs all of
	// its arms (S2.6).
	Parallel     bool
	Interrupting bool  // boundary and event sub-process start
	Attached     int   // boundary: the host activity
	Boundaries   []int // activity: its boundary events in document order
	Task         TaskKind
	Performer    Performer
	// Inner is the scope of a sub-process, None otherwise.
	Inner int
	// InLine: the handler may be called on the goroutine that moves the token:
	// no other token can be beside it and nothing can interrupt it.
	InLine bool
	// IO is how data gets in and out of an activity; nil: it sees a copy of
	// the variables in scope and commits what it changed (S3.6). Of a sub-process In
	// fills variables of its scope and Out variables around it. The payloads of
	// events are their Triggers'.
	IO *IO
	// JobType, Retries and the like are the vendor's data for the host, in
	// document order: read by handlers and user-task lists.
	Meta []Meta
	Lane int
	// AdHoc is of ad-hoc sub-processes, nil otherwise; InAdHoc of activities that stand in one.
	AdHoc   *AdHoc
	InAdHoc bool
	// Retry is how often its work is tried, nil where the file does not say (S9.1).
	Retry *Retry
	// Gate is of complex gateways, nil otherwise.
	Gate *Gate
	// Loop makes the node the host of a repeated activity, nil otherwise. That, and
	// the events that the completion of an instance throws, are Uncounted: they count
	// as no node and have no constant.
	Loop      *Loop
	Uncounted bool
	// Sends is the message that a throw or a send task has the host send, an index
	// into Package.Messages; None where it sends none that the model names.
	Sends int
	// Call is what a call activity calls, nil otherwise.
	Call *Call
	// Compensation is what undoes an activity, nil where nothing does or nothing in
	// the process could ask for it. ForCompensation marks what runs for compensation
	// only, and all that is inside it.
	Compensation    *Compensation
	ForCompensation bool
	// Script is the expression of a ByScript task, None otherwise, ScriptResult the variable it
	// sets and ScriptPath the part of that, none for the whole.
	Script       int
	ScriptResult int
	ScriptPath   []string
	// Silent: a Link throw that stays as a node. It passes its token to its
	// target's flows and counts as no node: no history, no fact (EV §2.8).
	Silent bool
}

// Retry is how often work is tried.
type Retry struct {
	Attempts int // in all, at least 1
	// Backoff is what passes between the attempts; the last repeats.
	Backoff []time.Duration
}

// Meta is one key and value told by an extension.
type Meta struct {
	Key, Value string
	Span       diag.Span
}

// IO is the typed input and output of an activity, or the payload of an event.
type IO struct {
	Inputs  []Param
	Outputs []Param
	// In fills the inputs, Out writes the results back.
	In, Out []Mapping
	// Reads fill inputs from data stores before the work, Writes give outputs to
	// data stores after it.
	Reads, Writes []StoreMove
	// Told are mappings of what a caught error or escalation is beside its payload:
	// their expressions read ToldCode and ToldMessage.
	Told []Mapping
	// Merged are the fields of a payload that a catch without a mapping writes to
	// the variables of their names.
	Merged []Merge
}

// The names by which IO.Told reads the code and the message of what was caught;
// no variable has them.
const (
	ToldCode    = "(code)"
	ToldMessage = "(message)"
)

// Merge is one field of a payload that goes to the variable of its name.
type Merge struct {
	Field *types.Field
	Var   int // index into Process.Vars
}

// Param is one field of a task's In or Out struct, or of an event's payload.
type Param struct {
	Name string
	// GoName is the field; "" where it is the payload as a whole.
	GoName string
	Type   *types.Type
	Span   diag.Span
	// Optional: may stay unset.
	Optional bool
	// As is the name by which it crosses to a called process, "" its own.
	As string
}

// Crosses is the name by which the parameter crosses to a called process.
func (p *Param) Crosses() string {
	if p.As != "" {
		return p.As
	}
	return p.Name
}

// Mapping moves one value: an expression (over variables for In, over outputs
// and variables for Out) into a target path.
type Mapping struct {
	Expr   int // index into Process.Exprs
	Target Target
	Span   diag.Span
}

// Target is where a mapping writes: an input parameter, or a variable (with a path into it).
type Target struct {
	Param int // In mappings: index into IO.Inputs
	Var   int // Out mappings: index into Process.Vars
	Path  []string
}

// Flow is one sequence flow.
type Flow struct {
	Origin
	// GoName is unique among the process's flows: the constant is Flow<GoName>.
	GoName string
	// Source is the node that the flow leaves (of a Link target's flow that is
	// kept: the first Silent throw in document order), Target the one that it
	// reaches, beyond Links.
	Source, Target int
	// Condition indexes Process.Exprs, None where unconditional.
	Condition int
}

// Variable is a piece of data of a scope.
type Variable struct {
	Origin
	Scope  int
	GoName string
	Type   *types.Type
	// Declared says that the file declares it; else it was inferred from use.
	Declared bool
	// FirstPath is the index of its first bit in change sets; nested struct fields take the following.
	FirstPath int
}

// Expression is one compiled expression and where it is evaluated.
type Expression struct {
	Origin  // the element that carries it
	Scope   int
	Source  string
	Lang    expr.Lang
	Typed   *expr.Typed
	Purpose Purpose
}

// Purpose says what an expression is for.
type Purpose uint8

// The purposes.
const (
	Condition Purpose = iota
	MappingValue
	ScriptValue
	TimerValue
	KeyValue
	Cardinality
	CallValue // of a call activity: its callee, its version, its business key
	ElementsValue
	TextValue // a name or a code
)

// Lane is carried for people; it has no effect on execution.
type Lane struct {
	Origin
	Parent int
}

// Pool is a participant of a collaboration, carried for people.
type Pool struct {
	Origin
	Process int // index into Package.Processes; None for a black box or a process that is not generated
}

// MessageFlow joins pools or nodes of different pools, carried for people.
// Source and Target are BPMN ids.
type MessageFlow struct {
	Origin
	Source, Target string
}
