package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// interruptingTwice: at one activity a declaration has at most one interrupting
// handler (§10.5.6, EV §2.2). Times and conditions are declared where they stand, each its own.
func interruptingTwice(p *pass, n *graph.Node) {
	type declaration struct {
		kind bpmn.TriggerKind
		of   bpmn.Element // nil: any, of an error or escalation without a reference
		code string       // of an errorRef that names no error (S6.1)
	}
	first := map[declaration]*graph.Node{}
	for _, b := range n.Boundaries {
		if !b.Event.CancelActivity {
			continue
		}
		for _, d := range definitions(b) {
			key := declaration{kind: d.Kind}
			switch d.Kind {
			case bpmn.MessageTrigger, bpmn.SignalTrigger, bpmn.ErrorTrigger, bpmn.EscalationTrigger:
			default:
				continue
			}
			if e, ok := p.file.Lookup(d.Ref); ok {
				key.of = e
			} else {
				key.code = d.Ref.Raw
			}
			if key.of == nil && (d.Kind == bpmn.MessageTrigger || d.Kind == bpmn.SignalTrigger) {
				continue // names nothing, which another rule says
			}
			if other := first[key]; other != nil && other != b {
				p.at(b.Base, d.Span, "%s and %s both interrupt %s for the same %s", other.Label(), b.Label(), n.Label(), triggerWords[d.Kind]).
					related(other.Span, "the first").
					fix(`keep one of them, or make one non-interrupting with cancelActivity="false" where it may be`)
				continue
			}
			first[key] = b
		}
	}
}
