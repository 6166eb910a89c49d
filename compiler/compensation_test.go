package compiler

import (
	"testing"
)

// S8.2: an error out of a compensation handler climbs from the throw. What catches
// it there is reached, and not only the boundary events of what is undone.
func TestCatchOfAHandlersError(t *testing.T) {
	const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:t">
  <error id="E" errorCode="E"/>
  <process id="p" isExecutable="true">
    <startEvent id="s"/>
    <subProcess id="trip"><startEvent id="b"/><endEvent id="be"/><sequenceFlow id="f1" sourceRef="b" targetRef="be"/>
      <subProcess id="undo" triggeredByEvent="true"><startEvent id="us"><compensateEventDefinition/></startEvent>
        <endEvent id="ue"><errorEventDefinition errorRef="E"/></endEvent><sequenceFlow id="f2" sourceRef="us" targetRef="ue"/></subProcess>
    </subProcess>
    <boundaryEvent id="inner" attachedToRef="trip"><errorEventDefinition errorRef="E"/></boundaryEvent>
    <endEvent id="ie"/>
    <intermediateThrowEvent id="throw"><compensateEventDefinition activityRef="trip"/></intermediateThrowEvent>
    <endEvent id="e"/>
    <sequenceFlow id="f3" sourceRef="s" targetRef="trip"/><sequenceFlow id="f4" sourceRef="trip" targetRef="throw"/>
    <sequenceFlow id="f5" sourceRef="throw" targetRef="e"/><sequenceFlow id="f6" sourceRef="inner" targetRef="ie"/>
    <subProcess id="rescue" triggeredByEvent="true"><startEvent id="rs"><errorEventDefinition errorRef="E"/></startEvent>
      <endEvent id="re"/><sequenceFlow id="f7" sourceRef="rs" targetRef="re"/></subProcess>
  </process>
</definitions>`
	res := Compile([]Input{{Name: "p.bpmn", Data: []byte(model)}}, Options{})
	for _, d := range res.Diagnostics.All() {
		if d.Code == "BG2722" && d.Element == "rs" || d.Code == "BG2720" {
			t.Errorf("%s %s", d.Code, d.Message)
		}
	}
	if res.Diagnostics.HasErrors() {
		t.Error(codes(res))
	}
}
