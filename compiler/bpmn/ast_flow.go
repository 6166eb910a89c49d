package bpmn

// Container is what holds flow elements: a process or a sub-process.
type Container struct {
	FlowElements []Element // nodes, flows, data, in document order
	LaneSets     []*LaneSet
	Artifacts    []*Artifact
	Properties   []*Property
}

// Process is a process.
type Process struct {
	Base
	Container
	IsExecutable           string // "true", "false" or "" where absent, as written
	IsClosed               string
	ProcessType            string
	IO                     *InputOutput
	ResourceRoles          []*Raw
	Correlations           []*CorrelationSubscription
	SupportedInterfaceRefs []Ref
}

// LaneSet holds lanes; lanes have no effect on execution.
type LaneSet struct {
	Base
	Lanes []*Lane
}

// Lane is a lane.
type Lane struct {
	Base
	NodeRefs []Ref
	Child    *LaneSet
}

// Artifact is an association, group or text annotation; Kind is the local XML name.
type Artifact struct {
	Base
	Kind                 string
	SourceRef, TargetRef Ref
	Direction            string
	Text                 Text
}

// SequenceFlow joins two nodes of one level.
type SequenceFlow struct {
	Base
	SourceRef, TargetRef Ref
	Condition            *Expression
	IsImmediate          string
}

// Node is what activities, events and gateways share.
type Node struct {
	Base
	Incoming, Outgoing []Ref // as listed by child elements; the flows' own refs decide
}

// FlowNode is an activity, an event or a gateway.
type FlowNode interface {
	Element
	FlowNode() *Node
}

// FlowNode returns the shared part.
func (n *Node) FlowNode() *Node { return n }

// Activity is what tasks, sub-processes and call activities share.
type Activity struct {
	Node
	Default            Ref
	IsForCompensation  bool
	StartQuantity      string
	CompletionQuantity string
	Loop               *Loop
	IO                 *InputOutput
	DataInputs         []*DataAssociation
	DataOutputs        []*DataAssociation
	Properties         []*Property
	ResourceRoles      []*Raw
}

// AnyActivity is a task, sub-process or call activity.
type AnyActivity interface {
	FlowNode
	Act() *Activity
}

// Act returns the shared part.
func (a *Activity) Act() *Activity { return a }

// TaskKind tells the tasks apart.
type TaskKind uint8

// The task kinds of §10.3.3.
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

// Task is a task of any kind.
type Task struct {
	Activity
	Kind           TaskKind
	Implementation string
	OperationRef   Ref
	MessageRef     Ref
	Instantiate    bool
	ScriptFormat   string
	Script         Text
	HasScript      bool
	Renderings     []*Raw
}

// ChoreographyNode is a choreography activity: choreographyTask,
// subChoreography or callChoreography. It is carried, never executed. Kind is
// the local XML name.
type ChoreographyNode struct {
	Node
	Kind         string
	FlowElements []Element   // of a subChoreography
	Artifacts    []*Artifact // of a subChoreography
	Others       []*Raw
}

// SubProcessKind tells the sub-processes apart.
type SubProcessKind uint8

// The sub-process kinds.
const (
	EmbeddedSubProcess SubProcessKind = iota
	Transaction
	AdHocSubProcess
)

// SubProcess is an embedded, event, transaction or ad-hoc sub-process.
type SubProcess struct {
	Activity
	Container
	Kind                SubProcessKind
	TriggeredByEvent    bool
	Method              string // transaction
	Ordering            string // ad-hoc
	CancelRemaining     string // ad-hoc, as written
	CompletionCondition *Expression
}

// CallActivity calls a process or a global task.
type CallActivity struct {
	Activity
	CalledElement Ref
}

// EventKind tells the event positions apart.
type EventKind uint8

// The event positions.
const (
	StartEvent EventKind = iota
	EndEvent
	IntermediateCatchEvent
	IntermediateThrowEvent
	BoundaryEvent
	ImplicitThrowEvent
)

// Event is an event of any position.
type Event struct {
	Node
	Kind               EventKind
	Definitions        []*EventDefinition // own ones, then the referenced ones' resolved copies are left to resolve
	DefinitionRefs     []Ref              // eventDefinitionRef
	ParallelMultiple   bool
	IsInterrupting     bool // start; default true
	CancelActivity     bool // boundary; default true
	AttachedTo         Ref
	DataInputs         []*DataItem // throw
	DataOutputs        []*DataItem // catch
	InputSet           *Raw
	OutputSet          *Raw
	InputAssociations  []*DataAssociation
	OutputAssociations []*DataAssociation
	Properties         []*Property
}

// TriggerKind is the kind of an event definition.
type TriggerKind uint8

// The event definitions of §10.5.5.
const (
	MessageTrigger TriggerKind = iota + 1
	TimerTrigger
	SignalTrigger
	ConditionalTrigger
	ErrorTrigger
	EscalationTrigger
	CancelTrigger
	CompensateTrigger
	LinkTrigger
	TerminateTrigger
)

// EventDefinition is one event definition; which fields are set depends on Kind.
type EventDefinition struct {
	Base
	Kind              TriggerKind
	Ref               Ref // messageRef, signalRef, errorRef, escalationRef, activityRef
	OperationRef      Ref
	TimeDate          *Expression
	TimeDuration      *Expression
	TimeCycle         *Expression
	Condition         *Expression
	WaitForCompletion string // compensate, as written
	LinkSources       []Ref
	LinkTarget        Ref
}

// GatewayKind tells the gateways apart.
type GatewayKind uint8

// The gateways of §10.6.
const (
	ExclusiveGateway GatewayKind = iota
	ParallelGateway
	InclusiveGateway
	ComplexGateway
	EventBasedGateway
)

// Gateway is a gateway of any kind.
type Gateway struct {
	Node
	Kind                GatewayKind
	Direction           string
	Default             Ref
	ActivationCondition *Expression
	Instantiate         bool
	EventGatewayType    string // Exclusive or Parallel
}
