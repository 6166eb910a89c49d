package compiler_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler"
)

// S10.2, SC §2.7: where caller and callee are compiled in one run the call is
// checked against what the callee declares; where they are not, nothing is said.
func TestContracts(t *testing.T) {
	const (
		strict = `<ioSpecification><dataInput id="ci" name="address" itemSubjectRef="text"/><dataInput id="cj" name="weight" itemSubjectRef="whole"/><dataOutput id="co" name="number" itemSubjectRef="whole"/>
<inputSet><dataInputRefs>ci</dataInputRefs><dataInputRefs>cj</dataInputRefs><optionalInputRefs>cj</optionalInputRefs></inputSet><outputSet><dataOutputRefs>co</dataOutputRefs></outputSet></ioSpecification>`
		loose = `<property id="cp" name="address" itemSubjectRef="text"/>`
		other = `<ioSpecification><dataInput id="mi" name="place" itemSubjectRef="text"/><inputSet><dataInputRefs>mi</dataInputRefs></inputSet><outputSet/></ioSpecification>
<dataInputAssociation><sourceRef>p1</sourceRef><targetRef>mi</targetRef></dataInputAssociation>`
	)
	ext := func(s string) string { return "<extensionElements>" + s + "</extensionElements>" }
	in := func(source, target string) string {
		return `<camunda:in source="` + source + `" target="` + target + `"/>`
	}
	out := func(source, target string) string {
		return `<camunda:out source="` + source + `" target="` + target + `"/>`
	}
	for _, c := range []struct{ name, callee, attrs, call, want string }{
		{"all that is required", strict, "", ext(in("to", "address") + out("number", "count")), ""},
		{"an optional one too", strict, "", ext(in("to", "address") + in("count", "weight")), ""},
		{"nothing", strict, "", "", "BG2710"},
		{"only the optional one", strict, "", ext(in("count", "weight")), "BG2710"},
		{"everything by its name, and it is there", strict, "", ext(`<camunda:in variables="all"/>` + in("to", "address")), ""},
		{"everything by its name, and it is not there", strict, "", ext(`<camunda:in variables="all"/>`), "BG2710"},
		{"what is not declared", strict, "", ext(in("to", "address") + in("count", "size")), "BG2712"},
		{"back what is not declared", strict, "", ext(in("to", "address") + out("size", "count")), "BG2713"},
		{"under another name, of the same structure (§10.3.6)", strict, "", other, ""},
		{"a callee without a contract", loose, "", ext(in("to", "address")), ""},
		{"which lacks the variable", loose, "", ext(in("to", "adress")), "BG2712"},
		{"a version that is not the one compiled here", strict, ` camunda:calledElementBinding="version" camunda:calledElementVersion="3"`, "", ""},
		{"nor is it with a tag", strict, ` camunda:calledElementBinding="versionTag" camunda:calledElementVersionTag="old"`, "", ""},
		{"a tag that is not named", strict, ` camunda:calledElementBinding="versionTag"`, ext(in("to", "address")), "BG2714"},
		{"a binding that is none", strict, ` camunda:calledElementBinding="newest"`, ext(in("to", "address")), "BG2714"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="urn:t">
<itemDefinition id="text" structureRef="xsd:string"/><itemDefinition id="whole" structureRef="xsd:long"/>
<process id="callee" isExecutable="true">` + c.callee + `<startEvent id="cs"/><serviceTask id="ct"/><sequenceFlow id="c1" sourceRef="cs" targetRef="ct"/></process>
<process id="caller" isExecutable="true"><property id="p1" name="to" itemSubjectRef="text"/><property id="p2" name="count" itemSubjectRef="whole"/>
<startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="call"/>
<callActivity id="call" calledElement="callee"` + c.attrs + `>` + c.call + `</callActivity>
</process></definitions>`
			res := compiler.Compile([]compiler.Input{{Name: "t.bpmn", Data: []byte(file)}}, compiler.Options{})
			var got []string
			for _, d := range res.Diagnostics.All() {
				if strings.HasPrefix(string(d.Code), "BG271") {
					got = append(got, string(d.Code))
					if d.Element != "call" || d.Span.Line != 6 && d.Span.Line != 7 {
						t.Errorf("%s on %s at line %d, not at the call activity", d.Code, d.Element, d.Span.Line)
					}
				}
			}
			got = slices.Compact(got)
			if strings.Join(got, " ") != c.want {
				t.Errorf("got %v, want %q", got, c.want)
				for _, d := range res.Diagnostics.All() {
					t.Log(d.Code, d.Span, d.Message)
				}
			}
		})
	}
}
