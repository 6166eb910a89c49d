package bpmn

// Processes, lanes, sequence flows and artifacts (BPMN 2.0.2 §10.2, §10.8, §8.3).

var processFields = fieldsOf(
	named[Process](),
	plain[Process]("definitionalCollaborationRef"),
	inherit(callableFields, func(p *Process) *callable {
		return &callable{base: &p.Base, io: &p.IO, interfaces: &p.SupportedInterfaceRefs}
	}),
	inherit(containerFields, func(p *Process) *Container { return &p.Container }),
	boolText("isExecutable", func(p *Process) *string { return &p.IsExecutable }),
	boolText("isClosed", func(p *Process) *string { return &p.IsClosed }),
	choice("processType", func(p *Process) *string { return &p.ProcessType }, "None", "Public", "Private"),
	properties(func(p *Process) *[]*Property { return &p.Properties }),
	keepRaw(func(p *Process) *[]*Raw { return &p.Kept }, "auditing", "monitoring", "supports"),
	keepRaw(func(p *Process) *[]*Raw { return &p.ResourceRoles }, resourceRoles...),
	many("correlationSubscription", func(r *reader, p *Process, c *Raw) {
		p.Correlations = append(p.Correlations, open(r, c, &CorrelationSubscription{}, subscriptionFields))
	}),
)

// callable is what processes and global tasks have as callable elements (§10.3.6).
type callable struct {
	base       *Base
	io         **InputOutput
	interfaces *[]Ref
}

var callableFields = fieldsOf(
	oneIO(func(c *callable) **InputOutput { return c.io }),
	refs("supportedInterfaceRef", func(c *callable) *[]Ref { return c.interfaces }),
	keepRaw(func(c *callable) *[]*Raw { return &c.base.Kept }, "ioBinding"),
)

func readProcess(r *reader, e *Raw) Element { return open(r, e, &Process{}, processFields) }

var laneSetFields = fieldsOf(
	named[LaneSet](),
	many("lane", func(r *reader, s *LaneSet, c *Raw) { s.Lanes = append(s.Lanes, r.lane(c)) }),
)

func (r *reader) laneSet(c *Raw) *LaneSet { return open(r, c, &LaneSet{}, laneSetFields) }

func (r *reader) lane(c *Raw) *Lane { return open(r, c, &Lane{}, laneFields) }

// laneFields is filled at start-up: lanes hold lane sets, which hold lanes.
var laneFields *fields[Lane]

func init() {
	laneFields = fieldsOf(
		named[Lane](),
		plain[Lane]("partitionElementRef"),
		keepRaw(func(l *Lane) *[]*Raw { return &l.Kept }, "partitionElement"),
		refs("flowNodeRef", func(l *Lane) *[]Ref { return &l.NodeRefs }),
		one("childLaneSet", func(r *reader, l *Lane, c *Raw) { l.Child = r.laneSet(c) }),
	)
}

var sequenceFlowFields = fieldsOf(
	inherit(flowElementFields, (*SequenceFlow).Elem),
	ref("sourceRef", func(f *SequenceFlow) *Ref { return &f.SourceRef }),
	ref("targetRef", func(f *SequenceFlow) *Ref { return &f.TargetRef }),
	boolText("isImmediate", func(f *SequenceFlow) *string { return &f.IsImmediate }),
	oneExpression("conditionExpression", func(f *SequenceFlow) **Expression { return &f.Condition }),
)

func readSequenceFlow(r *reader, e *Raw) Element {
	return open(r, e, &SequenceFlow{}, sequenceFlowFields)
}

var (
	associationArtifactFields = fieldsOf(
		ref("sourceRef", func(a *Artifact) *Ref { return &a.SourceRef }),
		ref("targetRef", func(a *Artifact) *Ref { return &a.TargetRef }),
		choice("associationDirection", func(a *Artifact) *string { return &a.Direction }, "None", "One", "Both"),
	)
	groupFields          = fieldsOf(plain[Artifact]("categoryValueRef"))
	textAnnotationFields = fieldsOf(
		plain[Artifact]("textFormat"),
		one("text", func(r *reader, a *Artifact, c *Raw) {
			a.Text = c.Text
			r.keep(&a.Base, c)
		}),
	)
)

func artifactReader(f *fields[Artifact]) memberReader {
	return func(r *reader, e *Raw) Element { return open(r, e, &Artifact{Kind: e.Name.Local}, f) }
}
