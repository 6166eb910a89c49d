package rules

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// eventReference: in an executable process a message event names its message and
// a signal event its signal, which has a name (§10.5.5, S5.1).
func eventReference(p *pass, n *graph.Node) {
	if n.Event == nil || !n.Level.Executable {
		return
	}
	for _, d := range definitions(n) {
		switch {
		case d.Kind == bpmn.MessageTrigger && d.Ref.IsZero() && !vendorWork(d):
			p.at(n.Base, d.Span, "%s names no message", n.Label()).fix("write messageRef with the id of a message of the file")
		case d.Kind == bpmn.SignalTrigger && d.Ref.IsZero():
			p.at(n.Base, d.Span, "%s names no signal", n.Label()).fix("write signalRef with the id of a signal of the file")
		case d.Kind == bpmn.SignalTrigger:
			if e, ok := p.file.Lookup(d.Ref); ok {
				if s, ok := e.(*bpmn.Signal); ok && strings.TrimSpace(s.Name) == "" {
					p.at(n.Base, d.Span, "%s names a signal without a name", n.Label()).related(s.Span, "the signal").fix("give the signal a name")
				}
			}
		}
	}
}

// vendorWork reports a message event whose throwing is work by an extension: an implementation or a job type.
func vendorWork(d *bpmn.EventDefinition) bool {
	for _, a := range d.Attrs {
		if a.Name.Space != "" {
			return true
		}
	}
	return len(d.Extensions) > 0
}
