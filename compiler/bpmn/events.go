package bpmn

// Events and their definitions (BPMN 2.0.2 §10.5).

var eventFields = fieldsOf(
	inherit(flowNodeFields, (*Event).FlowNode),
	properties(func(e *Event) *[]*Property { return &e.Properties }),
	members(eventDefinitions, func(e *Event, d Element) { e.Definitions = append(e.Definitions, d.(*EventDefinition)) }),
	refs("eventDefinitionRef", func(e *Event) *[]Ref { return &e.DefinitionRefs }),
)

var catchEventFields = fieldsOf(
	inherit(eventFields, self[Event]),
	boolean("parallelMultiple", func(e *Event) *bool { return &e.ParallelMultiple }),
	dataItems("dataOutput", func(e *Event) *[]*DataItem { return &e.DataOutputs }),
	associations("dataOutputAssociation", true, func(e *Event) *[]*DataAssociation { return &e.OutputAssociations }),
	keepOne("outputSet", func(e *Event) **Raw { return &e.OutputSet }),
)

var throwEventFields = fieldsOf(
	inherit(eventFields, self[Event]),
	dataItems("dataInput", func(e *Event) *[]*DataItem { return &e.DataInputs }),
	associations("dataInputAssociation", false, func(e *Event) *[]*DataAssociation { return &e.InputAssociations }),
	keepOne("inputSet", func(e *Event) **Raw { return &e.InputSet }),
)

var eventFieldsByKind = [...]*fields[Event]{
	StartEvent: fieldsOf(inherit(catchEventFields, self[Event]),
		boolean("isInterrupting", func(e *Event) *bool { return &e.IsInterrupting })),
	EndEvent:               throwEventFields,
	IntermediateCatchEvent: catchEventFields,
	IntermediateThrowEvent: throwEventFields,
	BoundaryEvent: fieldsOf(inherit(catchEventFields, self[Event]),
		boolean("cancelActivity", func(e *Event) *bool { return &e.CancelActivity }),
		ref("attachedToRef", func(e *Event) *Ref { return &e.AttachedTo })),
	ImplicitThrowEvent: throwEventFields,
}

func eventReader(kind EventKind) memberReader {
	return func(r *reader, e *Raw) Element {
		// Absent attributes have the defaults of the schema.
		return open(r, e, &Event{Kind: kind, IsInterrupting: true, CancelActivity: true}, eventFieldsByKind[kind])
	}
}

func triggerRef(name string) option[EventDefinition] {
	return ref(name, func(d *EventDefinition) *Ref { return &d.Ref })
}

// The fields of the event definitions (§10.5.5).
var triggerFields = [...]*fields[EventDefinition]{
	MessageTrigger: fieldsOf(triggerRef("messageRef"),
		oneRef("operationRef", func(d *EventDefinition) *Ref { return &d.OperationRef })),
	TimerTrigger: fieldsOf(
		oneExpression("timeDate", func(d *EventDefinition) **Expression { return &d.TimeDate }),
		oneExpression("timeDuration", func(d *EventDefinition) **Expression { return &d.TimeDuration }),
		oneExpression("timeCycle", func(d *EventDefinition) **Expression { return &d.TimeCycle })),
	SignalTrigger: fieldsOf(triggerRef("signalRef")),
	ConditionalTrigger: fieldsOf(
		oneExpression("condition", func(d *EventDefinition) **Expression { return &d.Condition })),
	ErrorTrigger:      fieldsOf(triggerRef("errorRef")),
	EscalationTrigger: fieldsOf(triggerRef("escalationRef")),
	CancelTrigger:     fieldsOf[EventDefinition](),
	CompensateTrigger: fieldsOf(triggerRef("activityRef"),
		boolText("waitForCompletion", func(d *EventDefinition) *string { return &d.WaitForCompletion })),
	LinkTrigger: fieldsOf(named[EventDefinition](),
		refs("source", func(d *EventDefinition) *[]Ref { return &d.LinkSources }),
		oneRef("target", func(d *EventDefinition) *Ref { return &d.LinkTarget })),
	TerminateTrigger: fieldsOf[EventDefinition](),
}

func triggerReader(kind TriggerKind) memberReader {
	return func(r *reader, e *Raw) Element {
		return open(r, e, &EventDefinition{Kind: kind}, triggerFields[kind])
	}
}
