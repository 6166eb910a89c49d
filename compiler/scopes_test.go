package compiler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/diag"
)

// SC §2.2, §2.3, §2.10: a composite that is not well formed is an error of the
// compiler, at the element that is wrong, before there is any instance. What
// stands beside it is each accepted form.
func TestScopeForms(t *testing.T) {
	const (
		start = `<startEvent id="is"/>`
		task  = `<task id="a"/>`
		end   = `<endEvent id="ie"/>`
		run   = `<sequenceFlow id="i1" sourceRef="is" targetRef="a"/><sequenceFlow id="i2" sourceRef="a" targetRef="ie"/>`
		timer = `<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>`
	)
	esp := func(attrs, inside string) string {
		return fmt.Sprintf(`%s%s%s%s<subProcess id="esp" triggeredByEvent="true"%s>%s</subProcess>`, start, task, end, run, attrs, inside)
	}
	handler := func(starts string) string {
		return starts + `<endEvent id="he"/><sequenceFlow id="h1" sourceRef="hs" targetRef="he"/>`
	}
	for _, c := range []struct {
		name, inside, beside string
		want                 string // code and the id of the element; "" for none
	}{
		// SC §2.3: the two forms, and the rest.
		{"one none start event", start + task + end + run, "", ""},
		{"none, and every activity without incoming flows starts", task + `<task id="b"/>`, "", ""},
		{"a start event with a trigger", `<startEvent id="is">` + timer + `</startEvent>` + task + end + run, "", "BG2303 is"},
		{"a none start event beside another node that starts", start + task + end + run + `<task id="b"/>`, "", "BG2301 b"},
		{"two none start events", start + `<startEvent id="it"/>` + task + end + run + `<sequenceFlow id="i3" sourceRef="it" targetRef="a"/>`, "", "BG2302 it"},
		{"startQuantity", `<task id="a" startQuantity="2"/>`, "", "BG2401 a"},
		// SC §2.2: a flow stays on its level.
		{"a flow in from outside", start + task + end + run, `<sequenceFlow id="x" sourceRef="before" targetRef="a"/>`, "BG2101 x"},
		{"a flow out", start + task + end + run, `<sequenceFlow id="x" sourceRef="a" targetRef="after"/>`, "BG2101 x"},
		// SC §2.10: the event sub-process.
		{"an event sub-process", esp("", handler(`<startEvent id="hs">`+timer+`</startEvent>`)), "", ""},
		{"one without a trigger", esp("", handler(`<startEvent id="hs"/>`)), "", "BG2305 hs"},
		{"one without a start event", esp("", `<task id="ht"/>`), "", "BG2304 esp"},
		{"one with two", esp("", handler(`<startEvent id="hs">`+timer+`</startEvent><startEvent id="hx">`+timer+`</startEvent>`)+
			`<sequenceFlow id="h2" sourceRef="hx" targetRef="he"/>`), "", "BG2304 esp"},
		{"one with a flow in", esp("", handler(`<startEvent id="hs">`+timer+`</startEvent>`)) + `<sequenceFlow id="x" sourceRef="a" targetRef="esp"/>`, "", "BG2105 esp"},
		{"one with a flow out", esp("", handler(`<startEvent id="hs">`+timer+`</startEvent>`)) + `<sequenceFlow id="x" sourceRef="esp" targetRef="a"/>`, "", "BG2105 esp"},
		{"one with a boundary event", esp("", handler(`<startEvent id="hs">`+timer+`</startEvent>`)) +
			`<boundaryEvent id="bd" attachedToRef="esp">` + timer + `</boundaryEvent><sequenceFlow id="x" sourceRef="bd" targetRef="ie"/>`, "", "BG2327 bd"},
		{"an error start that does not interrupt", esp("", handler(`<startEvent id="hs" isInterrupting="false"><errorEventDefinition/></startEvent>`)), "", "BG2326 hs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:t">
<process id="p" isExecutable="true"><startEvent id="s"/><task id="before"/><task id="after"/><endEvent id="e"/>
<subProcess id="sub">` + strings.ReplaceAll(c.inside, "><", ">\n<") + `</subProcess>
` + c.beside + `
<sequenceFlow id="f1" sourceRef="s" targetRef="before"/><sequenceFlow id="f2" sourceRef="before" targetRef="sub"/>
<sequenceFlow id="f3" sourceRef="sub" targetRef="after"/><sequenceFlow id="f4" sourceRef="after" targetRef="e"/></process></definitions>`
			res := compiler.Compile([]compiler.Input{{Name: "t.bpmn", Data: []byte(file)}}, compiler.Options{})
			var got []string
			for _, d := range res.Diagnostics.All() {
				if d.Severity != diag.Error {
					continue
				}
				got = append(got, string(d.Code)+" "+d.Element)
				line := strings.Split(file, "\n")[d.Span.Line-1]
				if d.Element != "" && !strings.Contains(line, `id="`+d.Element+`"`) {
					t.Errorf("%s at line %d, which is %s", d.Code, d.Span.Line, line)
				}
			}
			slices.Sort(got)
			got = slices.Compact(got)
			if c.want == "" && got != nil || c.want != "" && !slices.Contains(got, c.want) {
				t.Errorf("errors %v, want %q", got, c.want)
			}
		})
	}
}
