package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// adHocContent: an ad-hoc sub-process holds at least one activity, and neither
// start nor end events (§10.3.5).
func adHocContent(p *pass, l *graph.Level) {
	if l.Sub == nil || l.Sub.Kind != bpmn.AdHocSubProcess {
		return
	}
	activities := 0
	for _, n := range l.Nodes {
		switch {
		case n.Act != nil:
			activities++
		case n.Is(bpmn.StartEvent), n.Is(bpmn.EndEvent):
			p.on(n.Base, "%s stands in an ad-hoc sub-process", n.Label()).related(l.Elem().Span, "the sub-process").
				fix("take it out: the performers decide where an ad-hoc sub-process begins and its completion condition where it ends")
			p.on(l.Elem(), "%s holds %s", label(l.Elem()), n.Label()).related(n.Span, "the event").
				fix("take it out: the performers decide where an ad-hoc sub-process begins and its completion condition where it ends")
		}
	}
	if activities == 0 {
		p.on(l.Elem(), "%s holds no activity", label(l.Elem())).fix("put the activities into it that may be done")
	}
}
