package resolve

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// One note a file names what is not carried out, each with what does its work
// here; what no table knows is kept and never an error.
func TestVendorNote(t *testing.T) {
	_, bag := compile(t, `<process id="p" isExecutable="true">
		<startEvent id="s" camunda:asyncBefore="true" camunda:initiator="who"/>
		<serviceTask id="t" camunda:topic="x" camunda:asyncBefore="true" camunda:exclusive="true">
			<extensionElements><camunda:executionListener/><camunda:novelty/><own:any xmlns:own="urn:own"/></extensionElements></serviceTask>
		<endEvent id="e"/>
		s -> t
		t -> e
	</process>
	<process id="drawn" isExecutable="false"><startEvent id="s2" camunda:async="true"/></process>`, Options{})
	var notes []diag.Diagnostic
	for _, d := range bag.All() {
		if d.Severity == diag.Error {
			t.Error(d)
		}
		if d.Code == CodeNoEffect {
			notes = append(notes, d)
		}
	}
	if len(notes) != 1 {
		t.Fatalf("%d notes, want one: %v", len(notes), notes)
	}
	want := "extensions of other engines have no effect here: camunda:asyncBefore (2), camunda:initiator, camunda:executionListener, camunda:novelty"
	if d := cmp.Diff(want, notes[0].Message); d != "" {
		t.Error(d)
	}
	if len(notes[0].Related) != 3 || !strings.Contains(notes[0].Related[2].Message, "Camunda 7 may act on it") {
		t.Errorf("related %v", notes[0].Related)
	}
}

// jBPM's work items are plain tasks that name their handler.
func TestWorkItem(t *testing.T) {
	p := process(t, `<startEvent id="s"/><task id="t" d:taskName="Email" xmlns:d="http://www.jboss.org/drools"/><task id="u"/><endEvent id="e"/>
		s -> t
		t -> u
		u -> e`)
	for _, n := range p.Nodes {
		switch {
		case n.ID == "t" && (n.Performer != model.ByHandler || len(n.Meta) != 1 || n.Meta[0].Value != "Email"):
			t.Errorf("t: %+v", n)
		case n.ID == "u" && n.Performer != model.PassThrough:
			t.Errorf("u: %+v", n)
		}
	}
}
