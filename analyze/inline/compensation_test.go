package inline

import (
	"testing"

	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/google/go-cmp/cmp"
)

// S8.1, S8.2: a handler runs beside whoever does not wait for it, so never in
// line, and neither does what its own boundary events lead to. A compensation
// boundary event interrupts nothing. Behind a throw that does not wait the
// handlers are beside the token.
func TestCompensation(t *testing.T) {
	for _, c := range []struct {
		noWait bool
		want   []string
	}{{false, []string{"a", "b"}}, {true, []string{"a"}}} {
		n := newNet().add("s", model.StartEvent).add("a", model.Task).add("undo", model.BoundaryEvent).add("u", model.Task).
			add("late", model.BoundaryEvent).add("l", model.Task).add("throw", model.ThrowEvent).add("b", model.Task).
			seed("s").chain("s", "a", "throw", "b").chain("late", "l")
		node := func(id string) *model.Node { return &n.p.Nodes[n.node[id]] }
		node("undo").Triggers = []model.Trigger{{Kind: model.CompensateTrigger}}
		node("undo").Interrupting = true
		node("a").Boundaries = []int{n.node["undo"]}
		node("a").Compensation = &model.Compensation{Handler: n.node["u"]}
		node("u").ForCompensation = true
		node("u").Boundaries = []int{n.node["late"]}
		node("late").Triggers = []model.Trigger{{Kind: model.TimerTrigger}}
		node("late").Interrupting = true
		node("throw").Triggers = []model.Trigger{{Kind: model.CompensateTrigger, Activity: model.None, NoWait: c.noWait}}
		if d := cmp.Diff(c.want, n.inLine()); d != "" {
			t.Errorf("noWait %v: %s", c.noWait, d)
		}
	}
}

// S8.3: nothing outside of a transaction cancels it, so that what is alone inside
// stays alone; any other boundary event of it can interrupt.
func TestTransaction(t *testing.T) {
	for _, c := range []struct {
		catches model.TriggerKind
		want    []string
	}{{model.CancelTrigger, []string{"a", "l"}}, {model.TimerTrigger, []string{"l"}}} {
		n := newNet().add("tx", model.Transaction).add("a", model.Task).add("b", model.BoundaryEvent).add("l", model.Task).
			seed("tx").chain("b", "l")
		n.p.Scopes = append(n.p.Scopes, model.Scope{Parent: 0, Host: 0, First: 1, End: 2, Seeds: []int{1}})
		n.p.Nodes[0].Inner, n.p.Nodes[1].Scope = 1, 1
		n.p.Nodes[0].Boundaries, n.p.Nodes[2].Attached, n.p.Nodes[2].Interrupting = []int{2}, 0, true
		n.p.Nodes[2].Triggers = []model.Trigger{{Kind: c.catches}}
		if d := cmp.Diff(c.want, n.inLine()); d != "" {
			t.Errorf("boundary %v: %s", c.catches, d)
		}
	}
}
