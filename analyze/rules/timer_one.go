package rules

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// timerOne: a timer has exactly one of date, cycle and duration; in an executable
// process it has one (§10.5.5, Table 10.101).
func timerOne(p *pass, n *graph.Node) {
	for _, d := range definitions(n) {
		if d.Kind != bpmn.TimerTrigger {
			continue
		}
		var set []*bpmn.Expression
		for _, e := range []*bpmn.Expression{d.TimeDate, d.TimeCycle, d.TimeDuration} {
			if e != nil {
				set = append(set, e)
			}
		}
		if len(set) == 1 && strings.TrimSpace(set[0].Text.Value) == "" {
			set = nil
		}
		switch {
		case len(set) > 1:
			p.at(n.Base, d.Span, "%s says %d times when it is due", n.Label(), len(set)).related(set[1].Span, "the second").
				fix("keep one of timeDate, timeCycle and timeDuration")
		case len(set) == 0 && n.Level.Executable:
			p.at(n.Base, d.Span, "%s does not say when it is due", n.Label()).fix("write timeDate, timeCycle or timeDuration")
		}
	}
}
