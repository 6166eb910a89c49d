package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// compensationOne: an activity is compensated by one handler: one boundary event
// joined to one activity, or one event sub-process inside (§10.7, S8.2).
func compensationOne(p *pass, f *graph.File) {
	joined := f.Compensations()
	for _, l := range f.Levels {
		for _, n := range l.Nodes {
			var first *graph.Node
			for _, b := range n.Boundaries {
				if !has(b, bpmn.CompensateTrigger) {
					continue
				}
				if first != nil {
					p.on(b.Base, "%s and %s both compensate %s", first.Label(), b.Label(), n.Label()).related(first.Span, "the first").
						fix("keep one of them; a sub-process for compensation can do several things")
				} else {
					first = b
				}
				if h := joined[b]; len(h) > 1 {
					p.on(b.Base, "%s is joined to %s and to %s", b.Label(), h[0].Label(), h[1].Label()).related(h[1].Span, "the second").
						fix("keep one of them; a sub-process for compensation can do several things")
				}
			}
			if n.Inner == nil {
				continue
			}
			var inside *graph.Node
			for _, e := range n.Inner.Nodes {
				if e.CompensationStart() == nil {
					continue
				}
				switch {
				case first != nil:
					p.on(e.Base, "%s and %s both compensate %s", first.Label(), e.Label(), n.Label()).related(first.Span, "the boundary event").
						fix("keep the event sub-process, which can compensate what is inside, or the boundary event")
				case inside != nil:
					p.on(e.Base, "%s and %s both compensate %s", inside.Label(), e.Label(), n.Label()).related(inside.Span, "the first").
						fix("make one event sub-process of the two")
				default:
					inside = e
				}
			}
		}
	}
}
