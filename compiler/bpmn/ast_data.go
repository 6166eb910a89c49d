package bpmn

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
