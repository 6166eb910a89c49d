package resolve

import (
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/model"
)

// eachOrder is a process whose activity "w" is done for each of the orders.
func eachOrder(activity string) string {
	return `<message id="paid" name="paid"><extensionElements><zeebe:subscription correlationKey="KEY"/></extensionElements></message>
	<process id="p" isExecutable="true" xmlns:bpmngen="https://bpmngen.dev/schema/1.0"><extensionElements><bpmngen:variable name="orders" type="[]string"/><bpmngen:variable name="customer" type="string"/></extensionElements>
	<startEvent id="s"/>` + activity + `<endEvent id="e"/>
	s -> w
	w -> e
	</process>`
}

const parallelLoop = `<multiInstanceLoopCharacteristics><extensionElements><zeebe:loopCharacteristics inputCollection="=orders" inputElement="order"/></extensionElements></multiInstanceLoopCharacteristics>`

// S4.5, EV §2.9.3: the key of a message that parallel instances wait for reads
// the item, the loopCounter or other data of the instance: that it has a key is not enough.
func TestKeyReadsTheInstance(t *testing.T) {
	receive := `<receiveTask id="w" messageRef="paid">` + parallelLoop + `</receiveTask>`
	catch := `<subProcess id="w">` + parallelLoop + `<property id="local" name="local"/><startEvent id="is"/><intermediateCatchEvent id="c"><messageEventDefinition messageRef="paid"/></intermediateCatchEvent>
	is -> c
	</subProcess>`
	handler := `<subProcess id="w">` + parallelLoop + `<startEvent id="is"/><userTask id="u"/><subProcess id="h" triggeredByEvent="true"><startEvent id="hs" isInterrupting="false"><messageEventDefinition messageRef="paid"/></startEvent></subProcess>
	is -> u
	</subProcess>`
	nested := `<subProcess id="w">` + parallelLoop + `<receiveTask id="r" messageRef="paid"><multiInstanceLoopCharacteristics><loopCardinality>=2</loopCardinality></multiInstanceLoopCharacteristics></receiveTask></subProcess>`
	inTurn := strings.Replace(receive, "<multiInstanceLoopCharacteristics>", `<multiInstanceLoopCharacteristics isSequential="true">`, 1)
	around := `<userTask id="w">` + parallelLoop + `</userTask><boundaryEvent id="b" attachedToRef="w"><messageEventDefinition messageRef="paid"/></boundaryEvent>`
	for _, c := range []struct {
		activity, key, at string
	}{
		{receive, "=order", ""}, {receive, "=loopCounter", ""}, {receive, "=customer + order", ""}, {receive, "=customer", "w"}, {receive, `="fixed"`, "w"},
		{catch, "=local", ""}, {catch, "=order", ""}, {catch, "=customer", "c"},
		{handler, "=order", ""}, {handler, "=customer", "hs"},
		{nested, "=order", "r"}, {nested, "=loopCounter", ""}, // the inner one's: it tells the outer apart too
		{inTurn, "=customer", ""}, {around, "=customer", ""},
	} {
		_, bag := compile(t, strings.Replace(eachOrder(c.activity), "KEY", strings.ReplaceAll(c.key, `"`, "&quot;"), 1), Options{})
		at := ""
		for _, d := range bag.All() {
			if d.Code == CodeLoopKey {
				at += d.Element
			}
		}
		if at != c.at {
			t.Errorf("key %s in %.30s...: said at %q, want %q", c.key, c.activity, at, c.at)
		}
	}
}

// S7.2: the item has the type of an element of the collection, whichever of the
// two declares it; counts are variables only where something reads them.
func TestLoopTypes(t *testing.T) {
	for name, c := range map[string]struct{ activity, vars string }{
		"zeebe":     {`<serviceTask id="w">` + parallelLoop + `</serviceTask>`, "loopCounter int64 from 1, order string"},
		"camunda":   {`<serviceTask id="w"><multiInstanceLoopCharacteristics camunda:collection="orders" camunda:elementVariable="order"/></serviceTask>`, "loopCounter int64 from 0, order string"},
		"flowable":  {`<serviceTask id="w"><multiInstanceLoopCharacteristics xmlns:f="http://flowable.org/bpmn" f:collection="${orders}" f:elementVariable="order" f:elementIndexVariable="i"/></serviceTask>`, "i int64 from 0, order string"},
		"standard":  {`<serviceTask id="w"><multiInstanceLoopCharacteristics><loopDataInputRef>orders</loopDataInputRef><inputDataItem id="order"/></multiInstanceLoopCharacteristics></serviceTask>`, "loopCounter int64 from 0, order string"},
		"condition": {`<serviceTask id="w"><multiInstanceLoopCharacteristics><loopCardinality>5</loopCardinality><completionCondition>=numberOfCompletedInstances = 2</completionCondition></multiInstanceLoopCharacteristics></serviceTask>`, "loopCounter int64 from 0, numberOfCompletedInstances int64"},
		"loop":      {`<serviceTask id="w"><standardLoopCharacteristics><loopCondition>=loopCounter &lt; 3</loopCondition></standardLoopCharacteristics></serviceTask>`, "loopCounter int64 from 0"},
	} {
		pkg, bag := compile(t, strings.Replace(eachOrder(c.activity), "KEY", "=customer", 1), Options{})
		if bag.HasErrors() {
			t.Errorf("%s: %v", name, bag.All())
			continue
		}
		p := pkg.Processes[0]
		var vars []string
		for i := range p.Nodes {
			l := p.Nodes[i].Loop
			if l == nil {
				continue
			}
			for v := p.Scopes[p.Nodes[i].Inner].FirstVar; v < p.Scopes[p.Nodes[i].Inner].EndVar; v++ {
				s := p.Vars[v].Name + " " + p.Vars[v].Type.String()
				if v == l.Counter {
					s += map[int64]string{0: " from 0", 1: " from 1"}[l.First]
				}
				vars = append(vars, s)
			}
			if body := &p.Nodes[l.Body]; body.ID != "w" || body.Kind != model.Task || body.Performer != model.ByHandler || len(body.In)+len(body.Out) > 0 {
				t.Errorf("%s: the activity itself is %+v", name, body)
			}
		}
		if got := strings.ReplaceAll(strings.Join(vars, ", "), "integer", "int64"); got != c.vars {
			t.Errorf("%s: instances have %s, want %s", name, got, c.vars)
		}
	}
}
