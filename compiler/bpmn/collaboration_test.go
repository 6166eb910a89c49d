package bpmn

import "testing"

// Collaborations (BPMN 2.0.2 §9) and correlation (§8.3.2).
func TestCollaboration(t *testing.T) {
	d := parse(t, model(`<collaboration id="c" name="C" isClosed="true">
 <participant id="p1" name="P" processRef="proc"><interfaceRef>i</interfaceRef><endPointRef>e</endPointRef><participantMultiplicity minimum="1" maximum="2"/></participant>
 <messageFlow id="mf" name="M" sourceRef="p1" targetRef="p2" messageRef="m"/>
 <textAnnotation><text>t</text></textAnnotation><association sourceRef="a" targetRef="b" associationDirection="Both"/><group categoryValueRef="cv"/>
 <conversation id="cv1"><participantRef>p1</participantRef><messageFlowRef>mf</messageFlowRef></conversation>
 <correlationKey id="k" name="K"><correlationPropertyRef>prop</correlationPropertyRef></correlationKey>
 <choreographyRef>ch</choreographyRef><conversationLink sourceRef="a" targetRef="b"/>
</collaboration>
<correlationProperty id="prop" name="orderId" type="xsd:string"><correlationPropertyRetrievalExpression messageRef="m"><messagePath>order.id</messagePath></correlationPropertyRetrievalExpression></correlationProperty>
<process id="proc"><correlationSubscription correlationKeyRef="k"><correlationPropertyBinding correlationPropertyRef="prop"><dataPath>id</dataPath></correlationPropertyBinding></correlationSubscription></process>`))
	c := as[*Collaboration](t, d.Roots[0])
	p := c.Participants[0]
	equal(t, "participant", []any{"P", "proc", []string{"i"}, "participantMultiplicity", "endPointRef"},
		[]any{p.Name, p.ProcessRef.Local, locals(p.InterfaceRefs), p.Multiplicity.Name.Local, p.Kept[0].Name.Local})
	mf := c.MessageFlows[0]
	equal(t, "message flow", []string{"M", "p1", "p2", "m"}, []string{mf.Name, mf.SourceRef.Local, mf.TargetRef.Local, mf.MessageRef.Local})
	equal(t, "artifacts", []string{"textAnnotation", "association", "group"}, []string{c.Artifacts[0].Kind, c.Artifacts[1].Kind, c.Artifacts[2].Kind})
	equal(t, "association", []string{"a", "b", "Both"}, []string{c.Artifacts[1].SourceRef.Local, c.Artifacts[1].TargetRef.Local, c.Artifacts[1].Direction})
	equal(t, "key", []string{"prop"}, locals(c.CorrelationKeys[0].PropertyRefs))
	equal(t, "others", 3, len(c.Others))
	equal(t, "closed, kind", []string{"true", "collaboration"}, []string{c.IsClosed, c.Kind})
	cp := as[*CorrelationProperty](t, d.Roots[1])
	equal(t, "property", []string{"orderId", "string", "m", "order.id"},
		[]string{cp.Name, cp.Type.Local, cp.Retrievals[0].MessageRef.Local, cp.Retrievals[0].MessagePath.Text.Value})
	s := as[*Process](t, d.Roots[2]).Correlations[0]
	equal(t, "subscription", []string{"k", "prop", "id"}, []string{s.KeyRef.Local, s.Bindings[0].PropertyRef.Local, s.Bindings[0].DataPath.Text.Value})
}

// Choreographies and conversations are carried whole (§11, §9.5).
func TestChoreography(t *testing.T) {
	d := parse(t, model(`<choreography id="ch"><participant id="a"/><startEvent id="s"/>
 <choreographyTask id="t" initiatingParticipantRef="a" loopType="None"><incoming>f</incoming><participantRef>a</participantRef><participantRef>b</participantRef><messageFlowRef>m</messageFlowRef></choreographyTask>
 <subChoreography id="sub"><participantRef>a</participantRef><callChoreography calledChoreographyRef="x"><participantAssociation><innerParticipantRef>i</innerParticipantRef><outerParticipantRef>o</outerParticipantRef></participantAssociation></callChoreography><group/></subChoreography>
</choreography>
<globalChoreographyTask id="g" initiatingParticipantRef="a"/><globalConversation id="gc"><callConversation calledCollaborationRef="c"/><subConversation><conversation/></subConversation></globalConversation>`))
	c := as[*Collaboration](t, d.Roots[0])
	task := as[*ChoreographyNode](t, c.FlowElements[1])
	equal(t, "task", []any{"choreographyTask", []string{"f"}, 3}, []any{task.Kind, locals(task.Incoming), len(task.Others)})
	sub := as[*ChoreographyNode](t, c.FlowElements[2])
	equal(t, "sub", []any{1, 1, "callChoreography"}, []any{len(sub.FlowElements), len(sub.Artifacts), as[*ChoreographyNode](t, sub.FlowElements[0]).Kind})
	equal(t, "others", []string{"globalChoreographyTask", "globalConversation"}, []string{as[*Collaboration](t, d.Roots[1]).Kind, as[*Collaboration](t, d.Roots[2]).Kind})
}
