package graph

import (
	"testing"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
)

func parse(t *testing.T, file, namespace, roots string) *bpmn.Definitions {
	t.Helper()
	bag := &diag.Bag{}
	d := bpmn.Parse(file, []byte(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:me="urn:a" xmlns:other="urn:b" xmlns:far="urn:c" targetNamespace="`+namespace+`">`+roots+`</definitions>`), bpmn.Options{}, bag)
	if d == nil {
		t.Fatalf("%+v", bag.All())
	}
	return d
}

// isExecutable true is compiled; without any true, those that don't say and
// have something to execute are; false never is.
func TestExecutable(t *testing.T) {
	for _, c := range []struct {
		name  string
		roots string
		want  []bool
	}{
		{"true and absent", `<process id="p" isExecutable="true"><task id="a"/></process><process id="q"><task id="b"/></process>`, []bool{true, false}},
		{"absent", `<process id="p"><task id="a"/></process><process id="q"><task id="b"/></process>`, []bool{true, true}},
		{"absent and empty", `<process id="p"/>`, []bool{false}},
		{"absent beside false", `<process id="p" isExecutable="false"><task id="a"/></process><process id="q"><task id="b"/></process>`, []bool{false, true}},
		{"true and empty", `<process id="p" isExecutable="true"/>`, []bool{true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := Build([]*bpmn.Definitions{parse(t, "a.bpmn", "urn:a", c.roots)}, nil)
			for i, l := range g.Files[0].Processes {
				if l.Executable != c.want[i] {
					t.Errorf("process %s: %v, want %v", l.Process.ID, l.Executable, c.want[i])
				}
			}
		})
	}
}

// §8.1: a prefix of the file's own namespace, none at all, or one that is
// unknown means this file; another file's namespace means that file.
func TestLookup(t *testing.T) {
	a := parse(t, "a.bpmn", "urn:a", `<message id="m"/><message id="both"/>`)
	b := parse(t, "b.bpmn", "urn:b", `<signal id="s"/><signal id="both"/>`)
	g := Build([]*bpmn.Definitions{a, nil, b}, nil)
	f := g.Files[0]
	for _, c := range []struct {
		ref  bpmn.Ref
		file string
	}{
		{bpmn.Ref{Raw: "m", Local: "m"}, "a.bpmn"},
		{bpmn.Ref{Raw: "me:m", Prefix: "me", Space: "urn:a", Local: "m"}, "a.bpmn"},
		{bpmn.Ref{Raw: "unbound:m", Prefix: "unbound", Local: "m"}, "a.bpmn"},
		{bpmn.Ref{Raw: "other:s", Prefix: "other", Space: "urn:b", Local: "s"}, "b.bpmn"},
		{bpmn.Ref{Raw: "other:both", Prefix: "other", Space: "urn:b", Local: "both"}, "b.bpmn"},
		{bpmn.Ref{Raw: "both", Local: "both"}, "a.bpmn"},
		{bpmn.Ref{Raw: "s", Local: "s"}, ""},
		{bpmn.Ref{Raw: "far:m", Prefix: "far", Space: "urn:c", Local: "m"}, ""},
		{bpmn.Ref{}, ""},
	} {
		_, file, ok := f.LookupFile(c.ref)
		if ok != (c.file != "") || ok && file.Defs.File != c.file {
			t.Errorf("%q is found in %v, want %q", c.ref.Raw, file, c.file)
		}
	}
	if !f.Foreign(bpmn.Ref{Raw: "far:m", Prefix: "far", Space: "urn:c", Local: "m"}) || f.Foreign(bpmn.Ref{Raw: "other:s", Prefix: "other", Space: "urn:b", Local: "s"}) {
		t.Error("Foreign: only what no file of the compilation has")
	}
}

// A flow has the ends that stand on its own level.
func TestFlows(t *testing.T) {
	g := Build([]*bpmn.Definitions{parse(t, "a.bpmn", "urn:a", `<process id="p"><task id="a"/><subProcess id="s"><task id="b"/></subProcess>
		<sequenceFlow id="ok" sourceRef="a" targetRef="s"/><sequenceFlow id="deep" sourceRef="a" targetRef="b"/><sequenceFlow id="none" sourceRef="a" targetRef="x"/></process>`)}, nil)
	l := g.Files[0].Levels[0]
	if f := l.Flows[0]; f.Source == nil || f.Target == nil || f.Target.ID != "s" {
		t.Errorf("ok: %+v", f)
	}
	if l.Flows[1].Target != nil || l.Flows[2].Target != nil {
		t.Error("an end of another level, or none, is an end")
	}
	if n := len(l.Nodes[0].Out); n != 3 {
		t.Errorf("%d flows leave a", n)
	}
	if len(g.Files[0].Levels) != 2 || g.Files[0].Levels[1].Host != l.Nodes[1] {
		t.Error("the sub-process is no level of its own")
	}
}

func TestSuggest(t *testing.T) {
	known := []string{"finish", "start", "Approve_Order", "x"}
	for id, want := range map[string]string{"finsh": "finish", "APPROVE_ORDER": "Approve_Order", "stat": "start", "somethingElse": "", "": ""} {
		if got, _ := Suggest(id, known); got != want {
			t.Errorf("Suggest(%q) = %q, want %q", id, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for local, want := range map[string]string{"serviceTask": "service task", "subProcess": "sub-process", "adHocSubProcess": "ad-hoc sub-process", "eventBasedGateway": "event-based gateway"} {
		if got := Words(local); got != want {
			t.Errorf("Words(%q) = %q", local, got)
		}
	}
	if got := Quote("a\n  name"); got != `"a name"` {
		t.Errorf("Quote: %s", got)
	}
}
