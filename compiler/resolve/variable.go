package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// variableElement is the extension element that declares a variable where a
// modeler has no item definitions:
//
//	<bpmngen:variable name="total" type="int64"/>
const variableElement = "variable"

// variablesOf are the variables that extension elements of a process or
// sub-process declare (S3.1).
func variablesOf(l *graph.Level) []*bpmn.Raw {
	var out []*bpmn.Raw
	for _, x := range l.Elem().Extensions {
		if x.Name.Space == Namespace && x.Name.Local == variableElement {
			out = append(out, x)
		}
	}
	return out
}

// declareVariables adds them to their scope.
func (b *builder) declareVariables(l *graph.Level, scope int) {
	for _, x := range variablesOf(l) {
		name, _ := x.Attr("", "name")
		text, _ := x.Attr("", "type")
		at := x.Span
		if name.Value != "" {
			at = name.ValueSpan
		}
		t, _ := ParseType(text.Value)
		if h, err := b.hostType(t); err == nil {
			t = h
		}
		e := &bpmn.Base{Name: strings.TrimSpace(name.Value), ID: strings.TrimSpace(name.Value), Span: at, Attrs: x.Attrs}
		b.variable(scope, e, e.Name, t)
	}
}

// checkVariables says once what such declarations lack.
func (b *builder) checkVariables() {
	b.eachLevel(func(l *graph.Level, scope int) {
		said := map[string]*types.Type{}
		for _, x := range variablesOf(l) {
			name, _ := x.Attr("", "name")
			text, typed := x.Attr("", "type")
			n := strings.TrimSpace(name.Value)
			report := func(at diag.Span, format string, args ...any) diag.Diagnostic {
				return diag.New(CodeVariable, at, format, args...).On(l.Elem().ID, l.Elem().Name)
			}
			if n == "" {
				b.bag.Add(report(x.Span, "a variable is declared without a name").WithFix("write name=\"...\""))
				continue
			}
			if !typed || strings.TrimSpace(text.Value) == "" {
				b.bag.Add(report(name.ValueSpan, "variable %s is declared without a type", n).WithFix("write type=\"string\", \"int64\", \"bool\" or another type"))
				continue
			}
			t, ok := ParseType(text.Value)
			if !ok {
				b.bag.Add(report(text.ValueSpan, "the type %s of variable %s is not known", strings.TrimSpace(text.Value), n).
					WithFix("write an XSD type (xsd:string, xsd:long, xsd:boolean, ...) or a Go type with its import path (example.com/shop/order.Order)"))
				continue
			}
			if _, err := b.hostType(t); err != nil {
				b.bag.Add(hostProblem(CodeHostType, text.ValueSpan, err).On(l.Elem().ID, l.Elem().Name))
			}
			if before := said[n]; before != nil && before.String() != t.String() {
				b.bag.Add(report(text.ValueSpan, "variable %s is declared twice, as %s and as %s", n, before, t).WithFix("keep one of the two"))
			}
			said[n] = t
		}
	})
}
