package resolve

import (
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
	t.Timer, t.Text = kind, ""
	if written(e) {
		t.Text = strings.TrimSpace(e.Text.Value)
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
	kinds []types.Kind
	words string
}{
	model.TimeDate:     {[]types.Kind{types.String, types.DateTime, types.Date, types.Any}, "a date and time, a date, or text by ISO 8601"},
	model.TimeDuration: {[]types.Kind{types.String, types.Duration, types.Months, types.Any}, "a duration, or text by ISO 8601"},
	model.TimeCycle:    {[]types.Kind{types.String, types.Any}, "text: a cycle by ISO 8601 such as \"R3/PT1H\", or cron"},
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

// unreadTime reports a written time that the runtime does not read: week dates,
// fractions of years, cron with L, W or #. The rules let it pass as ISO 8601.
func unreadTime(d *bpmn.EventDefinition) (*bpmn.Expression, bool) {
	kind, e := timeOf(d)
	if e == nil || !written(e) {
		return nil, false
	}
	return e, !readable(kind, strings.TrimSpace(e.Text.Value))
}

func readable(kind model.TimerKind, text string) bool {
	var err error
	switch kind {
	case model.TimeDate:
		_, _, err = runtime.DueDate(text, 0)
	case model.TimeDuration:
		_, _, err = runtime.DueDuration(text, 0, 0)
	case model.TimeCycle:
		_, _, err = runtime.DueCycle(text, 0, 0, 0)
	}
	return err == nil
}
