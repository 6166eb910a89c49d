package resolve

import (
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// codeVariables are Camunda's and Flowable's attributes of a catch that put what
// it takes into a variable, with what that is.
var codeVariables = map[string]string{
	"errorCodeVariable": model.ToldCode, "escalationCodeVariable": model.ToldCode, "errorMessageVariable": model.ToldMessage,
}

// toldCodes adds the mappings of the code and the message of what a catch of
// errors or escalations takes into the variables that the catch names.
func (b *builder) toldCodes(n *graph.Node, i, k, scope int) []diag.Diagnostic {
	t := &b.p.Nodes[i].Triggers[k]
	if !catches(n) || t.Kind != model.ErrorTrigger && t.Kind != model.EscalationTrigger {
		return nil
	}
	d := b.definitions(n)[k]
	var ds []diag.Diagnostic
	for _, a := range d.Attrs {
		what, ok := codeVariables[a.Name.Local]
		if name := strings.TrimSpace(a.Value); !ok || name == "" || !vendorSpace(a.Name.Space) {
			continue
		}
		mv := move{name: strings.TrimSpace(a.Value), nameAt: a.ValueSpan, text: what, copied: true, at: placed(a.ValueSpan), span: a.ValueSpan}
		env := b.envs[scope].Child()
		env.Declare(what, types.StringType, a.ValueSpan)
		target := b.target(mv, scope)
		io := ioOf(t)
		ds = append(ds, b.moved(n, mv, env, scope, target, func(e int) {
			io.Told = append(io.Told, model.Mapping{Expr: e, Target: model.Target{Param: model.None, Var: b.varOf[target]}, Span: mv.span})
		})...)
	}
	return ds
}

// vendorSpace reports a namespace of Camunda 7 or what came of it.
func vendorSpace(space string) bool {
	return slices.Contains([]string{camundaNS, activitiNS, flowableNS}, space)
}

// signalVariables is what Camunda's in elements send with a thrown signal; nil
// where there are none.
func (b *builder) signalVariables(d *bpmn.EventDefinition) *taskMapping {
	if d.Kind != bpmn.SignalTrigger {
		return nil
	}
	var m *taskMapping
	for _, x := range d.Extensions {
		if !vendorSpace(x.Name.Space) || x.Name.Local != "in" {
			continue
		}
		if m == nil {
			m = &taskMapping{at: x.Span}
		}
		target, _ := x.Attr("", "target")
		mv := move{name: strings.TrimSpace(target.Value), nameAt: target.ValueSpan, span: x.Span}
		variables, all := x.Attr("", "variables")
		source, plain := x.Attr("", "source")
		expression, computed := x.Attr("", "sourceExpression")
		switch {
		case all && variables.Value == "all":
			m.allIn = true
		case plain:
			mv.text, mv.at, mv.copied = strings.TrimSpace(source.Value), attrAt(source), true
			m.take(x, mv, false)
		case computed:
			mv.text, mv.at = expression.Value, attrAt(expression)
			m.take(x, mv, false)
		default:
			m.strange(x.Span, "a signal that carries what is no variable and no expression")
		}
	}
	return m
}

// sendAll makes every variable in scope a field of what a throw sends, now that
// all of them are known.
func (b *builder) sendAll(node *model.Node, k int) {
	t := &node.Triggers[k]
	c := carrier{t.Kind, t.Ref}
	seen := map[string]bool{}
	for _, p := range t.IO.Inputs {
		seen[p.Name] = true
	}
	for s := node.Scope; s != model.None; s = b.p.Scopes[s].Parent {
		for _, sym := range b.envs[s].Symbols() {
			if seen[sym.Name] {
				continue
			}
			seen[sym.Name] = true
			key := fieldKey{c, sym.Name}
			typ := sym.Type
			if first, ok := b.fields[key]; ok {
				typ = first.Type
			} else {
				b.fields[key] = sym
				b.fieldOrder = append(b.fieldOrder, key)
			}
			if known := b.payloadOf(c).types[sym.Name]; known != nil {
				typ = known
			}
			j := len(t.IO.Inputs)
			t.IO.Inputs = append(t.IO.Inputs, model.Param{Name: sym.Name, Type: typ, Span: sym.At})
			mv := move{name: sym.Name, text: sym.Name, at: placed(node.Span)}
			e := model.Expression{Origin: node.Origin, Scope: node.Scope, Purpose: model.MappingValue}
			io := t.IO
			b.copied(mv, b.envs[node.Scope], func() typeOf { return typ }, e, func(x int) {
				io.In = append(io.In, model.Mapping{Expr: x, Target: model.Target{Param: j, Var: model.None}, Span: node.Span})
			})
		}
	}
}
