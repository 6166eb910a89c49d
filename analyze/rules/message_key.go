package rules

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// gatewayStartKey: where a process needs all messages of an event-based gateway
// that starts it, the later ones find their instance by a correlation key (S4.5).
func gatewayStartKey(p *pass, n *graph.Node) {
	if !n.IsGateway(bpmn.EventBasedGateway) || !n.Gateway.Instantiate || n.Gateway.EventGatewayType != "Parallel" || !n.Level.Executable {
		return
	}
	for _, f := range n.Out {
		if f.Target == nil {
			continue
		}
		if m := keyless(p, f.Target); m != nil {
			p.on(f.Target.Base, "%s has no correlation key, so that it can't find the instance that the first message of %s makes", graph.Label(&m.Base), n.Label()).
				related(m.Span, "the message").
				fix("give the message a key: a correlationProperty with a correlationKey, or a zeebe:subscription")
		}
	}
}

// parallelStartKey: a start event that needs several messages is the same: the
// first makes the instance, the others find it (§10.5.2, S4.5).
func parallelStartKey(p *pass, n *graph.Node) {
	if !n.Is(bpmn.StartEvent) || n.Level.Sub != nil || !n.Event.ParallelMultiple || !n.Level.Executable || len(definitions(n)) < 2 {
		return
	}
	if m := keyless(p, n); m != nil {
		p.on(n.Base, "%s has no correlation key, so that it can't find the instance that another event of %s makes", graph.Label(&m.Base), n.Label()).
			related(m.Span, "the message").
			fix("give the message a key: a correlationProperty with a correlationKey, or a zeebe:subscription")
	}
}

// parallelKey: several instances of a parallel multi-instance activity can wait
// for one message at once; which of them is meant only a key can say (S4.5, EV §2.9.3).
func parallelKey(p *pass, n *graph.Node) {
	if n.Act == nil || n.Act.Loop == nil || n.Act.Loop.Kind != bpmn.MultiInstanceLoop || n.Act.Loop.IsSequential || !n.Level.Executable {
		return
	}
	var visit func(*graph.Node)
	visit = func(x *graph.Node) {
		if m := keyless(p, x); m != nil {
			p.on(x.Base, "%s has no correlation key, so that it can't say which instance of %s it is for", graph.Label(&m.Base), n.Label()).
				related(n.Act.Loop.Span, "several wait at once").related(m.Span, "the message").
				fix("give the message a key that reads the item or the loopCounter, or let the instances run one after the other")
		}
		if x.Inner != nil {
			for _, in := range x.Inner.Nodes {
				visit(in)
			}
		}
	}
	visit(n)
}

// keyless is the message that a node waits for, where it correlates by name alone.
func keyless(p *pass, n *graph.Node) *bpmn.Message {
	var refs []bpmn.Ref
	switch {
	case n.Task != nil && n.Task.Kind == bpmn.ReceiveTask:
		refs = append(refs, n.Task.MessageRef)
	case n.Is(bpmn.IntermediateCatchEvent), n.Is(bpmn.BoundaryEvent), n.Is(bpmn.StartEvent):
		for _, d := range definitions(n) {
			if d.Kind == bpmn.MessageTrigger {
				refs = append(refs, d.Ref)
			}
		}
	}
	for _, r := range refs {
		e, _ := p.file.Lookup(r)
		if m, ok := e.(*bpmn.Message); ok && !keyed(p, m) {
			return m
		}
	}
	return nil
}

// keyed reports a message with a correlation key, the standard's or zeebe's.
func keyed(p *pass, m *bpmn.Message) bool {
	for _, x := range m.Extensions {
		if x.Name.Local == "subscription" {
			if a, ok := x.Attr("", "correlationKey"); ok && strings.TrimSpace(a.Value) != "" {
				return true
			}
		}
	}
	for _, e := range p.file.Defs.Roots {
		c, ok := e.(*bpmn.CorrelationProperty)
		if !ok {
			continue
		}
		for _, r := range c.Retrievals {
			if of, _ := p.file.Lookup(r.MessageRef); of == m {
				return true
			}
		}
	}
	return false
}
