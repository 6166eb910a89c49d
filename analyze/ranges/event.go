package ranges

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// event is an event that waits for a condition, and what that says. Several
// definitions of one node are an event each.
type event struct {
	process *model.Process
	node    *model.Node
	trigger *model.Trigger
	expr.Ranges
}

// eventsOf makes the conditional events of a node: catches, boundary events,
// arms of event-based gateways, start events of event sub-processes (EV §2.7).
func eventsOf(p *model.Process, n *model.Node) []*event {
	var out []*event
	for i := range n.Triggers {
		t := &n.Triggers[i]
		if t.Kind != model.ConditionalTrigger || t.Expr == model.None {
			continue
		}
		out = append(out, &event{process: p, node: n, trigger: t,
			Ranges: expr.DecideRanges([]*expr.Typed{p.Exprs[t.Expr].Typed}, false)})
	}
	return out
}

// of starts a finding about an event, at its condition.
func (p *pass) of(e *event, format string, args ...any) diag.Diagnostic {
	return diag.New(p.code, placeOf(e.process, e.trigger.Expr, e.trigger.Span), format, args...).On(e.node.ID, e.node.Name)
}
