package ranges_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/analyze/ranges"
	"github.com/bpmngen/bpmngen/compiler"
	"github.com/google/go-cmp/cmp"
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

// guarded is a process with a conditional boundary event.
func guarded(condition string) string {
	return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:t"><process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="in" sourceRef="s" targetRef="t"/><userTask id="t"/><boundaryEvent id="b" attachedToRef="t"><conditionalEventDefinition id="d"><condition>` +
		strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(condition) + `</condition></conditionalEventDefinition></boundaryEvent></process></definitions>`
}

// waiting is a process in which a gateway waits for one condition or another.
func waiting(one, other string) string {
	catch := func(id, condition string) string {
		return `<sequenceFlow id="to` + id + `" sourceRef="g" targetRef="` + id + `"/><intermediateCatchEvent id="` + id + `" name="The ` + id + `"><conditionalEventDefinition id="d` + id + `"><condition>` +
			strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(condition) + `</condition></conditionalEventDefinition></intermediateCatchEvent>`
	}
	return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:t"><process id="p" isExecutable="true"><startEvent id="s"/><sequenceFlow id="in" sourceRef="s" targetRef="g"/><eventBasedGateway id="g"/>` +
		catch("a", one) + catch("b", other) + `</process></definitions>`
}

// Every rule by the section that decides it: S2.1 exclusive, S2.3 inclusive, S1.4
// activities; S3.5 null; EV §2.7 conditional events.
func TestCheck(t *testing.T) {
	const stuck = "no condition holds and there is no default flow"
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"gap", model("exclusiveGateway", "", "a: =total > 100", "b: =total < 100"), []string{"warning BG3501 g: stuck for total = 100: " + stuck}},
		{"gap of one flow", model("exclusiveGateway", "", "a: =total > 100"), []string{"warning BG3501 g: stuck for total = 100: " + stuck}},
		{"default", model("exclusiveGateway", ` default="b"`, "a: =total > 100", "b"), nil},
		{"whole", model("exclusiveGateway", "", "a: =total > 100", "b: =total <= 100"), nil},
		{"JUEL", model("exclusiveGateway", "", "a: ${total > 100}", "b: ${total lt 100}"), []string{"warning BG3501 g: stuck for total = 100: " + stuck}},
		{"two languages", model("exclusiveGateway", "", "a: ${tier == 'gold'}", `b: =tier != "gold"`), nil},
		{"a flow without a condition", model("exclusiveGateway", "", "a: =total > 1", "b", "c: =total > 5 and total < 4"), nil},
		{"inclusive gap", model("inclusiveGateway", "", "a: =total > 1", "b: =total > 5"), []string{"warning BG3501 g: stuck for total = 1: " + stuck}},
		{"inclusive, one always taken", model("inclusiveGateway", "", "a: =total > 1", "b"), nil},
		{"conditional flows of a task", model("manualTask", "", "a: =ok"), []string{"warning BG3501 g: stuck for ok = false: " + stuck}},
		{"a task with a free flow", model("manualTask", "", "a: =ok", "b"), nil},
		{"parallel", model("parallelGateway", "", "a: =total > 5 and total < 6", "b"), nil},

		{"no value", model("exclusiveGateway", ` default="c"`, "a: =total > 5", "b: =total = null", "c"), []string{
			"warning BG3502 a: for total = null this condition has no value, which is a fault and not false",
			`warning BG3504 b: flow "b" is never taken: whenever its condition holds, one before it in the file does or has no value`}},
		{"null first", model("exclusiveGateway", ` default="c"`, "a: =total = null", "b: =total > 5", "c"), nil},
		{"null first, but all are evaluated", model("inclusiveGateway", ` default="c"`, "a: =total = null", "b: =total > 5", "c"), []string{
			"warning BG3502 b: for total = null this condition has no value, which is a fault and not false"}},

		{"never", model("exclusiveGateway", ` default="b"`, "a: =total > 5 and total < 6", "b"), []string{`warning BG3503 a: this condition is never true, so flow "a" is never taken`}},
		{"never, and no other", model("exclusiveGateway", "", "a: =false"), []string{
			"warning BG3501 g: stuck whatever the data is: " + stuck, `warning BG3503 a: this condition is never true, so flow "a" is never taken`}},

		{"shadowed", model("exclusiveGateway", ` default="c"`, "a: =total > 1", "b: =total > 5", "c"), []string{
			`warning BG3504 b: flow "b" is never taken: whenever its condition holds, one before it in the file does`}},
		{"inclusive shadows nothing", model("inclusiveGateway", ` default="c"`, "a: =total > 1", "b: =total > 5", "c"), nil},

		{"always, with a default", model("exclusiveGateway", ` default="b"`, "a: =total > 1 or total < 5", "b"), []string{
			"warning BG3505 a: this condition is always true, so the default flow is never taken"}},
		{"always, with more behind", model("exclusiveGateway", "", "a: =total > 1 or total < 5", "b: =total > 7", "c: =ok"), []string{
			"warning BG3505 a: this condition is always true, so no flow behind it in the file is ever taken"}},
		{"always, with both", model("exclusiveGateway", ` default="c"`, "a: =true", "b: =total > 7", "c"), []string{
			"warning BG3505 a: this condition is always true, so no flow behind it in the file is ever taken, nor the default"}},
		{"always as the last way out", model("exclusiveGateway", "", "a: =total > 7", "b: =true"), nil},
		{"always beside others", model("inclusiveGateway", "", "a: =true", "b: =total > 7"), nil},
		{"always, inclusive with a default", model("inclusiveGateway", ` default="b"`, "a: =true", "b"), []string{
			"warning BG3505 a: this condition is always true, so the default flow is never taken"}},

		{"default of nothing", model("inclusiveGateway", ` default="c"`, "a: =total > 1", "b: =total <= 1", "c"), []string{
			`info BG3506 c: the default flow "c" is never taken: no values leave all conditions false`}},

		{"overlap", model("exclusiveGateway", ` default="c"`, "a: =total > 5", "b: =total > 1", "c"), []string{
			`info BG3507 b: this condition and that of flow "a" both hold for total = 6; the first in the file wins`}},
		{"inclusive overlap", model("inclusiveGateway", ` default="c"`, "a: =total > 5", "b: =total > 1", "c"), nil},

		{"event never", guarded("=total > 5 and total < 4"), []string{`warning BG3508 b: this condition is never true, so event "b" never happens`}},
		{"event never, JUEL", guarded("${false}"), []string{`warning BG3508 b: this condition is never true, so event "b" never happens`}},
		{"event never, null at most", guarded("=total = null and total > 5"), []string{`warning BG3508 b: this condition is never true, so event "b" never happens`}},
		{"event sometimes", guarded("=total > 5 and total < 7"), nil},
		{"event for one value", guarded("=total >= 5 and total <= 5"), nil},
		{"event only with null", guarded("=total = null"), nil},
		{"event always", guarded("=true"), nil},
		{"event that reads more", guarded("=total > 5 and contains(name, \"a\")"), nil},
		{"event never, whatever else", guarded("=total > 5 and total < 4 and contains(name, \"a\")"), []string{`warning BG3508 b: this condition is never true, so event "b" never happens`}},
		// Each arm stands for itself: they are not alternatives of one decision.
		{"arms", waiting("=total > 1", "=total > 5"), nil},
		{"an arm never", waiting("=total > 1", "=ok and not(ok)"), []string{`warning BG3508 b: this condition is never true, so event "The b" never happens`}},

		{"unknown", model("exclusiveGateway", "", "a: =contains(name, \"a\")", "b: =contains(name, \"b\")"), nil},
		{"host code", model("exclusiveGateway", "", "a: ${rules.big(total)}", "b: ${!rules.big(total)}"), nil},
		{"no expression", model("exclusiveGateway", "", "a: =total >", "b: =total > 1"), nil},
		{"a type error", model("exclusiveGateway", "", `a: =total > "x"`, "b: =total > 1"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := compiler.Compile([]compiler.Input{{Name: "t.bpmn", Data: []byte(c.file)}}, compiler.Options{})
			var got []string
			for _, d := range r.Diagnostics.All() {
				if slices.Contains(ranges.Codes(), d.Code) {
					got = append(got, fmt.Sprintf("%s %s %s: %s", d.Severity, d.Code, d.Element, d.Message))
				}
			}
			slices.Sort(got)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}
