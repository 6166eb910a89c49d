package resolve

import (
	"strings"
	"time"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// computedName reports a name or code that is an expression: ="order-" + id in
// Zeebe, order-${id} in Camunda 7. One that reads nothing is its value, and no
// longer computed.
func computedName(text string) (value string, isComputed bool) {
	if !isComputedName(text) {
		return text, false
	}
	v, ds, err := expr.EvalSource(expr.Unknown, strings.TrimSpace(text), []byte("{}"), time.Time{})
	if s, ok := v.(string); ok && err == nil && !hasError(ds) && constant(text) {
		return s, false
	}
	return text, true
}

// constant reports an expression that reads neither variables nor the time.
func constant(text string) bool {
	src, ds := expr.Detect(strings.TrimSpace(text), "", nil)
	if hasError(ds) {
		return false
	}
	env := expr.NewEnv()
	tree, ds := expr.Parse(src, env)
	if tree == nil || hasError(ds) {
		return false
	}
	env.Infer(tree, types.StringType)
	env.Solve()
	if len(env.Symbols()) > 0 {
		return false
	}
	typed, ds := env.Check(tree, types.StringType)
	return typed != nil && !hasError(ds) && typed.Root.Op == expr.Lit
}

// textSource is the attribute that names what a definition refers to: a message's
// or signal's name, an error's or escalation's code.
func (b *builder) textSource(d *bpmn.EventDefinition) (bpmn.Attr, *bpmn.Base) {
	e, ok := b.file.Lookup(d.Ref)
	if !ok {
		return bpmn.Attr{}, nil
	}
	attr := "name"
	switch e.(type) {
	case *bpmn.Error:
		attr = "errorCode"
	case *bpmn.Escalation:
		attr = "escalationCode"
	}
	a, _ := e.Elem().Attr("", attr)
	return a, e.Elem()
}

// computedText adds the expression of the name or code that the k-th definition
// of an event refers to. It is evaluated when the event is armed or thrown, in the
// data that it sees there. What starts a process has no data yet.
func (b *builder) computedText(n *graph.Node, i, k int, d *bpmn.EventDefinition, scope int) []diag.Diagnostic {
	t := &b.p.Nodes[i].Triggers[k]
	t.Computed = model.None
	if !b.isComputed(*t) {
		return nil
	}
	a, of := b.textSource(d)
	if startsProcess(n) || b.startArm(n) {
		return []diag.Diagnostic{n.Report(CodeStartText, a.ValueSpan, "%s starts the process by %s, whose %s reads data that is not there yet", n.Label(), graph.Label(of), a.Name.Local).
			WithFix("write the %s out, or as an expression that reads nothing", a.Name.Local)}
	}
	at := len(b.pending)
	ds := b.expression(a.Value, "", attrAt(a), b.envs[scope], func() typeOf { return types.StringType }, model.Expression{
		Origin: origin(n.Base), Scope: scope, Purpose: model.TextValue,
	}, func(x int) { b.p.Nodes[i].Triggers[k].Computed = x })
	if len(b.pending) > at {
		b.pending[at].otherwise = types.StringType
	}
	return ds
}

// isComputed reports a trigger whose name or code is an expression.
func (r *resolver) isComputed(t model.Trigger) bool {
	if t.Ref == model.None {
		return false
	}
	switch t.Kind {
	case model.MessageTrigger:
		return r.pkg.Messages[t.Ref].Computed
	case model.SignalTrigger:
		return r.pkg.Signals[t.Ref].Computed
	case model.ErrorTrigger:
		return r.pkg.Errors[t.Ref].Computed
	case model.EscalationTrigger:
		return r.pkg.Escalations[t.Ref].Computed
	}
	return false
}

// startArm reports an arm of an event-based gateway that starts the process.
func (b *builder) startArm(n *graph.Node) bool {
	for _, f := range n.In {
		if f.Source != nil && f.Source.IsGateway(bpmn.EventBasedGateway) && instantiates(f.Source) && n.Level.Sub == nil {
			return true
		}
	}
	return false
}
