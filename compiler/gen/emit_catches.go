package gen

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/model"
)

// catchRows is the catch chain of a scope (SC §2.6).
func catchRows(rt string, steps []model.Catch) string {
	rows := make([]string, len(steps))
	for i, c := range steps {
		var r row
		r.field("Trigger", rt+triggers[c.Kind])
		r.text("Code", c.Code)
		r.index("Node", c.Node)
		r.index("Scope", c.Scope)
		rows[i] = r.String()
	}
	return "[]" + rt + "CatchDef{" + strings.Join(rows, ", ") + "}"
}
