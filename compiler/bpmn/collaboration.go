package bpmn

// Collaborations, choreographies and conversations (BPMN 2.0.2 §9, §11),
// correlation (§8.3.2). Choreographies and conversations are carried, not executed.

var collaborationFields = fieldsOf(
	named[Collaboration](),
	boolText("isClosed", func(c *Collaboration) *string { return &c.IsClosed }),
	many("participant", func(r *reader, c *Collaboration, e *Raw) {
		c.Participants = append(c.Participants, open(r, e, &Participant{}, participantFields))
	}),
	many("messageFlow", func(r *reader, c *Collaboration, e *Raw) {
		c.MessageFlows = append(c.MessageFlows, open(r, e, &MessageFlow{}, messageFlowFields))
	}),
	members(artifacts, func(c *Collaboration, e Element) { c.Artifacts = append(c.Artifacts, e.(*Artifact)) }),
	many("correlationKey", func(r *reader, c *Collaboration, e *Raw) {
		c.CorrelationKeys = append(c.CorrelationKeys, open(r, e, &CorrelationKey{}, correlationKeyFields))
	}),
	keepRaw(func(c *Collaboration) *[]*Raw { return &c.Others },
		"conversation", "callConversation", "subConversation", "conversationAssociation", "participantAssociation",
		"messageFlowAssociation", "choreographyRef", "conversationLink"),
)

var choreographyFields = fieldsOf(
	inherit(collaborationFields, self[Collaboration]),
	members(flowElements, func(c *Collaboration, e Element) { c.FlowElements = append(c.FlowElements, e) }),
)

var globalChoreographyTaskFields = fieldsOf(
	inherit(choreographyFields, self[Collaboration]),
	plain[Collaboration]("initiatingParticipantRef"),
)

func collaborationReader(f *fields[Collaboration]) memberReader {
	return func(r *reader, e *Raw) Element { return open(r, e, &Collaboration{Kind: e.Name.Local}, f) }
}

var participantFields = fieldsOf(
	named[Participant](),
	ref("processRef", func(p *Participant) *Ref { return &p.ProcessRef }),
	refs("interfaceRef", func(p *Participant) *[]Ref { return &p.InterfaceRefs }),
	keepRaw(func(p *Participant) *[]*Raw { return &p.Kept }, "endPointRef"),
	keepOne("participantMultiplicity", func(p *Participant) **Raw { return &p.Multiplicity }),
)

var messageFlowFields = fieldsOf(
	named[MessageFlow](),
	ref("sourceRef", func(f *MessageFlow) *Ref { return &f.SourceRef }),
	ref("targetRef", func(f *MessageFlow) *Ref { return &f.TargetRef }),
	ref("messageRef", func(f *MessageFlow) *Ref { return &f.MessageRef }),
)

var correlationKeyFields = fieldsOf(
	named[CorrelationKey](),
	refs("correlationPropertyRef", func(k *CorrelationKey) *[]Ref { return &k.PropertyRefs }),
)

var correlationPropertyFields = fieldsOf(
	named[CorrelationProperty](),
	ref("type", func(p *CorrelationProperty) *Ref { return &p.Type }),
	many("correlationPropertyRetrievalExpression", func(r *reader, p *CorrelationProperty, c *Raw) {
		p.Retrievals = append(p.Retrievals, open(r, c, &CorrelationRetrieval{}, retrievalFields))
	}),
)

var retrievalFields = fieldsOf(
	ref("messageRef", func(c *CorrelationRetrieval) *Ref { return &c.MessageRef }),
	oneExpression("messagePath", func(c *CorrelationRetrieval) **Expression { return &c.MessagePath }),
)

func readCorrelationProperty(r *reader, e *Raw) Element {
	return open(r, e, &CorrelationProperty{}, correlationPropertyFields)
}

var subscriptionFields = fieldsOf(
	ref("correlationKeyRef", func(s *CorrelationSubscription) *Ref { return &s.KeyRef }),
	many("correlationPropertyBinding", func(r *reader, s *CorrelationSubscription, c *Raw) {
		s.Bindings = append(s.Bindings, open(r, c, &CorrelationBinding{}, bindingFields))
	}),
)

var bindingFields = fieldsOf(
	ref("correlationPropertyRef", func(b *CorrelationBinding) *Ref { return &b.PropertyRef }),
	oneExpression("dataPath", func(b *CorrelationBinding) **Expression { return &b.DataPath }),
)

// Choreography activities (§11.5).
var choreographyNodeFields = fieldsOf(
	inherit(flowNodeFields, (*ChoreographyNode).FlowNode),
	plain[ChoreographyNode]("initiatingParticipantRef", "loopType"),
	keepRaw(func(n *ChoreographyNode) *[]*Raw { return &n.Others }, "participantRef", "correlationKey"),
)

var (
	choreographyTaskFields = fieldsOf(
		inherit(choreographyNodeFields, self[ChoreographyNode]),
		keepRaw(func(n *ChoreographyNode) *[]*Raw { return &n.Others }, "messageFlowRef"),
	)
	callChoreographyFields = fieldsOf(
		inherit(choreographyNodeFields, self[ChoreographyNode]),
		plain[ChoreographyNode]("calledChoreographyRef"),
		keepRaw(func(n *ChoreographyNode) *[]*Raw { return &n.Others }, "participantAssociation"),
	)
	subChoreographyFields = fieldsOf(
		inherit(choreographyNodeFields, self[ChoreographyNode]),
		members(flowElements, func(n *ChoreographyNode, e Element) { n.FlowElements = append(n.FlowElements, e) }),
		members(artifacts, func(n *ChoreographyNode, e Element) { n.Artifacts = append(n.Artifacts, e.(*Artifact)) }),
	)
)

func choreographyReader(f *fields[ChoreographyNode]) memberReader {
	return func(r *reader, e *Raw) Element { return open(r, e, &ChoreographyNode{Kind: e.Name.Local}, f) }
}
