package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// compensationElsewhere: what compensates an activity stands in its scope, whose
// data it reads and writes (§10.7, S8.1).
func compensationElsewhere(p *pass, f *graph.File) {
	joined := f.Compensations()
	for _, l := range f.Levels {
		for _, b := range l.Nodes {
			for _, h := range joined[b] {
				if h.Level == l && h != b.Attached {
					continue
				}
				p.on(b.Base, "%s is joined to %s, which does not stand beside it", b.Label(), h.Label()).related(h.Span, "the activity").
					fix("move the activity for compensation into the process or sub-process that the event stands in")
			}
		}
	}
}
