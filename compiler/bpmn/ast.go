// Package bpmn reads BPMN 2.0 XML into a typed syntax tree that keeps the
// position of every element and attribute, and every element that it does not know.
package bpmn

import "github.com/bpmngen/bpmngen/compiler/diag"

// Name is an expanded XML name: the namespace URI, the local name, and the prefix as written.
type Name struct{ Space, Local, Prefix string }

// Attr is one attribute with the spans of its name and of its value (without quotes).
// PosAt gives the place of any byte of the value.
type Attr struct {
	Name      Name
	Value     string
	NameSpan  diag.Span
	ValueSpan diag.Span

	src        *source
	start, end int // of the value as written
}

// Text is the character data of an element, white space at both ends taken
// off. Span is its first line or the whole of it; it starts at the first
// character of Value (at the element where Value is empty). PosAt gives the
// place of any byte of the value.
type Text struct {
	Value string
	Span  diag.Span

	src   *source
	start int  // of the first character as written
	cdata bool // it stands in a CDATA section
}

// Raw is an element kept as written: what stands in extensionElements and
// whatever the standard does not know at its place.
type Raw struct {
	Name     Name
	Span     diag.Span // of the start tag's name
	Attrs    []Attr    // in document order, declarations of namespaces included
	Text     Text      // all of its own text; that of children is theirs
	Children []*Raw

	ns *scope
}

// Attr finds an attribute by name; space "" means an unprefixed one.
func (r *Raw) Attr(space, local string) (Attr, bool) { return findAttr(r.Attrs, space, local) }

// Child finds the first child of a name, or nil.
func (r *Raw) Child(space, local string) *Raw {
	for _, c := range r.Children {
		if c.Name.Local == local && c.Name.Space == space {
			return c
		}
	}
	return nil
}

func findAttr(attrs []Attr, space, local string) (Attr, bool) {
	for _, a := range attrs {
		if a.Name.Local == local && a.Name.Space == space {
			return a, true
		}
	}
	return Attr{}, false
}

// Base is what every BPMN element has.
type Base struct {
	XML  Name
	ID   string
	Name string // the name attribute, "" where absent
	// Span is the start tag's name in the file.
	Span diag.Span
	// Attrs holds every attribute in document order, foreign ones included.
	Attrs         []Attr
	Documentation []Text
	Extensions    []*Raw // children of extensionElements
	Unknown       []*Raw // children that the standard does not know here
	// Kept holds what the standard knows here but nothing reads further:
	// documentation and extensionElements themselves, auditing, monitoring,
	// categoryValueRef, ioBinding and so on, in document order.
	Kept []*Raw
}

// Elem returns the base; it makes *Base part of every element interface.
func (b *Base) Elem() *Base { return b }

// Attr finds an attribute by local name; space "" means an unprefixed one.
func (b *Base) Attr(space, local string) (Attr, bool) {
	return findAttr(b.Attrs, space, local)
}

// At is the span of the value of an unprefixed attribute, or of the element where it is absent.
func (b *Base) At(local string) diag.Span {
	if a, ok := b.Attr("", local); ok {
		return a.ValueSpan
	}
	return b.Span
}

// Element is any BPMN element.
type Element interface{ Elem() *Base }

// Ref is a QName reference as written, whether attribute or child element.
// Local is the part after the prefix; Space the namespace that the prefix is bound to ("" where none).
type Ref struct {
	Raw, Prefix, Space, Local string
	Span                      diag.Span

	element bool // written as an element of its own, not as an attribute
}

// IsZero reports that there is no reference.
func (r Ref) IsZero() bool { return r.Raw == "" }

// Expression is a tExpression or tFormalExpression: its text is where the language's own parser starts.
type Expression struct {
	Base
	Text            Text
	Language        string // as written on the element, "" where absent
	EvaluatesToType Ref
	Formal          bool // xsi:type says tFormalExpression
}

// Definitions is the root of a file.
type Definitions struct {
	Base
	File               string
	TargetNamespace    string
	ExpressionLanguage string
	TypeLanguage       string
	Exporter           string
	ExporterVersion    string
	Encoding           string // as declared or detected
	// Namespaces binds the prefixes declared on the root.
	Namespaces map[string]string
	Imports    []*Import
	Roots      []Element // root elements in document order: the typed ones of this package
	Diagrams   []*Raw    // BPMNDI, kept
	// IDs maps every id of the file to its element (the first, where doubled).
	IDs map[string]Element
	// RawIDs maps the ids of BPMN and diagram elements that are kept Raw.
	RawIDs map[string]*Raw
}

// Import is an import of another document.
type Import struct {
	Base
	Namespace, Location, ImportType string
}

// RootElement covers root elements whose content no stage reads beyond Base and
// Children: resource, endPoint, category, interface parts, partner roles, relationship,
// conversations, choreographies, global ones and so on. Kind is the local XML name.
type RootElement struct {
	Base
	Kind     string
	Children []*Raw
}

// ItemDefinition types data (§8.4.10).
type ItemDefinition struct {
	Base
	StructureRef Ref
	IsCollection bool
	ItemKind     string
}

// Message, Signal, Error, Escalation are the root elements that events refer to.
type Message struct {
	Base
	ItemRef Ref
}

// Signal is a named broadcast (§10.5.5).
type Signal struct {
	Base
	StructureRef Ref
}

// Error is a BPMN error (§8.4.8... Error).
type Error struct {
	Base
	ErrorCode    string
	StructureRef Ref
}

// Escalation is a BPMN escalation.
type Escalation struct {
	Base
	EscalationCode string
	StructureRef   Ref
}

// DataStore is a global data store.
type DataStore struct {
	Base
	ItemSubjectRef Ref
	Capacity       string
	IsUnlimited    string
}

// Interface groups operations.
type Interface struct {
	Base
	ImplementationRef Ref
	Operations        []*Operation
}

// Operation is one operation of an interface.
type Operation struct {
	Base
	ImplementationRef           Ref
	InMessageRef, OutMessageRef Ref
	ErrorRefs                   []Ref
}

// CorrelationProperty tells how a message yields a part of a key (§8.4.2).
type CorrelationProperty struct {
	Base
	Type       Ref
	Retrievals []*CorrelationRetrieval
}

// CorrelationRetrieval extracts the property from one message.
type CorrelationRetrieval struct {
	Base
	MessageRef  Ref
	MessagePath *Expression
}

// CorrelationKey groups properties.
type CorrelationKey struct {
	Base
	PropertyRefs []Ref
}

// CorrelationSubscription binds a process to a key.
type CorrelationSubscription struct {
	Base
	KeyRef   Ref
	Bindings []*CorrelationBinding
}

// CorrelationBinding is a correlationPropertyBinding.
type CorrelationBinding struct {
	Base
	PropertyRef Ref
	DataPath    *Expression
}

// Collaboration is a collaboration, choreography or global conversation as far as processes need it.
type Collaboration struct {
	Base
	Kind            string // collaboration, choreography, globalConversation, globalChoreographyTask
	IsClosed        string
	Participants    []*Participant
	MessageFlows    []*MessageFlow
	CorrelationKeys []*CorrelationKey
	FlowElements    []Element   // of a choreography
	Artifacts       []*Artifact // in the collaboration itself, outside of processes
	Others          []*Raw
}

// Participant is a pool.
type Participant struct {
	Base
	ProcessRef    Ref
	InterfaceRefs []Ref
	Multiplicity  *Raw
}

// MessageFlow joins participants or nodes of different pools.
type MessageFlow struct {
	Base
	SourceRef, TargetRef, MessageRef Ref
}

// GlobalTask is one of the five global tasks; Kind is its local XML name.
type GlobalTask struct {
	Base
	Kind string
	IO   *InputOutput
	// Implementation, Script, ScriptLanguage as on the task of that kind.
	Implementation, ScriptLanguage string
	Script                         Text
	ResourceRoles                  []*Raw
	SupportedInterfaceRefs         []Ref
}

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

// Property is a variable of a process, activity or event.
type Property struct {
	Base
	ItemSubjectRef Ref
	DataState      *Raw
}

// DataObject is a data object.
type DataObject struct {
	Base
	ItemSubjectRef Ref
	IsCollection   bool
	DataState      *Raw
}

// DataObjectReference points at a data object.
type DataObjectReference struct {
	Base
	ItemSubjectRef Ref
	DataObjectRef  Ref
	DataState      *Raw
}

// DataStoreReference points at a data store.
type DataStoreReference struct {
	Base
	ItemSubjectRef Ref
	DataStoreRef   Ref
	DataState      *Raw
}

// DataItem is a dataInput or a dataOutput.
type DataItem struct {
	Base
	ItemSubjectRef Ref
	IsCollection   bool
	DataState      *Raw
}

// InputOutput is an ioSpecification.
type InputOutput struct {
	Base
	Inputs     []*DataItem
	Outputs    []*DataItem
	InputSets  []*IOSet
	OutputSets []*IOSet
}

// IOSet is an inputSet or an outputSet.
type IOSet struct {
	Base
	DataRefs, OptionalRefs, WhileExecutingRefs, SetRefs []Ref
}

// DataAssociation moves data into or out of an activity or event.
type DataAssociation struct {
	Base
	Output         bool
	SourceRefs     []Ref
	TargetRef      Ref
	Transformation *Expression
	Assignments    []*Assignment
}

// Assignment is one from/to pair.
type Assignment struct {
	Base
	From, To *Expression
}

// LoopKind tells the loop characteristics apart.
type LoopKind uint8

// The loop characteristics.
const (
	StandardLoop LoopKind = iota
	MultiInstanceLoop
)

// Loop is the loop characteristics of an activity.
type Loop struct {
	Base
	Kind                LoopKind
	TestBefore          bool
	LoopMaximum         string
	LoopCondition       *Expression
	IsSequential        bool
	Behavior            string
	Cardinality         *Expression
	DataInputRef        Ref
	DataOutputRef       Ref
	InputItem           *DataItem
	OutputItem          *DataItem
	CompletionCondition *Expression
	OneBehaviorRef      Ref
	NoneBehaviorRef     Ref
	Complex             []*ComplexBehavior
}

// ComplexBehavior is a complexBehaviorDefinition.
type ComplexBehavior struct {
	Base
	Condition *Expression
	Event     *Event
}
