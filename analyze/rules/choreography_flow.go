package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// choreographyFlow: a message flow between a pool and a choreography activity
// needs the collaboration to show a choreography that is not closed (§9.2).
func choreographyFlow(p *pass, f *graph.File) {
	choreographies := map[bpmn.Element]*bpmn.Collaboration{}
	for _, c := range f.Collaborations {
		if c.Kind == "choreography" {
			for _, e := range c.FlowElements {
				choreographies[e] = c
			}
		}
	}
	for _, c := range f.Collaborations {
		if c.Kind != "collaboration" {
			continue
		}
		for _, m := range c.MessageFlows {
			for _, r := range []bpmn.Ref{m.SourceRef, m.TargetRef} {
				e, ok := f.Lookup(r)
				if !ok {
					continue
				}
				if ch := choreographies[e]; ch != nil && ch.IsClosed == "true" {
					p.on(&c.Base, "%s joins an activity of %s, which is closed", label(&m.Base), label(&ch.Base)).
						related(m.Span, "the message flow").related(ch.Span, "the choreography").
						fix("take the message flow out, or isClosed")
					return
				}
			}
		}
	}
}
