package compiler_test

import (
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler"
	"github.com/bpmngen/bpmngen/compiler/diag"
)

// What of events the record and the rules refuse at compile time: each has its
// code, on the line that HERE marks (EV §2.2, §2.6 to §2.8, S2.6, S4.5, S5, S6.5).
func TestEventRejections(t *testing.T) {
	const (
		start = `<startEvent id="s"/><endEvent id="e"/>`
		user  = start + `<userTask id="u"/><sequenceFlow id="f1" sourceRef="s" targetRef="u"/><sequenceFlow id="f2" sourceRef="u" targetRef="e"/>`
		out   = `<sequenceFlow id="f9" sourceRef="b" targetRef="e"/>`
		mid   = `<sequenceFlow id="f1" sourceRef="s" targetRef="x"/><sequenceFlow id="f2" sourceRef="x" targetRef="e"/>`
		link  = `<linkEventDefinition id="l" name="L"/>`
		toL   = `<sequenceFlow id="f1" sourceRef="s" targetRef="t"/><sequenceFlow id="f2" sourceRef="c" targetRef="e"/>`
		from  = `<intermediateThrowEvent id="t"><linkEventDefinition id="lt" name="L"/></intermediateThrowEvent>`
		to    = `<intermediateCatchEvent id="c"><linkEventDefinition id="lc" name="L"/></intermediateCatchEvent>`
		arms  = `<eventBasedGateway id="g"/><sequenceFlow id="g1" sourceRef="s" targetRef="g"/><sequenceFlow id="g2" sourceRef="g" targetRef="a1"/><sequenceFlow id="g3" sourceRef="g" targetRef="a2"/>
<intermediateCatchEvent id="a1"><signalEventDefinition id="d1" signalRef="S"/></intermediateCatchEvent>
<sequenceFlow id="g4" sourceRef="a1" targetRef="e"/><sequenceFlow id="g5" sourceRef="a2" targetRef="e"/>`
	)
	timer := func(kind, text string) string {
		return `<timerEventDefinition id="d"><` + kind + `>` + text + `</` + kind + `></timerEventDefinition>`
	}
	condition := `<conditionalEventDefinition id="d"><condition>=total &gt; 1</condition></conditionalEventDefinition>`
	for _, c := range []struct {
		what, code, body string
	}{
		{"Link on a start", "BG2340", "\n<startEvent id=\"s\"> HERE\n" + link + "\n</startEvent><endEvent id=\"e\"/><sequenceFlow id=\"f1\" sourceRef=\"s\" targetRef=\"e\"/>"},
		{"Link on an end", "BG2340", "<startEvent id=\"s\"/>\n<endEvent id=\"e\"> HERE\n" + link + "\n</endEvent><sequenceFlow id=\"f1\" sourceRef=\"s\" targetRef=\"e\"/>"},
		{"Link on a boundary", "BG2340", user + "\n<boundaryEvent id=\"b\" attachedToRef=\"u\"> HERE\n" + link + "\n</boundaryEvent>" + out},
		{"Link as an arm", "BG2349", start + arms + to + "\n<sequenceFlow id=\"g6\" sourceRef=\"g\" targetRef=\"c\"/> HERE\n<sequenceFlow id=\"g7\" sourceRef=\"c\" targetRef=\"e\"/>" +
			`<intermediateCatchEvent id="a2"><signalEventDefinition id="d2" signalRef="S"/></intermediateCatchEvent>`},
		{"Link without a target", "BG2344", start + `<sequenceFlow id="f1" sourceRef="s" targetRef="t"/>` + "<intermediateThrowEvent id=\"t\">\n" + link + " HERE\n</intermediateThrowEvent>"},
		{"Link without a source", "BG2346", start + `<sequenceFlow id="f1" sourceRef="s" targetRef="e"/>` + "<intermediateCatchEvent id=\"c\">\n" + link + " HERE\n</intermediateCatchEvent>" + `<sequenceFlow id="f2" sourceRef="c" targetRef="e"/>`},
		{"Link with two targets", "BG2345", start + toL + from + to + "<intermediateCatchEvent id=\"c2\">\n" + link + " HERE\n</intermediateCatchEvent>" + `<sequenceFlow id="f3" sourceRef="c2" targetRef="e"/>`},
		{"Link across levels", "BG2347", start + `<sequenceFlow id="f1" sourceRef="s" targetRef="t"/>` + "<intermediateThrowEvent id=\"t\">\n" + link + " HERE\n</intermediateThrowEvent>" +
			`<subProcess id="sub"><intermediateCatchEvent id="c"><linkEventDefinition id="lc" name="L"/></intermediateCatchEvent><task id="in"/><sequenceFlow id="f4" sourceRef="c" targetRef="in"/></subProcess>`},
		{"Link throw with an outgoing flow", "BG2343", start + toL + to + "\n<intermediateThrowEvent id=\"t\"><linkEventDefinition id=\"lt\" name=\"L\"/></intermediateThrowEvent> HERE\n" + `<sequenceFlow id="f5" sourceRef="t" targetRef="e"/>`},
		{"Link catch with an incoming flow", "BG2348", start + toL + from + "\n<intermediateCatchEvent id=\"c\"><linkEventDefinition id=\"lc\" name=\"L\"/></intermediateCatchEvent> HERE\n" + `<sequenceFlow id="f5" sourceRef="s" targetRef="c"/>`},
		{"Error thrown in the middle", "BG2429", start + mid + "\n<intermediateThrowEvent id=\"x\"> HERE\n<errorEventDefinition id=\"d\" errorRef=\"E\"/>\n</intermediateThrowEvent>"},
		{"Error caught in the middle", "BG2429", start + mid + "\n<intermediateCatchEvent id=\"x\"> HERE\n<errorEventDefinition id=\"d\" errorRef=\"E\"/>\n</intermediateCatchEvent>"},
		{"conditional start of a process", "BG2338", "<startEvent id=\"s\">\n" + condition + " HERE\n</startEvent><endEvent id=\"e\"/><sequenceFlow id=\"f1\" sourceRef=\"s\" targetRef=\"e\"/>"},
		{"non-interrupting error", "BG2325", user + "\n<boundaryEvent id=\"b\" attachedToRef=\"u\" cancelActivity=\"false\"><errorEventDefinition id=\"d\" errorRef=\"E\"/></boundaryEvent> HERE\n" + out},
		{"conditional throw", "BG2322", start + mid + "\n<intermediateThrowEvent id=\"x\"> HERE\n" + condition + "\n</intermediateThrowEvent>"},
		{"timer throw", "BG2322", start + mid + "\n<intermediateThrowEvent id=\"x\"> HERE\n" + timer("timeDuration", "PT1H") + "\n</intermediateThrowEvent>"},
		{"conditional end", "BG2323", "<startEvent id=\"s\"/>\n<endEvent id=\"e\"> HERE\n" + condition + "\n</endEvent><sequenceFlow id=\"f1\" sourceRef=\"s\" targetRef=\"e\"/>"},
		{"timer end", "BG2323", "<startEvent id=\"s\"/>\n<endEvent id=\"e\"> HERE\n" + timer("timeDuration", "PT1H") + "\n</endEvent><sequenceFlow id=\"f1\" sourceRef=\"s\" targetRef=\"e\"/>"},
		{"two interrupting handlers for one declaration", "BG2339", user + `<boundaryEvent id="b" attachedToRef="u"><signalEventDefinition id="d1" signalRef="S"/></boundaryEvent>` + out +
			"<boundaryEvent id=\"b2\" attachedToRef=\"u\">\n<signalEventDefinition id=\"d2\" signalRef=\"S\"/> HERE\n</boundaryEvent>" + `<sequenceFlow id="f8" sourceRef="b2" targetRef="e"/>`},
		{"a parallel start without a key", "BG2215", `<endEvent id="e"/><eventBasedGateway id="g" instantiate="true" eventGatewayType="Parallel"/><sequenceFlow id="g2" sourceRef="g" targetRef="a1"/><sequenceFlow id="g3" sourceRef="g" targetRef="a2"/>` +
			"\n<intermediateCatchEvent id=\"a1\"><messageEventDefinition id=\"d1\" messageRef=\"M\"/></intermediateCatchEvent> HERE\n" +
			`<intermediateCatchEvent id="a2"><messageEventDefinition id="d2" messageRef="N"/></intermediateCatchEvent><sequenceFlow id="g4" sourceRef="a1" targetRef="e"/><sequenceFlow id="g5" sourceRef="a2" targetRef="e"/>`},
		{"a parallel body without a key", "BG2409", start + `<subProcess id="x">` + `<multiInstanceLoopCharacteristics id="mi"><loopCardinality>3</loopCardinality></multiInstanceLoopCharacteristics>` +
			"\n<receiveTask id=\"r\" messageRef=\"M\"/> HERE\n" + `</subProcess>` + mid},
		{"a duration that is none", "BG2335", start + mid + "<intermediateCatchEvent id=\"x\">\n" + timer("timeDuration", "15 minutes") + " HERE\n</intermediateCatchEvent>"},
		{"a date that is none", "BG2335", start + mid + "<intermediateCatchEvent id=\"x\">\n" + timer("timeDate", "2030-13-01") + " HERE\n</intermediateCatchEvent>"},
		{"a week that the year has not", "BG2335", start + mid + "<intermediateCatchEvent id=\"x\">\n" + timer("timeDate", "2030-W53-1") + " HERE\n</intermediateCatchEvent>"},
		{"a cycle that is none", "BG2335", user + "<boundaryEvent id=\"b\" attachedToRef=\"u\" cancelActivity=\"false\">\n" + timer("timeCycle", "0 0 0 32 * *") + " HERE\n</boundaryEvent>" + out},
		{"an arm that another flow leads to", "BG2214", start + arms + "\n<intermediateCatchEvent id=\"a2\"><signalEventDefinition id=\"d2\" signalRef=\"S\"/></intermediateCatchEvent> HERE\n" + `<sequenceFlow id="g6" sourceRef="s" targetRef="a2"/>`},
		{"an arm that waits for nothing", "BG2211", start + strings.Replace(arms, `<sequenceFlow id="g3" sourceRef="g" targetRef="a2"/>`, "\n<sequenceFlow id=\"g3\" sourceRef=\"g\" targetRef=\"a2\"/> HERE\n", 1) + `<task id="a2"/>`},
		{"a trigger at the start of a sub-process", "BG2303", start + `<subProcess id="x">` + "\n<startEvent id=\"in\"><messageEventDefinition id=\"d\" messageRef=\"M\"/></startEvent> HERE\n" + `<task id="w"/><sequenceFlow id="f5" sourceRef="in" targetRef="w"/></subProcess>` + mid},
		{"an error that starts a process", "BG2320", "\n<startEvent id=\"s\"> HERE\n<errorEventDefinition id=\"d\" errorRef=\"E\"/>\n</startEvent><endEvent id=\"e\"/><sequenceFlow id=\"f1\" sourceRef=\"s\" targetRef=\"e\"/>"},
		{"an escalation that starts a process", "BG2320", "\n<startEvent id=\"s\"> HERE\n<escalationEventDefinition id=\"d\" escalationRef=\"X\"/>\n</startEvent><endEvent id=\"e\"/><sequenceFlow id=\"f1\" sourceRef=\"s\" targetRef=\"e\"/>"},
	} {
		t.Run(c.what, func(t *testing.T) {
			file := `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:t">
<message id="M" name="M"/><message id="N" name="N"/><signal id="S" name="S"/><error id="E" errorCode="E"/><escalation id="X" escalationCode="X"/>
<process id="p" isExecutable="true">` + c.body + `</process></definitions>`
			line := 0
			for n, l := range strings.Split(file, "\n") {
				if strings.HasSuffix(l, " HERE") {
					line = n + 1
				}
			}
			res := compiler.Compile([]compiler.Input{{Name: "t.bpmn", Data: []byte(strings.ReplaceAll(file, " HERE", ""))}}, compiler.Options{})
			for _, d := range res.Diagnostics.All() {
				if string(d.Code) == c.code && d.Severity == diag.Error && d.Span.Line == line && d.Fix != "" {
					return
				}
			}
			t.Errorf("no %s on line %d of\n%s", c.code, line, file)
			for _, d := range res.Diagnostics.All() {
				t.Logf("%s %d:%d %s", d.Code, d.Span.Line, d.Span.Col, d.Message)
			}
		})
	}
}
