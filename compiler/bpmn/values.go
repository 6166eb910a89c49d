package bpmn

import (
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// boolean reads an xsd:boolean: true, false, 1 or 0, white space around it
// tolerated (XML Schema Part 2 §3.2.2). For anything else ok is false, except
// for the spellings of other languages, which are reported and taken.
func (r *reader) boolean(e *Raw, a Attr) (v, ok bool) {
	switch trim(a.Value) {
	case "true", "1":
		return true, true
	case "false", "0":
		return false, true
	}
	v, err := strconv.ParseBool(strings.ToLower(trim(a.Value)))
	d := diag.New(codeBadBoolean, r.value(a), "%s=%q is no boolean", full(a.Name), clip(a.Value)).WithFix("write true or false")
	if err == nil {
		d = d.WithFix("write %t", v)
	}
	r.add(on(d, e))
	return v, err == nil
}

// integer checks an xsd:integer and returns it without white space.
func (r *reader) integer(e *Raw, a Attr) string {
	v := trim(a.Value)
	digits := strings.TrimLeft(v, "+-")
	if digits == "" || len(v)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" {
		r.add(on(diag.New(codeBadInteger, r.value(a), "%s=%q is no whole number", full(a.Name), clip(a.Value)).
			WithFix("write digits only, or take the attribute out"), e))
	}
	return v
}

// choice checks a value against a closed list and returns it without white space.
func (r *reader) choice(e *Raw, a Attr, values []string) string {
	v := trim(a.Value)
	for _, w := range values {
		if v == w {
			return v
		}
	}
	fix := "write one of " + strings.Join(values, ", ")
	for _, w := range values {
		if strings.EqualFold(v, w) {
			v, fix = w, "write "+w
		}
	}
	r.add(on(diag.New(codeBadChoice, r.value(a), "%s=%q is none of the values that BPMN has for it", full(a.Name), clip(a.Value)).
		WithFix("%s", fix), e))
	return v
}

// value is the span of an attribute's value, or of its name where the value is empty.
func (r *reader) value(a Attr) diag.Span {
	if a.Value == "" {
		return a.NameSpan
	}
	return a.ValueSpan
}

// attrRef reads a QName in an attribute.
func (r *reader) attrRef(e *Raw, a Attr) Ref {
	v := trim(a.Value)
	span := a.ValueSpan
	if v != a.Value {
		lead := len(a.Value) - len(strings.TrimLeft(a.Value, " \t\r\n"))
		first := a.PosAt(lead)
		first.Len = len([]rune(v))
		span = first
	}
	return makeRef(e, v, span, false)
}

// kidRef reads a QName in an element of its own, such as incoming.
func (r *reader) kidRef(e *Raw) Ref {
	r.simple(e)
	return makeRef(e, e.Text.Value, e.Text.Span, true)
}

// makeRef splits a reference at its prefix. What no prefix can be, as in an
// expression, is left whole.
func makeRef(e *Raw, v string, span diag.Span, element bool) Ref {
	ref := Ref{Raw: v, Local: v, Span: span, element: element}
	if prefix, local, ok := strings.Cut(v, ":"); ok && isNCName(prefix) && local != "" {
		if uri, bound := e.ns.lookup(prefix); bound {
			ref.Prefix, ref.Space, ref.Local = prefix, uri, local
		} else if isNCName(local) {
			ref.Prefix, ref.Local = prefix, local
		}
	}
	return ref
}

// isNCName reports a name without a colon (Namespaces in XML §3).
func isNCName(s string) bool {
	return s != "" && !strings.Contains(s, ":") && scanName([]byte(s), 0) == len(s)
}

// on names the element that a diagnostic speaks of.
func on(d diag.Diagnostic, e *Raw) diag.Diagnostic {
	id, _ := e.Attr("", "id")
	name, _ := e.Attr("", "name")
	return d.On(trim(id.Value), name.Value)
}
