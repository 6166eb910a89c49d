package resolve

import (
	"maps"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// codeUntold is expr's: nothing tells the type of a variable.
const codeUntold diag.Code = "BG3011"

// collect finds every expression of the process and parses it.
func (b *builder) collect() []diag.Diagnostic {
	var ds []diag.Diagnostic
	b.eachLevel(func(l *graph.Level, scope int) {
		for _, f := range l.Flows {
			x, ok := b.flows[f]
			if !ok || f.Condition == nil || b.unevaluated(f, x) {
				continue
			}
			ds = append(ds, b.condition(f, x, scope)...)
		}
		for _, n := range l.Nodes {
			if r := b.loopOf(n); r != nil {
				ds = append(ds, b.loopExpressions(r)...)
				continue
			}
			if i, ok := b.at[n]; ok {
				ds = append(ds, b.nodeExpressions(n, i, b.p.Nodes[i].Scope)...)
				ds = append(ds, b.retry(n, i)...)
			}
		}
	})
	return ds
}

// unevaluated reports a condition that no execution looks at: on a default flow,
// or on a flow of a parallel or event-based gateway (S2.2). The rules say so.
func (b *builder) unevaluated(f *graph.Flow, x int) bool {
	if b.p.Nodes[b.p.Flows[x].Source].Default == x {
		return true
	}
	return f.Source.IsGateway(bpmn.ParallelGateway) || f.Source.IsGateway(bpmn.EventBasedGateway)
}

// condition adds the condition of a flow (§8.4.13).
func (b *builder) condition(f *graph.Flow, x, scope int) []diag.Diagnostic {
	c := f.Condition
	if strings.TrimSpace(c.Text.Value) == "" {
		b.p.Flows[x].Condition = model.None
		return []diag.Diagnostic{diag.New(CodeEmptyExpression, c.Span, "the condition of %s is empty", graph.Label(&f.Base)).
			On(f.ID, f.Name).WithFix("write the condition, or take conditionExpression out")}
	}
	return b.expression(c.Text.Value, b.language(c), textAt(c.Text), b.gateEnv(f.Source, scope), boolean, model.Expression{
		Origin: origin(&f.Base), Scope: scope, Purpose: model.Condition,
	}, func(i int) { b.p.Flows[x].Condition = i })
}

// expression parses one expression and leaves the rest to when all are known.
func (b *builder) expression(text, language string, at expr.Positions, env *expr.Env, want func() typeOf, m model.Expression, done func(int)) []diag.Diagnostic {
	src, ds := expr.Detect(text, language, at)
	for i := range ds {
		ds[i] = ds[i].On(m.ID, m.Name)
	}
	if hasError(ds) {
		return ds
	}
	src.Element, src.Name = m.ID, m.Name
	tree, more := expr.Parse(src, env)
	ds = append(ds, more...)
	if tree == nil {
		return ds
	}
	more = b.hostCalls(tree, env)
	ds = append(ds, more...)
	if hasError(more) {
		return ds
	}
	m.Source, m.Lang = text, src.Lang
	b.pending = append(b.pending, pending{tree: tree, env: env, want: want, model: m, done: done})
	return ds
}

// boolean is the type of a condition.
func boolean() typeOf { return types.BoolType }

func hasError(ds []diag.Diagnostic) bool {
	return slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// language is what tells an expression's language: its own attribute, else the file's.
func (b *builder) language(e *bpmn.Expression) string {
	if e.Language != "" {
		return e.Language
	}
	return expr.FileLanguage(b.file.Defs.ExpressionLanguage)
}

// textAt places a stretch of an element's text in the file.
func textAt(t bpmn.Text) expr.Positions {
	return func(offset, length int) diag.Span { return stretch(t.Value, t.PosAt, offset, length) }
}

// attrAt places a stretch of an attribute's value in the file.
func attrAt(a bpmn.Attr) expr.Positions {
	return func(offset, length int) diag.Span { return stretch(a.Value, a.PosAt, offset, length) }
}

func stretch(text string, at func(int) diag.Span, offset, length int) diag.Span {
	offset = min(max(offset, 0), len(text))
	first := at(offset)
	part := text[offset:min(max(offset+length, offset), len(text))]
	if line, _, more := strings.Cut(part, "\n"); more {
		part = line
	}
	last := at(offset + len(part))
	if last.Line == first.Line && last.Col >= first.Col {
		first.Len = last.Col - first.Col
	}
	return first
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
