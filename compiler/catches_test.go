package compiler_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler"
)

// SC §2.6, S6.1: what is said of the catch chain, and what is not. In each case
// the sub-process holds throws, and the catches stand around it or in it.
func TestCatchChain(t *testing.T) {
	const (
		lost     = `<endEvent id="gone"><errorEventDefinition errorRef="lost"/></endEvent><sequenceFlow id="f9" sourceRef="in" targetRef="gone"/>`
		none     = `<endEvent id="gone"/><sequenceFlow id="f9" sourceRef="in" targetRef="gone"/>`
		work     = `<serviceTask id="gone"/><sequenceFlow id="f9" sourceRef="in" targetRef="gone"/>`
		call     = `<callActivity id="gone" calledElement="elsewhere"/><sequenceFlow id="f9" sourceRef="in" targetRef="gone"/>`
		script   = `<scriptTask id="gone" scriptFormat="go"><script>x</script></scriptTask><sequenceFlow id="f9" sourceRef="in" targetRef="gone"/>`
		boundary = `<boundaryEvent id="catch" attachedToRef="sub"><errorEventDefinition ID/></boundaryEvent><endEvent id="e2"/><sequenceFlow id="f2" sourceRef="catch" targetRef="e2"/>`
		handler  = `<subProcess id="KIND" triggeredByEvent="true"><startEvent id="KINDs" isInterrupting="WHEN"><TRIGGEREventDefinition ID/></startEvent>BODY<sequenceFlow id="KINDf" sourceRef="KINDs" targetRef="KINDe"/></subProcess>`
	)
	with := func(s string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(s) }
	esp := func(id, when, trigger, ref, body string) string {
		return with(handler, "KIND", id, "WHEN", when, "TRIGGER", trigger, "ID", ref, "BODY", body)
	}
	end := `<endEvent id="he"/>`
	rethrow := `<endEvent id="he"><errorEventDefinition errorRef="lost"/></endEvent>`
	for _, c := range []struct {
		name, inside, around string
		want                 []string
	}{
		{"taken by the boundary", lost, with(boundary, "ID", `errorRef="lost"`), nil},
		{"taken by a catch-all", lost, with(boundary, "ID", ``), nil},
		{"not taken by another code", lost, with(boundary, "ID", `errorRef="late"`), []string{"BG2720 gone", "BG2722 catch"}},
		{"work may throw anything", work, with(boundary, "ID", `errorRef="late"`), nil},
		{"so may what is called", call, with(boundary, "ID", `errorRef="late"`), nil},
		{"an empty scope throws nothing", none, with(boundary, "ID", ``), []string{"BG2722 catch"}},
		{"an event sub-process comes before the boundary", lost + esp("h", "true", "error", `errorRef="lost"`, end), with(boundary, "ID", `errorRef="lost"`), []string{"BG2722 catch"}},
		{"what it throws again comes to the boundary", lost + esp("h", "true", "error", `errorRef="lost"`, rethrow), with(boundary, "ID", `errorRef="lost"`), nil},
		{"what an interrupting one throws asks no other of its scope", lost + esp("h", "true", "error", `errorRef="lost"`, `<endEvent id="he"><errorEventDefinition errorRef="late"/></endEvent>`) +
			strings.ReplaceAll(strings.ReplaceAll(esp("g", "true", "error", `errorRef="late"`, end), `"he"`, `"ge"`), "KIND", "g"), "", []string{"BG2720 he", "BG2722 gs"}},
		{"what another throws does", none + esp("h", "false", "signal", `signalRef="go"`, `<endEvent id="he"><errorEventDefinition errorRef="late"/></endEvent>`) +
			strings.ReplaceAll(esp("g", "true", "error", `errorRef="late"`, end), `"he"`, `"ge"`), "", nil},
		{"a failure of an expression has no code", script, with(boundary, "ID", ``), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:t">
<error id="lost" errorCode="LOST"/><error id="late" errorCode="LATE"/><signal id="go" name="go"/>
<process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="f0" sourceRef="s" targetRef="sub"/>
<subProcess id="sub"><startEvent id="in"/>` + c.inside + `</subProcess>` + c.around + `
<endEvent id="e"/><sequenceFlow id="f1" sourceRef="sub" targetRef="e"/></process></definitions>`
			res := compiler.Compile([]compiler.Input{{Name: "t.bpmn", Data: []byte(file)}}, compiler.Options{})
			var got []string
			for _, d := range res.Diagnostics.All() {
				if strings.HasPrefix(string(d.Code), "BG272") {
					got = append(got, string(d.Code)+" "+d.Element)
				}
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
				for _, d := range res.Diagnostics.All() {
					t.Log(d.Code, d.Message)
				}
			}
		})
	}
}
