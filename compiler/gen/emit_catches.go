package gen

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
)

// catchRows is the catch chain of a scope (SC §2.6).
func (q *processPlan) catchRows(rt string, steps []model.Catch) string {
	rows := make([]string, len(steps))
	for i, c := range steps {
		var r row
		r.field("Trigger", rt+triggers[c.Kind])
		r.text("Code", c.Code)
		r.index("Node", c.Node)
		r.index("Event", q.eventRowOf(c.Node, c.Trigger))
		r.index("Scope", c.Scope)
		rows[i] = r.String()
	}
	return "[]" + rt + "CatchDef{" + strings.Join(rows, ", ") + "}"
}

// eventRowOf is the row of one definition of a node in the table of events.
func (q *processPlan) eventRowOf(node, trigger int) int {
	for i := range q.events {
		if ev := &q.events[i]; ev.node == node && ev.trigger == trigger && len(ev.parts) == 0 {
			return i
		}
	}
	return model.None
}
