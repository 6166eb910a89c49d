package bpmn

// Activities (BPMN 2.0.2 §10.3): tasks, sub-processes, call activities, loops.

var activityFields = fieldsOf(
	inherit(flowNodeFields, (*Activity).FlowNode),
	boolean("isForCompensation", func(a *Activity) *bool { return &a.IsForCompensation }),
	integer("startQuantity", func(a *Activity) *string { return &a.StartQuantity }),
	integer("completionQuantity", func(a *Activity) *string { return &a.CompletionQuantity }),
	ref("default", func(a *Activity) *Ref { return &a.Default }),
	oneIO(func(a *Activity) **InputOutput { return &a.IO }),
	properties(func(a *Activity) *[]*Property { return &a.Properties }),
	associations("dataInputAssociation", false, func(a *Activity) *[]*DataAssociation { return &a.DataInputs }),
	associations("dataOutputAssociation", true, func(a *Activity) *[]*DataAssociation { return &a.DataOutputs }),
	keepRaw(func(a *Activity) *[]*Raw { return &a.ResourceRoles }, resourceRoles...),
	oneOf([]string{"standardLoopCharacteristics", "multiInstanceLoopCharacteristics"},
		func(r *reader, a *Activity, c *Raw) { a.Loop = r.loop(c) }),
)

var taskFields = fieldsOf(inherit(activityFields, (*Task).Act))

// The attributes of the task kinds differ; each has fields of its own (§10.3.3).
var taskFieldsByKind = [...]*fields[Task]{
	NoneTask:    taskFields,
	ManualTask:  taskFields,
	ServiceTask: fieldsOf(inherit(taskFields, self[Task]), taskImplementation, taskOperation),
	SendTask:    fieldsOf(inherit(taskFields, self[Task]), taskImplementation, taskOperation, taskMessage),
	ReceiveTask: fieldsOf(inherit(taskFields, self[Task]), taskImplementation, taskOperation, taskMessage,
		boolean("instantiate", func(t *Task) *bool { return &t.Instantiate })),
	UserTask: fieldsOf(inherit(taskFields, self[Task]), taskImplementation,
		keepRaw(func(t *Task) *[]*Raw { return &t.Renderings }, "rendering")),
	BusinessRuleTask: fieldsOf(inherit(taskFields, self[Task]), taskImplementation),
	ScriptTask: fieldsOf(inherit(taskFields, self[Task]),
		str("scriptFormat", func(t *Task) *string { return &t.ScriptFormat }),
		one("script", func(r *reader, t *Task, c *Raw) {
			t.Script, t.HasScript = c.Text, true
			r.keep(&t.Base, c)
		})),
}

var (
	taskImplementation = str("implementation", func(t *Task) *string { return &t.Implementation })
	taskOperation      = ref("operationRef", func(t *Task) *Ref { return &t.OperationRef })
	taskMessage        = ref("messageRef", func(t *Task) *Ref { return &t.MessageRef })
)

func self[T any](t *T) *T { return t }

func taskReader(kind TaskKind) memberReader {
	return func(r *reader, e *Raw) Element {
		return open(r, e, &Task{Kind: kind}, taskFieldsByKind[kind])
	}
}

// containerFields is what processes and sub-processes hold.
var containerFields = fieldsOf(
	members(flowElements, func(c *Container, e Element) { c.FlowElements = append(c.FlowElements, e) }),
	members(artifacts, func(c *Container, e Element) { c.Artifacts = append(c.Artifacts, e.(*Artifact)) }),
	many("laneSet", func(r *reader, c *Container, e *Raw) { c.LaneSets = append(c.LaneSets, r.laneSet(e)) }),
)

var subProcessFields = fieldsOf(
	inherit(activityFields, (*SubProcess).Act),
	inherit(containerFields, func(s *SubProcess) *Container { return &s.Container }),
	boolean("triggeredByEvent", func(s *SubProcess) *bool { return &s.TriggeredByEvent }),
)

var subProcessFieldsByKind = [...]*fields[SubProcess]{
	EmbeddedSubProcess: subProcessFields,
	Transaction: fieldsOf(inherit(subProcessFields, self[SubProcess]),
		str("method", func(s *SubProcess) *string { return &s.Method })),
	AdHocSubProcess: fieldsOf(inherit(subProcessFields, self[SubProcess]),
		choice("ordering", func(s *SubProcess) *string { return &s.Ordering }, "Parallel", "Sequential"),
		boolText("cancelRemainingInstances", func(s *SubProcess) *string { return &s.CancelRemaining }),
		oneExpression("completionCondition", func(s *SubProcess) **Expression { return &s.CompletionCondition })),
}

func subProcessReader(kind SubProcessKind) memberReader {
	return func(r *reader, e *Raw) Element {
		return open(r, e, &SubProcess{Kind: kind}, subProcessFieldsByKind[kind])
	}
}

var callActivityFields = fieldsOf(
	inherit(activityFields, (*CallActivity).Act),
	ref("calledElement", func(c *CallActivity) *Ref { return &c.CalledElement }),
)

func readCallActivity(r *reader, e *Raw) Element {
	return open(r, e, &CallActivity{}, callActivityFields)
}
