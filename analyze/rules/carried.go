package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// carriedOnly: choreographies and conversations say how partners talk; no one
// executes them (§11, §9.5). They are read, checked and carried; one note a file.
func carriedOnly(p *pass, f *graph.File) {
	p.once = true
	for _, c := range f.Collaborations {
		conversation := false
		for _, o := range c.Others {
			switch o.Name.Local {
			case "conversation", "subConversation", "callConversation":
				conversation = true
			}
		}
		if c.Kind != "collaboration" || conversation {
			say(p, &c.Base)
		}
	}
}

func say(p *pass, b *bpmn.Base) {
	p.on(b, "%s is carried and not executed", label(b)).fix("nothing needs to be done; processes are what is compiled")
}
