package bpmn

import "testing"

// Each task kind has its own attributes (BPMN 2.0.2 §10.3.3).
func TestTasks(t *testing.T) {
	type task struct {
		Kind                     TaskKind
		Impl, Operation, Message string
		Instantiate              bool
		Format, Script           string
	}
	cases := []struct {
		xml  string
		want task
	}{
		{`<task/>`, task{Kind: NoneTask}},
		{`<manualTask/>`, task{Kind: ManualTask}},
		{`<serviceTask implementation="##WebService" operationRef="op"/>`, task{Kind: ServiceTask, Impl: "##WebService", Operation: "op"}},
		{`<sendTask implementation="x" operationRef="op" messageRef="m"/>`, task{Kind: SendTask, Impl: "x", Operation: "op", Message: "m"}},
		{`<receiveTask messageRef="m" operationRef="op" implementation="x" instantiate="true"/>`,
			task{Kind: ReceiveTask, Impl: "x", Operation: "op", Message: "m", Instantiate: true}},
		{`<userTask implementation="x"><rendering/></userTask>`, task{Kind: UserTask, Impl: "x"}},
		{`<businessRuleTask implementation="x"/>`, task{Kind: BusinessRuleTask, Impl: "x"}},
		{`<scriptTask scriptFormat="text/x-go"><script> return 1 </script></scriptTask>`,
			task{Kind: ScriptTask, Format: "text/x-go", Script: "return 1"}},
	}
	for _, c := range cases {
		v := first[*Task](t, parse(t, process(c.xml)))
		equal(t, c.xml, c.want, task{v.Kind, v.Implementation, v.OperationRef.Raw, v.MessageRef.Raw, v.Instantiate, v.ScriptFormat, v.Script.Value})
	}
}

// What all activities have (§10.3).
func TestActivity(t *testing.T) {
	d := parse(t, process(`<task id="t" name="Do" isForCompensation=" 1 " startQuantity=" 2 " completionQuantity="3" default="f2">
  <documentation id="doc" textFormat="text/plain">  why  </documentation>
  <extensionElements><zeebe:taskDefinition type="job"/></extensionElements>
  <auditing id="au"/><monitoring/><categoryValueRef>cat</categoryValueRef>
  <incoming>f0</incoming><incoming> f1 </incoming>
  <outgoing>f2</outgoing>
  <ioSpecification id="io"/>
  <property id="pr" name="x" itemSubjectRef="xsd:string"><dataState name="new"/></property>
  <dataInputAssociation id="in"/><dataOutputAssociation id="out"/>
  <resourceRole id="r1"/><performer/><humanPerformer/><potentialOwner><resourceRef>res</resourceRef></potentialOwner>
</task>`))
	a := first[*Task](t, d).Act()
	equal(t, "id, name", []string{"t", "Do"}, []string{a.ID, a.Name})
	equal(t, "documentation", "why", a.Documentation[0].Value)
	equal(t, "place of the documentation", "4:53+3", at(a.Documentation[0].Span))
	equal(t, "extension", Name{"http://camunda.org/schema/zeebe/1.0", "taskDefinition", "zeebe"}, a.Extensions[0].Name)
	equal(t, "isForCompensation", true, a.IsForCompensation)
	equal(t, "quantities", []string{"2", "3"}, []string{a.StartQuantity, a.CompletionQuantity})
	equal(t, "default", "f2", a.Default.Local)
	equal(t, "incoming", []string{"f0", "f1"}, locals(a.Incoming))
	equal(t, "place of an incoming", "7:37+2", at(a.Incoming[1].Span))
	equal(t, "outgoing", []string{"f2"}, locals(a.Outgoing))
	equal(t, "io", "io", a.IO.ID)
	equal(t, "property", Ref{Raw: "xsd:string", Prefix: "xsd", Space: "http://www.w3.org/2001/XMLSchema", Local: "string", Span: a.Properties[0].ItemSubjectRef.Span}.Space,
		a.Properties[0].ItemSubjectRef.Space)
	equal(t, "state", "dataState", a.Properties[0].DataState.Name.Local)
	equal(t, "associations", []bool{false, true}, []bool{a.DataInputs[0].Output, a.DataOutputs[0].Output})
	equal(t, "roles", 4, len(a.ResourceRoles))
	var kept []string
	for _, k := range a.Kept {
		kept = append(kept, k.Name.Local)
	}
	equal(t, "kept", []string{"documentation", "extensionElements", "auditing", "monitoring", "categoryValueRef"}, kept)
	for _, id := range []string{"doc", "au", "r1"} {
		if d.RawIDs[id] == nil {
			t.Errorf("the id %s of a raw element is not recorded", id)
		}
	}
	for _, id := range []string{"t", "p", "io", "pr", "in", "out"} {
		if d.IDs[id] == nil {
			t.Errorf("the id %s is not recorded", id)
		}
	}
}

func locals(refs []Ref) []string {
	var out []string
	for _, r := range refs {
		out = append(out, r.Local)
	}
	return out
}

// Sub-processes hold what processes hold (§10.3.5); each kind has its own attributes.
func TestSubProcesses(t *testing.T) {
	s := first[*SubProcess](t, parse(t, process(`<subProcess triggeredByEvent="true">
  <laneSet><lane name="l"><flowNodeRef>inner</flowNodeRef><childLaneSet><lane/></childLaneSet></lane></laneSet>
  <task id="inner"/><subProcess><startEvent/></subProcess><textAnnotation textFormat="text/html"><text>note</text></textAnnotation>
</subProcess>`)))
	equal(t, "kind", EmbeddedSubProcess, s.Kind)
	equal(t, "triggered", true, s.TriggeredByEvent)
	equal(t, "elements", 2, len(s.FlowElements))
	equal(t, "inner sub-process", StartEvent, as[*Event](t, as[*SubProcess](t, s.FlowElements[1]).FlowElements[0]).Kind)
	equal(t, "lane", []string{"inner"}, locals(s.LaneSets[0].Lanes[0].NodeRefs))
	equal(t, "lane in a lane", 1, len(s.LaneSets[0].Lanes[0].Child.Lanes))
	equal(t, "annotation", "note", s.Artifacts[0].Text.Value)

	s = first[*SubProcess](t, parse(t, process(`<transaction method="##Store"/>`)))
	equal(t, "transaction", []any{Transaction, "##Store"}, []any{s.Kind, s.Method})

	s = first[*SubProcess](t, parse(t, process(`<adHocSubProcess ordering="Sequential" cancelRemainingInstances="0"><completionCondition>done</completionCondition></adHocSubProcess>`)))
	equal(t, "ad-hoc", []any{AdHocSubProcess, "Sequential", "false", "done"}, []any{s.Kind, s.Ordering, s.CancelRemaining, s.CompletionCondition.Text.Value})

	c := first[*CallActivity](t, parse(t, process(`<callActivity xmlns:o="urn:other" calledElement="o:ship"/>`)))
	equal(t, "called element", []string{"o:ship", "o", "urn:other", "ship"},
		[]string{c.CalledElement.Raw, c.CalledElement.Prefix, c.CalledElement.Space, c.CalledElement.Local})
}

// Loop characteristics (§10.3.8).
func TestLoops(t *testing.T) {
	l := first[*Task](t, parse(t, process(`<task><standardLoopCharacteristics testBefore="true" loopMaximum="3"><loopCondition>again</loopCondition></standardLoopCharacteristics></task>`))).Loop
	equal(t, "standard", []any{StandardLoop, true, "3", "again"}, []any{l.Kind, l.TestBefore, l.LoopMaximum, l.LoopCondition.Text.Value})

	l = first[*Task](t, parse(t, process(`<task><multiInstanceLoopCharacteristics isSequential="true" behavior="Complex" oneBehaviorEventRef="e1" noneBehaviorEventRef="e2">
 <loopCardinality>3</loopCardinality><loopDataInputRef>in</loopDataInputRef><loopDataOutputRef>out</loopDataOutputRef>
 <inputDataItem name="i"/><outputDataItem name="o"/>
 <complexBehaviorDefinition><condition>c</condition><event><signalEventDefinition signalRef="s"/></event></complexBehaviorDefinition>
 <completionCondition>enough</completionCondition>
</multiInstanceLoopCharacteristics></task>`))).Loop
	equal(t, "multi-instance", []any{MultiInstanceLoop, true, "Complex", "e1", "e2", "3", "in", "out", "i", "o", "enough"},
		[]any{l.Kind, l.IsSequential, l.Behavior, l.OneBehaviorRef.Local, l.NoneBehaviorRef.Local, l.Cardinality.Text.Value,
			l.DataInputRef.Local, l.DataOutputRef.Local, l.InputItem.Name, l.OutputItem.Name, l.CompletionCondition.Text.Value})
	equal(t, "complex behaviour", []any{"c", ImplicitThrowEvent, SignalTrigger},
		[]any{l.Complex[0].Condition.Text.Value, l.Complex[0].Event.Kind, l.Complex[0].Event.Definitions[0].Kind})
}
