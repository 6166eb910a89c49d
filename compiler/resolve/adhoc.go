package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// adHoc reads how the activities of an ad-hoc sub-process are picked (S8.4); nil
// for any other.
func adHoc(n *graph.Node) *model.AdHoc {
	if n.Sub == nil || n.Sub.Kind != bpmn.AdHocSubProcess {
		return nil
	}
	return &model.AdHoc{
		Sequential:    n.Sub.Ordering == "Sequential",
		KeepRemaining: strings.TrimSpace(n.Sub.CancelRemaining) == "false" || strings.TrimSpace(n.Sub.CancelRemaining) == "0",
		Automatic:     zeebeAdHoc(n) != nil,
		Completion:    model.None, Elements: model.None,
	}
}

// inAdHoc reports an activity of an ad-hoc sub-process that is picked.
func inAdHoc(n *graph.Node) bool {
	return n.Level.Sub != nil && n.Level.Sub.Kind == bpmn.AdHocSubProcess && n.Act != nil && !n.IsEventSubProcess() && !n.Act.IsForCompensation
}

// zeebeAdHoc is the zeebe:adHoc of a sub-process, nil where it has none.
func zeebeAdHoc(n *graph.Node) *bpmn.Raw {
	for _, x := range n.Extensions {
		if x.Name.Space == zeebeNS && x.Name.Local == "adHoc" {
			return x
		}
	}
	return nil
}

// adHocExpressions adds the completion condition and the list of what runs at
// once. Both read the data of the sub-process.
func (b *builder) adHocExpressions(n *graph.Node, i int) []diag.Diagnostic {
	node := &b.p.Nodes[i]
	inner := node.Inner
	if inner == model.None {
		return nil
	}
	var ds []diag.Diagnostic
	if c := n.Sub.CompletionCondition; c != nil {
		if strings.TrimSpace(c.Text.Value) == "" {
			ds = append(ds, n.Report(CodeEmptyExpression, c.Span, "the completion condition of %s is empty", n.Label()).
				WithFix("write the condition, or take completionCondition out"))
		} else {
			ds = append(ds, b.expression(c.Text.Value, b.language(c), textAt(c.Text), b.envs[inner], boolean, model.Expression{
				Origin: origin(n.Base), Scope: inner, Purpose: model.Condition,
			}, func(x int) { node.AdHoc.Completion = x })...)
		}
	}
	x := zeebeAdHoc(n)
	if x == nil {
		return ds
	}
	if a, ok := x.Attr("", "activeElementsCollection"); ok && strings.TrimSpace(a.Value) != "" {
		list := types.ListOf(types.StringType)
		ds = append(ds, b.expression(a.Value, "feel", attrAt(a), b.envs[inner], func() typeOf { return list }, model.Expression{
			Origin: origin(n.Base), Scope: inner, Purpose: model.ElementsValue,
		}, func(e int) {
			node.AdHoc.Elements = e
			b.elementsExist(n, e, node.Inner)
		})...)
	}
	for _, name := range []string{"outputCollection", "outputElement"} {
		if a, ok := x.Attr("", name); ok {
			ds = append(ds, n.Report(CodeAdHocOutput, a.ValueSpan, "%s of an ad-hoc sub-process is not compiled", name).
				WithFix("let the activities of %s write to a list variable", n.Label()))
		}
	}
	return ds
}

// elementsExist checks a list that is written out: each id must be one of an
// element that may begin by itself.
func (b *builder) elementsExist(n *graph.Node, x, inner int) {
	t := b.p.Exprs[x].Typed
	var ids []string
	for i := range b.p.Nodes {
		if nd := &b.p.Nodes[i]; nd.Scope == inner && len(nd.In) == 0 && b.p.Pickable(i) {
			ids = append(ids, nd.ID)
		}
	}
	root := t.Root
	for root.Op == expr.Convert && len(root.Kids) == 1 {
		root = root.Kids[0]
	}
	if root.Op != expr.ListLit {
		return
	}
	for _, k := range root.Kids {
		id, ok := k.Value.(string)
		if k.Op != expr.Lit || !ok {
			continue
		}
		found := false
		for _, known := range ids {
			found = found || known == id
		}
		if found {
			continue
		}
		d := n.Report(CodeAdHocElement, t.Source.Place(k.Span), "%s has no element %s that can begin by itself", n.Label(), graph.Quote(id))
		if best, ok := graph.Suggest(id, ids); ok {
			d = d.WithFix("did you mean %q?", best)
		} else {
			d = d.WithFix("name an activity of it without incoming flows: %s", strings.Join(ids, ", "))
		}
		b.bag.Add(d)
	}
}
