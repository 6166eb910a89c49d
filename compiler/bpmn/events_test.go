package bpmn

import "testing"

// Absent attributes of events have the defaults of the schema (BPMN 2.0.2 §10.5).
func TestEventPositions(t *testing.T) {
	type event struct {
		Kind                               EventKind
		Interrupting, Cancelling, Parallel bool
		AttachedTo                         string
	}
	cases := []struct {
		xml  string
		want event
	}{
		{`<startEvent/>`, event{StartEvent, true, true, false, ""}},
		{`<startEvent isInterrupting="false" parallelMultiple="true"/>`, event{StartEvent, false, true, true, ""}},
		{`<endEvent/>`, event{EndEvent, true, true, false, ""}},
		{`<intermediateCatchEvent parallelMultiple="1"/>`, event{IntermediateCatchEvent, true, true, true, ""}},
		{`<intermediateThrowEvent/>`, event{IntermediateThrowEvent, true, true, false, ""}},
		{`<boundaryEvent attachedToRef="t"/>`, event{BoundaryEvent, true, true, false, "t"}},
		{`<boundaryEvent attachedToRef="t" cancelActivity="false"/>`, event{BoundaryEvent, true, false, false, "t"}},
		{`<implicitThrowEvent/>`, event{ImplicitThrowEvent, true, true, false, ""}},
	}
	for _, c := range cases {
		e := first[*Event](t, parse(t, process(c.xml)))
		equal(t, c.xml, c.want, event{e.Kind, e.IsInterrupting, e.CancelActivity, e.ParallelMultiple, e.AttachedTo.Local})
	}
}

// The ten event definitions (§10.5.5), in events and as root elements.
func TestEventDefinitions(t *testing.T) {
	cases := []struct {
		xml  string
		kind TriggerKind
		ref  string
	}{
		{`<messageEventDefinition messageRef="m"><operationRef>o</operationRef></messageEventDefinition>`, MessageTrigger, "m"},
		{`<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>`, TimerTrigger, ""},
		{`<signalEventDefinition signalRef="s"/>`, SignalTrigger, "s"},
		{`<conditionalEventDefinition><condition>c</condition></conditionalEventDefinition>`, ConditionalTrigger, ""},
		{`<errorEventDefinition errorRef="e"/>`, ErrorTrigger, "e"},
		{`<escalationEventDefinition escalationRef="e"/>`, EscalationTrigger, "e"},
		{`<cancelEventDefinition/>`, CancelTrigger, ""},
		{`<compensateEventDefinition activityRef="a" waitForCompletion="false"/>`, CompensateTrigger, "a"},
		{`<linkEventDefinition name="L"><source>a</source><source>b</source><target>c</target></linkEventDefinition>`, LinkTrigger, ""},
		{`<terminateEventDefinition/>`, TerminateTrigger, ""},
	}
	for _, c := range cases {
		inEvent := first[*Event](t, parse(t, process(`<intermediateCatchEvent>`+c.xml+`</intermediateCatchEvent>`))).Definitions[0]
		asRoot := as[*EventDefinition](t, parse(t, model(c.xml)).Roots[0])
		for _, d := range []*EventDefinition{inEvent, asRoot} {
			equal(t, c.xml, []any{c.kind, c.ref}, []any{d.Kind, d.Ref.Local})
		}
		switch c.kind {
		case MessageTrigger:
			equal(t, "operation", "o", asRoot.OperationRef.Local)
		case CompensateTrigger:
			equal(t, "waitForCompletion", "false", asRoot.WaitForCompletion)
		case LinkTrigger:
			equal(t, "link", []any{"L", []string{"a", "b"}, "c"}, []any{asRoot.Name, locals(asRoot.LinkSources), asRoot.LinkTarget.Local})
		case ConditionalTrigger:
			equal(t, "condition", "c", asRoot.Condition.Text.Value)
		}
	}
}

// A timer has a date, a duration or a cycle, formal or not (§10.5.5).
func TestTimers(t *testing.T) {
	d := as[*EventDefinition](t, parse(t, model(`<timerEventDefinition>
 <timeDate xsi:type="tFormalExpression" language="feel" evaluatesToTypeRef="xsd:dateTime">=d</timeDate>
</timerEventDefinition>`)).Roots[0])
	equal(t, "date", []any{"=d", true, "feel", "dateTime", "3:91+2"},
		[]any{d.TimeDate.Text.Value, d.TimeDate.Formal, d.TimeDate.Language, d.TimeDate.EvaluatesToType.Local, at(d.TimeDate.Text.Span)})
	d = as[*EventDefinition](t, parse(t, model(`<timerEventDefinition><timeCycle>R3/PT1H</timeCycle></timerEventDefinition>`)).Roots[0])
	equal(t, "cycle", []any{"R3/PT1H", false}, []any{d.TimeCycle.Text.Value, d.TimeCycle.Formal})
	d = as[*EventDefinition](t, parse(t, model(`<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>`)).Roots[0])
	equal(t, "duration", "PT1H", d.TimeDuration.Text.Value)
}

// Events carry data, definitions of their own and references to shared ones (§10.5.1).
func TestEventParts(t *testing.T) {
	e := first[*Event](t, parse(t, process(`<startEvent>
 <property name="x"/><dataOutput id="o"/><dataOutputAssociation><sourceRef>o</sourceRef><targetRef>d</targetRef></dataOutputAssociation>
 <outputSet><dataOutputRefs>o</dataOutputRefs></outputSet><signalEventDefinition/><timerEventDefinition/><eventDefinitionRef>shared</eventDefinitionRef>
</startEvent>`)))
	equal(t, "catch", []any{"x", "o", "d", "outputSet", 2, []string{"shared"}},
		[]any{e.Properties[0].Name, e.DataOutputs[0].ID, e.OutputAssociations[0].TargetRef.Local, e.OutputSet.Name.Local, len(e.Definitions), locals(e.DefinitionRefs)})
	e = first[*Event](t, parse(t, process(`<endEvent>
 <dataInput id="i" isCollection="true"/><dataInputAssociation><sourceRef>d</sourceRef><targetRef>i</targetRef></dataInputAssociation>
 <inputSet><dataInputRefs>i</dataInputRefs></inputSet>
</endEvent>`)))
	equal(t, "throw", []any{"i", true, []string{"d"}, "inputSet"},
		[]any{e.DataInputs[0].ID, e.DataInputs[0].IsCollection, locals(e.InputAssociations[0].SourceRefs), e.InputSet.Name.Local})
}
