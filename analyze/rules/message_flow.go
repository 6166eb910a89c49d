package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// Codes that the one pass over message flows says beside its own.
const (
	codeMessageFlowEnds    diag.Code = "BG2611"
	codeMessageFlowTrigger diag.Code = "BG2612"
)

// messageFlow: a message flow joins two different pools or nodes of theirs
// (§7.6.2, §9.4); a start event sends none and an end event receives none; an event that sends
// or receives says so by its definition (§10.5.2, §10.5.3, §10.5.4).
func messageFlow(p *pass, f *graph.File) {
	pools := map[*bpmn.Process]*bpmn.Participant{}
	for _, c := range f.Collaborations {
		for _, pt := range c.Participants {
			if e, ok := f.Lookup(pt.ProcessRef); ok {
				if pr, ok := e.(*bpmn.Process); ok && pools[pr] == nil {
					pools[pr] = pt
				}
			}
		}
	}
	for _, c := range f.Collaborations {
		for _, m := range c.MessageFlows {
			from, fromNode := p.end(m.SourceRef, pools)
			to, toNode := p.end(m.TargetRef, pools)
			if from != nil && from == to {
				p.on(&m.Base, "%s stays inside of %s", label(&m.Base), label(from)).related(from.Span, "the pool").
					fix("join different pools with message flows; inside of one use sequence flow")
			}
			p.sends(m, fromNode)
			p.receives(m, toNode)
		}
	}
}

// end is the pool (or the process, where no pool has it) of one end of a message flow, and the node where it is one.
func (p *pass) end(r bpmn.Ref, pools map[*bpmn.Process]*bpmn.Participant) (*bpmn.Base, *graph.Node) {
	e, ok := p.file.Lookup(r)
	if !ok {
		return nil, nil
	}
	if pt, ok := e.(*bpmn.Participant); ok {
		return &pt.Base, nil
	}
	n := p.file.Node(e)
	if n == nil {
		return nil, nil
	}
	if pt := pools[n.Level.Process]; pt != nil {
		return &pt.Base, n
	}
	return &n.Level.Process.Base, n
}

func (p *pass) sends(m *bpmn.MessageFlow, n *graph.Node) {
	if n == nil || n.Event == nil {
		return
	}
	switch n.Event.Kind {
	case bpmn.EndEvent:
		if !has(n, bpmn.MessageTrigger) {
			p.as(codeMessageFlowTrigger).on(n.Base, "%s sends a message flow and has no message definition", n.Label()).related(m.Span, "the message flow").
				fix("add a messageEventDefinition")
		}
	case bpmn.IntermediateThrowEvent, bpmn.ImplicitThrowEvent:
	default:
		p.as(codeMessageFlowEnds).on(&m.Base, "%s leaves %s, which sends nothing", label(&m.Base), n.Label()).related(n.Span, "the event").
			fix("let a throw event, an end event or a task send it")
		if n.Is(bpmn.IntermediateCatchEvent) {
			p.as(codeMessageFlowEnds).on(n.Base, "%s catches, but a message flow leaves it", n.Label()).related(m.Span, "the message flow").
				fix("let a throw event, an end event or a task send it")
		}
	}
}

func (p *pass) receives(m *bpmn.MessageFlow, n *graph.Node) {
	if n == nil || n.Event == nil {
		return
	}
	switch n.Event.Kind {
	case bpmn.StartEvent:
		if !has(n, bpmn.MessageTrigger) {
			p.as(codeMessageFlowTrigger).on(n.Base, "a message flow leads to %s, which has no message definition", n.Label()).related(m.Span, "the message flow").
				fix("add a messageEventDefinition")
		}
	case bpmn.IntermediateCatchEvent, bpmn.BoundaryEvent:
	default:
		p.as(codeMessageFlowEnds).on(&m.Base, "%s leads to %s, which receives nothing", label(&m.Base), n.Label()).related(n.Span, "the event").
			fix("let a start event, a catch event or a task receive it")
		if n.Is(bpmn.IntermediateThrowEvent) {
			p.as(codeMessageFlowEnds).on(n.Base, "%s throws, but a message flow leads to it", n.Label()).related(m.Span, "the message flow").
				fix("let a start event, a catch event or a task receive it")
		}
	}
}
