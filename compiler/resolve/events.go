package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

var triggerKinds = map[bpmn.TriggerKind]model.TriggerKind{
	bpmn.MessageTrigger: model.MessageTrigger, bpmn.TimerTrigger: model.TimerTrigger, bpmn.SignalTrigger: model.SignalTrigger,
	bpmn.ConditionalTrigger: model.ConditionalTrigger, bpmn.ErrorTrigger: model.ErrorTrigger, bpmn.EscalationTrigger: model.EscalationTrigger,
	bpmn.CancelTrigger: model.CancelTrigger, bpmn.CompensateTrigger: model.CompensateTrigger, bpmn.TerminateTrigger: model.TerminateTrigger,
}

// definitions are the event definitions that a node waits for or throws: an
// event's own and those that it refers to (§10.5.1), Links left out; the message
// of a task as if it were one.
func (b *builder) definitions(n *graph.Node) []*bpmn.EventDefinition {
	switch {
	case n.Event != nil:
		var out []*bpmn.EventDefinition
		for _, d := range b.file.Definitions(n.Event) {
			if _, ok := triggerKinds[d.Kind]; ok {
				out = append(out, d)
			}
		}
		return out
	case n.Task != nil && !n.Task.MessageRef.IsZero() && (n.Task.Kind == bpmn.ReceiveTask || n.Task.Kind == bpmn.SendTask && !b.sentByWork(n)):
		return []*bpmn.EventDefinition{{Base: bpmn.Base{ID: n.ID, Name: n.Name, Span: n.Task.MessageRef.Span}, Kind: bpmn.MessageTrigger, Ref: n.Task.MessageRef}}
	}
	return nil
}

// triggers are the definitions of a node with what they refer to.
func (b *builder) triggers(n *graph.Node) []model.Trigger {
	var out []model.Trigger
	for _, d := range b.definitions(n) {
		t := model.Trigger{Kind: triggerKinds[d.Kind], Ref: model.None, Span: d.Span, Expr: model.None, Activity: model.None, Computed: model.None}
		if e, ok := b.file.Lookup(d.Ref); ok {
			if i, ok := b.global[e]; ok {
				t.Ref = i
			}
		}
		b.errorCode(d, &t)
		b.caught(n, t)
		out = append(out, t)
	}
	return out
}

// catches reports whether a node waits for what its definitions name.
func catches(n *graph.Node) bool {
	return n.Is(bpmn.StartEvent) || n.Is(bpmn.IntermediateCatchEvent) || n.Is(bpmn.BoundaryEvent) ||
		n.Task != nil && n.Task.Kind == bpmn.ReceiveTask
}

// caught marks the messages and signals that the host may send to the processes.
func (b *builder) caught(n *graph.Node, t model.Trigger) {
	if t.Ref == model.None || !catches(n) {
		return
	}
	switch t.Kind {
	case model.MessageTrigger:
		b.pkg.Messages[t.Ref].Caught = true
	case model.SignalTrigger:
		b.pkg.Signals[t.Ref].Caught = true
	}
}

// eventExpressions adds the times, conditions, keys and payloads of a node.
func (b *builder) eventExpressions(n *graph.Node, i, scope int) []diag.Diagnostic {
	var ds []diag.Diagnostic
	armed := b.armed(n, scope)
	for k, d := range b.definitions(n) {
		ds = append(ds, b.computedText(n, i, k, d, armed)...)
		switch d.Kind {
		case bpmn.TimerTrigger:
			ds = append(ds, b.timer(n, i, k, d, armed)...)
		case bpmn.ConditionalTrigger:
			ds = append(ds, b.conditional(n, i, k, d, armed)...)
		case bpmn.MessageTrigger:
			ds = append(ds, b.key(n, i, k, armed)...)
		}
	}
	return append(ds, b.payload(n, i, scope)...)
}

// written reports a text that is no expression but stands for itself.
func written(e *bpmn.Expression) bool {
	t := strings.TrimSpace(e.Text.Value)
	return !strings.HasPrefix(t, "=") && !computed(t) && e.Language == ""
}

// computed reports a text that holds an expression of JUEL.
func computed(t string) bool { return strings.Contains(t, "${") || strings.Contains(t, "#{") }
