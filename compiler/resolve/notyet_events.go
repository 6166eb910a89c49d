package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// What of events can't be executed yet. Each function answers for one code of
// notyet.go: the place, the words, and whether the node is such a case.

// defines is the definition of that kind of an event or of a task with a message.
func (b *builder) defines(n *graph.Node, kind bpmn.TriggerKind) *bpmn.EventDefinition {
	for _, d := range b.definitions(n) {
		if d.Kind == kind {
			return d
		}
	}
	return nil
}

func messageNotYet(b *builder, n *graph.Node) (diag.Span, string, bool) {
	d := b.defines(n, bpmn.MessageTrigger)
	if d == nil || b.p.Nodes[b.at[n]].Kind == model.Task && n.Event != nil {
		return diag.Span{}, "", false
	}
	e, _ := b.file.Lookup(d.Ref)
	m, ok := e.(*bpmn.Message)
	switch {
	case !ok:
		return diag.Span{}, "", false // the rules say so
	case isComputedName(m.Name):
		return m.Span, "a message whose name is an expression", true
	}
	return diag.Span{}, "", false
}

func timerNotYet(b *builder, n *graph.Node) (diag.Span, string, bool) {
	d := b.defines(n, bpmn.TimerTrigger)
	if d == nil {
		return diag.Span{}, "", false
	}
	if e, unread := unreadTime(d); unread {
		return e.Text.Span, "a time of this form", true
	}
	return diag.Span{}, "", false
}

func signalNotYet(b *builder, n *graph.Node) (diag.Span, string, bool) {
	d := b.defines(n, bpmn.SignalTrigger)
	if d == nil {
		return diag.Span{}, "", false
	}
	if e, _ := b.file.Lookup(d.Ref); e != nil && isComputedName(e.Elem().Name) {
		return e.Elem().Span, "a signal whose name is an expression", true
	}
	at, what := passesVariables(d)
	return at, what, what != ""
}

func errorNotYet(b *builder, n *graph.Node) (diag.Span, string, bool) {
	d := b.defines(n, bpmn.ErrorTrigger)
	if d == nil {
		return diag.Span{}, "", false
	}
	if e, _ := b.file.Lookup(d.Ref); e != nil {
		if x, ok := e.(*bpmn.Error); ok && isComputedName(x.ErrorCode) {
			return x.Span, "an error whose code is an expression", true
		}
	}
	at, what := bindsCode(d)
	return at, what, what != ""
}

func escalationNotYet(b *builder, n *graph.Node) (diag.Span, string, bool) {
	d := b.defines(n, bpmn.EscalationTrigger)
	if d == nil {
		return diag.Span{}, "", false
	}
	if e, _ := b.file.Lookup(d.Ref); e != nil {
		if x, ok := e.(*bpmn.Escalation); ok && isComputedName(x.EscalationCode) {
			return x.Span, "an escalation whose code is an expression", true
		}
	}
	at, what := bindsCode(d)
	return at, what, what != ""
}

// isComputedName reports a name or code that a vendor's engine would evaluate.
func isComputedName(s string) bool {
	return strings.HasPrefix(strings.TrimSpace(s), "=") || computed(s)
}

// passesVariables reports Camunda's way of sending variables with a signal.
func passesVariables(d *bpmn.EventDefinition) (diag.Span, string) {
	for _, x := range d.Extensions {
		if x.Name.Space == camundaNS && (x.Name.Local == "in" || x.Name.Local == "out") {
			return x.Span, "a signal that carries variables by an extension"
		}
	}
	return diag.Span{}, ""
}

// bindsCode reports Camunda's attributes that put a caught code into a variable.
func bindsCode(d *bpmn.EventDefinition) (diag.Span, string) {
	for _, a := range d.Attrs {
		switch a.Name.Local {
		case "errorCodeVariable", "errorMessageVariable", "escalationCodeVariable":
			if a.Name.Space == camundaNS || a.Name.Space == flowableNS {
				return a.ValueSpan, "a catch that puts the code into a variable"
			}
		}
	}
	return diag.Span{}, ""
}

// eventGatewayNotYet: as a start it takes messages, signals and timers alone.
func eventGatewayNotYet(b *builder, n *graph.Node) (diag.Span, string, bool) {
	if !n.IsGateway(bpmn.EventBasedGateway) || !n.Gateway.Instantiate {
		return diag.Span{}, "", false
	}
	if n.Level.Sub != nil || len(n.In) > 0 {
		return n.Span, "an event-based gateway that starts a sub-process", true
	}
	for _, f := range n.Out {
		if f.Target != nil && b.defines(f.Target, bpmn.ConditionalTrigger) != nil {
			return f.Target.Span, "a condition behind an event-based gateway that starts the process", true
		}
	}
	return diag.Span{}, "", false
}

func messageTask(b *builder, n *graph.Node) (diag.Span, string, bool) {
	if n.Task == nil {
		return diag.Span{}, "", false
	}
	if n.Task.Kind == bpmn.ReceiveTask && n.Task.Instantiate {
		switch {
		case n.Task.MessageRef.IsZero():
			return n.Span, "a receive task without a message that starts the process", true
		case n.Level.Sub != nil:
			return n.Span, "a receive task that starts a sub-process", true
		case len(n.Boundaries) > 0:
			return n.Span, "a receive task with boundary events that starts the process", true
		}
	}
	throws := b.p.Nodes[b.at[n]].Kind == model.ThrowEvent
	return n.Span, "a send task with boundary events whose message no extension sends", throws && len(n.Boundaries) > 0
}

// eventData reports payloads that are no plain value: parts of values, mappings
// in the wrong direction, and payloads of what no definition names.
func (b *builder) eventData(n *graph.Node) (diag.Span, string, bool) {
	node := &b.p.Nodes[b.at[n]]
	if n.Event != nil && node.Kind == model.Task {
		return n.Span, "data of an event that the host sends", mappingOf(n) != nil || b.eventMapping(n) != nil
	}
	m := b.eventMapping(n)
	switch {
	case m == nil:
		return diag.Span{}, "", false
	case m.odd != "":
		return m.oddAt, m.odd, true
	case len(node.Triggers) == 1 && node.Triggers[0].Ref == model.None:
		return m.at, "data of an event whose payload no definition names", len(m.in)+len(m.out) > 0
	case catches(n) && len(m.in) > 0:
		return m.at, "an input mapping of a catch event", true
	case !catches(n) && len(m.out) > 0:
		return m.at, "an output mapping of a throw event", true
	}
	return diag.Span{}, "", false
}

// multipleNotYet: definitions of one event beside each other that can't be told
// apart from what the machine waits for, or that move data.
func multipleNotYet(b *builder, n *graph.Node) (diag.Span, string, bool) {
	if n.Event == nil || len(b.definitions(n)) < 2 {
		return diag.Span{}, "", false
	}
	if m := b.eventMapping(n); m != nil && len(m.in)+len(m.out) > 0 {
		return m.at, "data of an event with several event definitions", true
	}
	for _, d := range b.definitions(n) {
		switch d.Kind {
		case bpmn.MessageTrigger, bpmn.TimerTrigger, bpmn.SignalTrigger, bpmn.ConditionalTrigger:
		case bpmn.CompensateTrigger: // where it is caught, the rules say so
		case bpmn.EscalationTrigger:
			if catches(n) {
				return n.Span, "an escalation among several event definitions", true
			}
		default:
			return n.Span, graph.An(d.XML.Local) + " among several event definitions", true
		}
	}
	return n.Span, "a parallel multiple start event", n.Event.ParallelMultiple && n.Is(bpmn.StartEvent) && n.Level.Sub == nil
}
