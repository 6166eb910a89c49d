package bpmn

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
