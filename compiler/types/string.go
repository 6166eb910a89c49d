package types

import "strings"

// String renders the type as diagnostics say it to a modeller.
func (t *Type) String() string {
	var b strings.Builder
	write(&b, t, 0)
	return b.String()
}

var kindNames = [...]string{
	Invalid: "invalid", Any: "any", Null: "null", Bool: "boolean", Int: "integer", Float: "float", Decimal: "decimal",
	String: "string", Date: "date", Time: "time", DateTime: "date and time", Duration: "days and time duration",
	Months: "years and months duration", Bytes: "bytes", List: "list", Map: "map", Struct: "context", Named: "named",
	Optional: "optional", Range: "range", Func: "function", Var: "unknown",
}

// String returns the name of the kind.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "invalid"
}

// write bounds its depth: a type that contains itself is cut, not followed.
func write(b *strings.Builder, t *Type, depth int) {
	if t == nil {
		b.WriteString("any")
		return
	}
	t = Resolve(t)
	if depth > 6 {
		b.WriteString("...")
		return
	}
	switch t.Kind {
	case Int:
		if t.Basic != "" && t.Basic != "int64" {
			b.WriteString(t.Basic)
			return
		}
		b.WriteString("integer")
	case Float:
		if t.Basic != "" && t.Basic != "float64" {
			b.WriteString(t.Basic)
			return
		}
		b.WriteString("float")
	case List, Range, Map:
		b.WriteString(t.Kind.String())
		b.WriteString("<")
		write(b, t.Elem, depth+1)
		b.WriteString(">")
	case Optional:
		write(b, t.Elem, depth+1)
		b.WriteString(" or null")
	case Struct:
		if t.Name != "" {
			b.WriteString(t.Name)
			return
		}
		b.WriteString("context<")
		for i, f := range t.Fields {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(f.Name)
			b.WriteString(": ")
			write(b, f.Type, depth+1)
		}
		b.WriteString(">")
	case Named:
		if i := strings.LastIndexByte(t.Path, '/'); i >= 0 {
			b.WriteString(t.Path[i+1:])
			b.WriteString(".")
		} else if t.Path != "" {
			b.WriteString(t.Path)
			b.WriteString(".")
		}
		b.WriteString(t.Name)
	case Func:
		b.WriteString("function<")
		for i, p := range t.Params {
			if i > 0 {
				b.WriteString(", ")
			}
			write(b, p, depth+1)
		}
		b.WriteString(">")
		if t.Result != nil {
			b.WriteString(" -> ")
			write(b, t.Result, depth+1)
		}
	default:
		b.WriteString(t.Kind.String())
	}
}

// Equal reports whether two types are the same. Struct types are the same when
// their fields are, in any order; named types when path and name are.
func Equal(a, b *Type) bool { return equal(a, b, 0) }

func equal(a, b *Type, depth int) bool {
	a, b = Resolve(a), Resolve(b)
	if a == b || depth > 32 {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Int, Float:
		return basic(a) == basic(b)
	case List, Range, Map, Optional:
		return equal(a.Elem, b.Elem, depth+1)
	case Named:
		return a.Path == b.Path && a.Name == b.Name
	case Struct:
		if a.Name != b.Name || len(a.Fields) != len(b.Fields) {
			return false
		}
		for _, f := range a.Fields {
			g, ok := b.Lookup(f.Name)
			if !ok || !equal(f.Type, g.Type, depth+1) {
				return false
			}
		}
	case Func:
		if len(a.Params) != len(b.Params) || !equal(a.Result, b.Result, depth+1) {
			return false
		}
		for i := range a.Params {
			if !equal(a.Params[i], b.Params[i], depth+1) {
				return false
			}
		}
	case Var:
		return a.Var == b.Var
	}
	return true
}

func basic(t *Type) string {
	switch {
	case t.Basic != "":
		return t.Basic
	case t.Kind == Int:
		return "int64"
	case t.Kind == Float:
		return "float64"
	}
	return ""
}
