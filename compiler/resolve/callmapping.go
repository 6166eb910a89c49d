package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// callMapping is what a call activity sends and takes back: by the standard's
// data associations, Zeebe's mappings and propagation, or Camunda's in and out
// (SC §2.7, S10.2); nil where nothing crosses.
func (b *builder) callMapping(n *graph.Node) *taskMapping {
	if x := zeebeCalled(n); x != nil {
		m := mappingOf(n)
		if m == nil {
			m = &taskMapping{at: x.Span}
		}
		m.allIn = !isFalse(x, "propagateAllParentVariables")
		m.allOut = len(m.out) == 0 && !isFalse(x, "propagateAllChildVariables")
		return m
	}
	if m := camundaCall(n); m != nil {
		return m
	}
	if m := zeebeIO(n); m != nil {
		return m
	}
	return b.specOf(b.file, n)
}

func hasAttr(x *bpmn.Raw, name string) bool {
	_, ok := x.Attr("", name)
	return ok
}

func isFalse(x *bpmn.Raw, attr string) bool {
	a, ok := x.Attr("", attr)
	return ok && strings.TrimSpace(a.Value) == "false"
}

// camundaCall reads camunda:in and camunda:out; nil where there are none.
func camundaCall(n *graph.Node) *taskMapping {
	var m *taskMapping
	for _, x := range n.Extensions {
		if x.Name.Space != camundaNS && x.Name.Space != flowableNS && x.Name.Space != activitiNS || x.Name.Local != "in" && x.Name.Local != "out" {
			continue
		}
		if m == nil {
			m = &taskMapping{at: x.Span}
		}
		output := x.Name.Local == "out"
		target, _ := x.Attr("", "target")
		if v, ok := x.Attr("", "variables"); ok {
			if v.Value != "all" {
				m.strange(x.Span, "a call that passes "+graph.Quote(v.Value))
			}
			m.allIn, m.allOut = m.allIn || !output, m.allOut || output
			continue
		}
		source, plain := x.Attr("", "source")
		expression, computed := x.Attr("", "sourceExpression")
		switch {
		case plain:
			m.take(x, move{name: strings.TrimSpace(target.Value), nameAt: target.ValueSpan, text: source.Value, at: attrAt(source), span: x.Span, copied: true}, output)
		case computed:
			m.take(x, move{name: strings.TrimSpace(target.Value), nameAt: target.ValueSpan, text: expression.Value, at: attrAt(expression), span: x.Span}, output)
		case !hasAttr(x, "businessKey"):
			m.strange(x.Span, "a call that passes neither a source nor a business key")
		}
	}
	for _, a := range n.Attrs {
		if a.Name.Local == "inheritVariables" && (a.Name.Space == flowableNS || a.Name.Space == activitiNS) && strings.TrimSpace(a.Value) == "true" {
			if m == nil {
				m = &taskMapping{at: a.ValueSpan}
			}
			m.allIn = true
		}
	}
	if x := mappingOf(n); x != nil && (m != nil || zeebeIO(n) == nil) {
		if m == nil {
			m = &taskMapping{at: x.at}
		}
		m.strange(x.at, "an input and output mapping of a call activity")
	}
	return m
}

// passAll adds the variables that a call activity sends and takes back by their
// own names, now that all of them are known.
func (b *builder) passAll(node *model.Node, m *taskMapping) {
	if m.allIn {
		b.seeAll(node)
	}
	if !m.allOut {
		return
	}
	io := node.IO
	seen := map[string]bool{}
	for _, p := range io.Outputs {
		seen[p.Name] = true
	}
	outs := b.envs[node.Scope].Child()
	for s := node.Scope; s != model.None; s = b.p.Scopes[s].Parent {
		for _, sym := range b.envs[s].Symbols() {
			if seen[sym.Name] || b.counts[sym] {
				continue
			}
			seen[sym.Name] = true
			io.Outputs = append(io.Outputs, model.Param{Name: sym.Name, Type: sym.Type, Span: sym.At, Optional: true})
			outs.Declare(sym.Name, sym.Type, sym.At)
			mv := move{name: sym.Name, text: sym.Name, at: placed(node.Span)}
			e := model.Expression{Origin: node.Origin, Scope: node.Scope, Purpose: model.MappingValue}
			b.copied(mv, outs, func() typeOf { return sym.Type }, e, func(x int) {
				io.Out = append(io.Out, model.Mapping{Expr: x, Target: model.Target{Param: model.None, Var: b.varOf[sym]}, Span: node.Span})
			})
		}
	}
	nameParams(io.Outputs)
}

// zeebeIO is the zeebe:ioMapping of a call whose callee the standard's attribute names.
func zeebeIO(n *graph.Node) *taskMapping {
	for _, x := range n.Extensions {
		if x.Name.Space == zeebeNS && x.Name.Local == "ioMapping" && len(x.Children) > 0 {
			return zeebeMapping(x)
		}
	}
	return nil
}
