package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// eventGatewayCount: an event-based gateway has at least two arms (§10.6.6).
func eventGatewayCount(p *pass, n *graph.Node) {
	if n.IsGateway(bpmn.EventBasedGateway) && len(n.Out) == 1 {
		p.on(n.Base, "%s has one arm: there is nothing to choose", n.Label()).fix("add an arm, or take the gateway out")
	}
}

// eventGatewayArm: an arm of an event-based gateway is a message, timer, signal
// or conditional catch event or a receive task (§10.6.6, S2.6).
func eventGatewayArm(p *pass, f *graph.Flow) {
	if f.Source == nil || !f.Source.IsGateway(bpmn.EventBasedGateway) || f.Target == nil {
		return
	}
	n := f.Target
	switch {
	case n.Task != nil && n.Task.Kind == bpmn.ReceiveTask:
		return
	case n.Is(bpmn.IntermediateCatchEvent):
		for _, d := range definitions(n) {
			switch d.Kind {
			case bpmn.MessageTrigger, bpmn.TimerTrigger, bpmn.SignalTrigger, bpmn.ConditionalTrigger, bpmn.LinkTrigger:
			default:
				p.on(&f.Base, "%s leads to %s, which can't be an arm of an event-based gateway", label(&f.Base), n.Label()).related(n.Span, "the arm").
					fix("wait for a message, a timer, a signal or a condition")
				return
			}
		}
		return
	}
	p.on(&f.Base, "%s leads from an event-based gateway to %s, which waits for nothing", label(&f.Base), n.Label()).related(n.Span, "the arm").
		fix("put a catch event or a receive task between")
}

// eventGatewayMixed: receive tasks and message catch events do not mix behind
// one event-based gateway (§10.6.6, S2.6).
func eventGatewayMixed(p *pass, n *graph.Node) {
	if !n.IsGateway(bpmn.EventBasedGateway) {
		return
	}
	var task, event *graph.Node
	for _, f := range n.Out {
		switch t := f.Target; {
		case t == nil:
		case t.Task != nil && t.Task.Kind == bpmn.ReceiveTask:
			task = t
		case t.Is(bpmn.IntermediateCatchEvent) && has(t, bpmn.MessageTrigger):
			event = t
		}
	}
	if task != nil && event != nil {
		p.on(n.Base, "%s has a receive task and a message event among its arms", n.Label()).related(task.Span, "the task").related(event.Span, "the event").
			fix("use one kind for all messages")
	}
}

// eventGatewayTask: a receive task that is an arm has no boundary events (§10.6.6, S2.6).
func eventGatewayTask(p *pass, n *graph.Node) {
	if g := fromEventGateway(n); g != nil && len(n.Boundaries) > 0 {
		p.on(n.Base, "%s is an arm of %s and has a boundary event", n.Label(), g.Label()).related(n.Boundaries[0].Span, "the boundary event").
			fix("make what the boundary event waits for an arm of its own")
	}
}

// eventGatewayElsewhere: what is an arm has no other incoming flow (§10.6.6).
func eventGatewayElsewhere(p *pass, n *graph.Node) {
	if g := fromEventGateway(n); g != nil && len(n.In) > 1 && linkOf(n) == nil {
		p.on(n.Base, "%s is an arm of %s and has another incoming flow", n.Label(), g.Label()).related(n.In[1].Span, "a flow").
			fix("lead the other flow to an event of its own")
	}
}
