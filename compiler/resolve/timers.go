package resolve

import (
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime"
)

// timeOf is the form and the text of a timer; nil where it has none, which the rules say.
func timeOf(d *bpmn.EventDefinition) (model.TimerKind, *bpmn.Expression) {
	switch {
	case d.TimeDate != nil:
		return model.TimeDate, d.TimeDate
	case d.TimeDuration != nil:
		return model.TimeDuration, d.TimeDuration
	}
	return model.TimeCycle, d.TimeCycle
}

// timer adds when a timer is due: as it is written, or as an expression that is
// evaluated when the timer is armed (S5.2).
func (b *builder) timer(n *graph.Node, i, k int, d *bpmn.EventDefinition, scope int) []diag.Diagnostic {
	kind, e := timeOf(d)
	if e == nil {
		return nil
	}
	t := &b.p.Nodes[i].Triggers[k]
	t.Timer, t.Text, t.Quartz = kind, "", kind == model.TimeCycle && b.quartz(e)
	if written(e) {
		t.Text = strings.TrimSpace(e.Text.Value)
		if err := unreadable(t); err != nil && t.Text != "" && !b.saidTime(e) {
			return []diag.Diagnostic{n.Report(CodeTime, e.Text.Span, "the time of %s can't be: %v", n.Label(), err).
				WithFix("write %s, or an expression: =... for FEEL, ${...} for JUEL", timeTypes[kind].example)}
		}
		return nil
	}
	at := len(b.pending)
	ds := b.expression(e.Text.Value, b.language(e), textAt(e.Text), b.envs[scope], untyped, model.Expression{
		Origin: origin(n.Base), Scope: scope, Purpose: model.TimerValue,
	}, func(x int) {
		b.p.Nodes[i].Triggers[k].Expr = x
		b.timeType(n, kind, b.p.Exprs[x].Typed)
	})
	if len(b.pending) > at {
		b.pending[at].otherwise = types.StringType
	}
	return ds
}

// untyped is the type of what its place asks no type of.
func untyped() typeOf { return nil }

// timeTypes are what an expression may give for each form: text by ISO 8601, or
// a value of FEEL.
var timeTypes = map[model.TimerKind]struct {
	kinds          []types.Kind
	words, example string
}{
	model.TimeDate:     {[]types.Kind{types.String, types.DateTime, types.Date, types.Any}, "a date and time, a date, or text by ISO 8601", "a date by ISO 8601, such as 2030-12-24T18:00:00Z"},
	model.TimeDuration: {[]types.Kind{types.String, types.Duration, types.Months, types.Any}, "a duration, or text by ISO 8601", "a duration by ISO 8601, such as PT15M"},
	model.TimeCycle:    {[]types.Kind{types.String, types.Any}, "text: a cycle by ISO 8601 such as \"R3/PT1H\", or cron", "a cycle by ISO 8601, such as R3/PT1H, or cron"},
}

// timeType reports an expression that can't be a time of its form.
func (b *builder) timeType(n *graph.Node, kind model.TimerKind, t *expr.Typed) {
	is := types.Shape(types.NonNull(t.Root.Type)).Kind
	for _, k := range timeTypes[kind].kinds {
		if is == k {
			return
		}
	}
	at := t.Source.Place(expr.Span{Len: len(t.Source.Text)})
	b.bag.Add(n.Report(CodeTimeType, at, "the time of %s is %s", n.Label(), graph.An(t.Root.Type.String())).
		WithFix("let the expression yield %s", timeTypes[kind].words))
}

// quartz reports a cycle in cron, or one that may be, of a file for Camunda 7 or what
// came of it: they take Quartz's.
func (b *builder) quartz(e *bpmn.Expression) bool {
	if written(e) && strings.HasPrefix(strings.TrimSpace(e.Text.Value), "R") {
		return false
	}
	quartz := false
	for _, space := range b.file.Defs.Namespaces {
		if space == zeebeNS {
			return false
		}
		quartz = quartz || vendorSpace(space)
	}
	return quartz
}

// saidTime reports whether the rules have said already that a text is no time by its form.
func (b *builder) saidTime(e *bpmn.Expression) bool {
	return slices.ContainsFunc(b.bag.All(), func(d diag.Diagnostic) bool { return d.Code == CodeTime && d.Span == e.Text.Span })
}

// unreadable is why a written time can't be; the rules say it of a text that has
// not the form of one.
func unreadable(t *model.Trigger) error {
	var err error
	switch {
	case t.Timer == model.TimeDate:
		_, _, err = runtime.DueDate(t.Text, 0)
	case t.Timer == model.TimeDuration:
		_, _, err = runtime.DueDuration(t.Text, 0, 0)
	case t.Quartz:
		_, _, err = runtime.DueCycleQuartz(t.Text, 0, 0, 0)
	default:
		_, _, err = runtime.DueCycle(t.Text, 0, 0, 0)
	}
	return err
}
