package compiler

import (
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/google/go-cmp/cmp"
)

const row = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:NAME"><process id="NAME" isExecutable="EXEC">
<startEvent id="s"/><serviceTask id="a"/><endEvent id="e"/><sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="e"/></process></definitions>`

func file(name, exec string) Input {
	return Input{Name: name + ".bpmn", Data: []byte(strings.ReplaceAll(strings.ReplaceAll(row, "NAME", name), "EXEC", exec))}
}

// Files compiled together are one package: their processes carry prefixes, and
// one id is given once (S10.1).
func TestSeveralFiles(t *testing.T) {
	res := Compile([]Input{file("order", "true"), file("refund", "true")}, Options{})
	if res.Diagnostics.Len() > 0 {
		t.Fatalf("%+v", res.Diagnostics.All())
	}
	var got []string
	for _, p := range res.Package.Processes {
		got = append(got, p.Prefix)
	}
	if d := cmp.Diff([]string{"Order", "Refund"}, got); d != "" {
		t.Error(d)
	}
	for i, f := range res.Package.Files {
		if f.SHA256 == "" {
			t.Errorf("file %d has no hash", i)
		}
	}
	again := file("order", "true")
	again.Name = "copy.bpmn"
	res = Compile([]Input{file("order", "true"), again}, Options{})
	if d := cmp.Diff([]diag.Code{"BG2011"}, codes(res)); d != "" {
		t.Error(d)
	}
}

// A process that is named is compiled whatever isExecutable says (SCENARIOS.md).
func TestNamedProcess(t *testing.T) {
	res := Compile([]Input{file("order", "false")}, Options{})
	if n := len(res.Package.Processes); n != 0 || res.Diagnostics.HasErrors() {
		t.Errorf("%d processes, %+v", n, res.Diagnostics.All())
	}
	res = Compile([]Input{file("order", "false")}, Options{Processes: []string{"order"}})
	if n := len(res.Package.Processes); n != 1 || res.Diagnostics.Len() != 0 {
		t.Errorf("%d processes, %+v", n, res.Diagnostics.All())
	}
}

// All findings come at once and in the order of their places, over files and stages.
func TestFindingsInOrder(t *testing.T) {
	bad := Input{Name: "b.bpmn", Data: []byte(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="urn:b">
<process id="b" isExecutable="true">
<startEvent id="s"/>
<exclusiveGateway id="x"/>
<endEvent id="e" nam="typo"/>
<sequenceFlow id="f1" sourceRef="s" targetRef="x"/>
<sequenceFlow id="f2" sourceRef="x" targetRef="e"><conditionExpression xsi:type="tFormalExpression">=1 +</conditionExpression></sequenceFlow>
<sequenceFlow id="f3" sourceRef="x" targetRef="nowhere"/>
</process></definitions>`)}
	res := Compile([]Input{bad, {Name: "a.bpmn", Data: []byte("no XML")}}, Options{})
	var places []string
	areas := map[string]bool{}
	for _, d := range res.Diagnostics.All() {
		places = append(places, d.Span.String())
		areas[string(d.Code[:3])] = true
	}
	if !areas["BG1"] || !areas["BG2"] || !areas["BG3"] || !strings.HasPrefix(places[0], "a.bpmn") {
		t.Errorf("not all stages of all files spoke: %v", places)
	}
	last := diag.Span{}
	for _, d := range res.Diagnostics.All() {
		if d.Span.File == last.File && (d.Span.Line < last.Line || d.Span.Line == last.Line && d.Span.Col < last.Col) {
			t.Errorf("%v comes behind %v", d.Span, last)
		}
		last = d.Span
	}
}

func TestLimits(t *testing.T) {
	res := Compile([]Input{file("order", "true")}, Options{Limits: bpmn.Options{MaxElements: 3}})
	if !res.Diagnostics.HasErrors() || len(res.Package.Processes) != 0 {
		t.Errorf("%+v", res.Diagnostics.All())
	}
}

// No input at all is no mistake.
func TestNothing(t *testing.T) {
	if res := Compile(nil, Options{}); res.Package == nil || res.Diagnostics.Len() != 0 {
		t.Errorf("%+v", res)
	}
}
