package ranges_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler"
)

// model is a process whose gateway has the flows given: "id: condition", or "id"
// for one without.
func model(gateway, attrs string, flows ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:t"><process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="in" sourceRef="s" targetRef="g"/><%s id="g"%s/><endEvent id="e"/>`, gateway, attrs)
	for _, f := range flows {
		id, cond, has := strings.Cut(f, ": ")
		fmt.Fprintf(&b, `<sequenceFlow id="%s" sourceRef="g" targetRef="e">`, id)
		if has {
			fmt.Fprintf(&b, `<conditionExpression>%s</conditionExpression>`, strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(cond))
		}
		b.WriteString("</sequenceFlow>")
	}
	b.WriteString("</process></definitions>")
	return b.String()
}

// A split without a way out for some values, one whose conditions overlap, one
// with a condition that never holds (S2.1, S2.3, S1.4).
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"gap", model("exclusiveGateway", "", "a: =total > 100", "b: =total < 100"), []string{"BG3020 stuck for total = 100: no condition holds and there is no default flow"}},
		{"default", model("exclusiveGateway", ` default="b"`, "a: =total > 100", "b"), nil},
		{"whole", model("exclusiveGateway", "", "a: =total > 100", "b: =total <= 100"), nil},
		{"JUEL", model("exclusiveGateway", "", "a: ${total > 100}", "b: ${total lt 100}"), []string{"BG3020 stuck for total = 100: no condition holds and there is no default flow"}},
		{"overlap", model("exclusiveGateway", ` default="c"`, "a: =total > 1", "b: =total > 5", "c"), []string{"BG3021 this condition holds together with that of flow a for total = 6; the first in the file wins"}},
		{"inclusive overlap", model("inclusiveGateway", ` default="c"`, "a: =total > 1", "b: =total > 5", "c"), nil},
		{"inclusive gap", model("inclusiveGateway", "", "a: =total > 1", "b: =total > 5"), []string{"BG3020 stuck for total = 1: no condition holds and there is no default flow"}},
		{"inclusive, one always", model("inclusiveGateway", "", "a: =total > 1", "b"), nil},
		{"never", model("exclusiveGateway", ` default="b"`, "a: =total > 5 and total < 6", "b"), []string{"BG3022 the condition of this flow is never true"}},
		{"unknown", model("exclusiveGateway", "", "a: =contains(name, \"a\")", "b: =contains(name, \"b\")"), nil},
		{"conditional flows of a task", model("manualTask", "", "a: =ok"), []string{"BG3020 stuck for ok = false: no condition holds and there is no default flow"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := compiler.Compile([]compiler.Input{{Name: "t.bpmn", Data: []byte(c.file)}}, compiler.Options{})
			var got []string
			for _, d := range r.Diagnostics.All() {
				if strings.HasPrefix(string(d.Code), "BG302") {
					got = append(got, string(d.Code)+" "+d.Message)
				}
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
