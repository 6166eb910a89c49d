package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// decision is what a business rule task says of the result of the decision that
// its handler makes.
type decision struct {
	result move
	// list: it is a list, one value or one row of values a matching rule.
	list bool
}

// decisionOf reads zeebe:calledDecision and camunda:decisionRef; nil where a task
// has neither, or its result goes nowhere.
func decisionOf(n *graph.Node) *decision {
	if n.Task == nil || n.Task.Kind != bpmn.BusinessRuleTask {
		return nil
	}
	for _, x := range n.Extensions {
		if x.Name.Space == zeebeNS && x.Name.Local == "calledDecision" {
			if a, ok := x.Attr("", "resultVariable"); ok && strings.TrimSpace(a.Value) != "" {
				return &decision{result: resultIn(a)}
			}
		}
	}
	for _, space := range []string{camundaNS, flowableNS, activitiNS} {
		a, ok := n.Attr(space, "resultVariable")
		if _, decides := n.Attr(space, "decisionRef"); !ok || !decides || strings.TrimSpace(a.Value) == "" {
			continue
		}
		d := &decision{result: resultIn(a)}
		// Camunda 7 gives all rows where the task does not say what it wants of them.
		kind, _ := n.Attr(space, "mapDecisionResult")
		switch strings.TrimSpace(kind.Value) {
		case "singleEntry", "singleResult":
		default:
			d.list = space == camundaNS
		}
		return d
	}
	return nil
}

// decided adds the result of a decision to the mapping of its task: the handler
// returns it by its name, and without output mappings it goes to the variable of that name.
func decided(n *graph.Node, m *taskMapping) *taskMapping {
	d := decisionOf(n)
	if d == nil {
		return m
	}
	if m == nil {
		m = &taskMapping{at: n.Span}
	}
	if m.explicit {
		return m // an ioSpecification says all
	}
	name := d.result.name
	if k := len(d.result.path); k > 0 {
		name = d.result.path[k-1]
	}
	m.results = append(m.results, declared{name: name, at: d.result.nameAt, list: d.list})
	if len(m.out) == 0 {
		mv := d.result
		mv.text, mv.copied, mv.at = name, true, placed(d.result.nameAt)
		m.out = append(m.out, mv)
	}
	return m
}

// shaped is the type of a result that is known to be a list, as far as that tells it.
func (d declared) shaped(elem func() typeOf) typeOf {
	if d.typ == nil && d.list {
		return types.ListOf(elem())
	}
	return d.typ
}
