package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// choreographyRefs: a choreography and a global conversation name no
// choreography (§9.2, §11.2); a global conversation has no
// participants of its own in messages (§9.5.4).
func choreographyRefs(p *pass, f *graph.File) {
	for _, c := range f.Collaborations {
		for _, o := range append(c.Others, c.Kept...) {
			if o.Name.Local == "choreographyRef" && c.Kind != "collaboration" {
				p.on(&c.Base, "%s names a choreography", label(&c.Base)).related(o.Span, "here").
					fix("take choreographyRef out; only a collaboration has one")
			}
		}
	}
}

// globalConversation: it holds conversations, no message flow of its own, no artifacts of a pool (§9.5.4).
func globalConversation(p *pass, f *graph.File) {
	for _, c := range f.Collaborations {
		if c.Kind != "globalConversation" || len(c.MessageFlows)+len(c.Artifacts) == 0 {
			continue
		}
		p.on(&c.Base, "%s holds message flows or artifacts", label(&c.Base)).
			fix("take them out; a global conversation holds participants and conversations")
	}
}
