package resolve

import (
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
)

// called is what a call activity names, with where it stands.
type called struct {
	key     string
	at      diag.Span
	ref     bpmn.Ref
	binding string // latest, deployment, version, ...
	version string
}

// callee reads what a call activity calls: the standard's calledElement or Zeebe's extension.
func callee(n *graph.Node) called {
	c := called{key: n.Call.CalledElement.Raw, at: n.Call.CalledElement.Span, ref: n.Call.CalledElement}
	for _, a := range n.Attrs {
		if a.Name.Space != camundaNS && a.Name.Space != flowableNS {
			continue
		}
		switch a.Name.Local {
		case "calledElementBinding":
			c.binding = a.Value
		case "calledElementVersion":
			c.version = a.Value
		}
	}
	if x := zeebeCalled(n); x != nil {
		if a, ok := x.Attr("", "processId"); ok {
			c.key, c.at, c.ref = a.Value, a.ValueSpan, bpmn.Ref{}
		}
		if a, ok := x.Attr("", "bindingType"); ok {
			c.binding = a.Value
		}
	}
	if c.at.Line == 0 {
		c.at = n.Span
	}
	return c
}

func zeebeCalled(n *graph.Node) *bpmn.Raw {
	for _, x := range n.Extensions {
		if x.Name.Space == zeebeNS && x.Name.Local == "calledElement" {
			return x
		}
	}
	return nil
}

// element is what a call refers to among what is compiled in the same run, nil for none.
func (b *builder) element(c called) bpmn.Element {
	if c.ref.IsZero() {
		return b.byID[c.key]
	}
	if e, _, ok := b.file.LookupFile(c.ref); ok {
		return e
	}
	if c.ref.Prefix == "" {
		return b.byID[c.key]
	}
	return nil
}

// call says what a call activity calls (SC §2.7).
func (b *builder) call(n *graph.Node) *model.Call {
	c := callee(n)
	m := &model.Call{Key: c.key, Build: model.None}
	switch e := b.element(c); {
	case e != nil:
		m.Key = e.Elem().ID
	case c.ref.Prefix != "":
		m.Key, m.Namespace = c.ref.Local, c.ref.Space
	}
	if c.binding == "version" {
		m.Version, _ = strconv.Atoi(strings.TrimSpace(c.version))
	}
	return m
}

// builds pins the calls that are bound to what is compiled in the same run,
// now that every process has its number.
func (b *builder) builds() {
	for i, n := range b.nodes {
		if n.Call == nil {
			continue
		}
		if c := callee(n); c.binding == "deployment" {
			if p, ok := b.element(c).(*bpmn.Process); ok {
				if k, ok := b.processes[p]; ok {
					b.p.Nodes[i].Call.Build = k
				}
			}
		}
	}
}

// callActivity: calls whose callee is computed, global tasks, and bindings of a
// vendor that are no version.
func callActivity(b *builder, n *graph.Node) (diag.Span, string, bool) {
	if n.Call == nil {
		return diag.Span{}, "", false
	}
	c := callee(n)
	e := b.element(c)
	_, global := e.(*bpmn.GlobalTask)
	version, err := strconv.Atoi(strings.TrimSpace(c.version))
	switch {
	case strings.TrimSpace(c.key) == "":
		return c.at, "a call activity that names no process", true
	case computed(c.key) || strings.HasPrefix(strings.TrimSpace(c.key), "="):
		return c.at, "a call activity whose process is an expression", true
	case global:
		return c.at, "a call of a global task", true
	case c.binding == "deployment" && e == nil:
		return c.at, "a call that is bound to a process of another run", true
	case c.binding == "version" && (err != nil || version < 1):
		return c.at, "a call that is bound to a computed version", true
	case c.binding != "" && c.binding != "latest" && c.binding != "deployment" && c.binding != "version":
		return c.at, "a call that is bound by " + graph.Quote(c.binding), true
	}
	if m := b.callMapping(n); m != nil && m.odd != "" {
		return m.oddAt, m.odd, true
	}
	return diag.Span{}, "", false
}

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
	return b.specOf(b.file, n)
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
		default:
			m.strange(x.Span, "a call that passes a business key")
		}
	}
	if x := mappingOf(n); x != nil {
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
			if seen[sym.Name] {
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
