package gen

import (
	"fmt"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/dave/jennifer/jen"
)

// typer knows how data types look in the generated file.
type typer struct {
	structs map[string]*structPlan // by the type's name
	paths   map[string]bool        // imports that types refer to
	hosts   map[string]*hostPlan   // Go types of the host that are copied and compared field by field
	names   *names
}

// structPlan is one generated struct type.
type structPlan struct {
	typ    *types.Type
	goName string
	// clone and equal: something calls the method of that name.
	clone, equal bool
}

// check finds what generated code can't say, with the name of the construct.
func (y *typer) check(what string, t *types.Type) error { return y.checkDeep(what, t, 0) }

func (y *typer) checkDeep(what string, t *types.Type, depth int) error {
	t = types.Resolve(t)
	if depth > 32 {
		return fmt.Errorf("%s: its type contains itself", what)
	}
	switch t.Kind {
	case types.Invalid, types.Func, types.Var:
		return fmt.Errorf("%s: a %s can't be data of a process", what, t)
	case types.List, types.Map, types.Optional:
		return y.checkDeep(what, t.Elem, depth+1)
	case types.Struct:
		if y.structs[t.Name] == nil {
			return fmt.Errorf("%s: its type %s has no declaration", what, t)
		}
	case types.Named:
		if t.Path != "" {
			y.paths[t.Path] = true
		}
		y.host(t, depth)
	default:
		if _, ok := feelTypes[t.Kind]; ok {
			y.paths[feelPath] = true
		}
	}
	return nil
}

// feelTypes are the types of package feel for what Go has no type for. They
// are immutable.
var feelTypes = map[types.Kind]string{
	types.Decimal:  "Decimal",
	types.Date:     "Date",
	types.Time:     "Time",
	types.DateTime: "DateTime",
	types.Duration: "DayTimeDuration",
	types.Months:   "YearMonthDuration",
	types.Range:    "Range",
}

// goType is a data type in Go.
func (y *typer) goType(t *types.Type) *jen.Statement { return source(y.code(t)) }

// code is a data type in Go as expressions say it.
func (y *typer) code(t *types.Type) expr.Code {
	t = types.Resolve(t)
	around := func(before string) expr.Code {
		return append(expr.Code{{Text: before}}, y.code(t.Elem)...)
	}
	switch t.Kind {
	case types.Optional:
		return around("*")
	case types.List:
		return around("[]")
	case types.Map:
		return around("map[string]")
	case types.Struct:
		return word(y.structs[t.Name].goName)
	case types.Named:
		return expr.Code{{Text: t.Name, Import: t.Path}}
	case types.Bool:
		return word("bool")
	case types.Int:
		return word(orElse(t.Basic, "int64"))
	case types.Float:
		return word(orElse(t.Basic, "float64"))
	case types.String:
		return word("string")
	case types.Bytes:
		return word("[]byte")
	}
	if name, ok := feelTypes[t.Kind]; ok {
		return expr.Code{{Text: name, Import: feelPath}}
	}
	return word("any")
}

func word(s string) expr.Code { return expr.Code{{Text: s}} }

// deep reports whether a value of the type holds references, so that assigning
// it shares what a handler may change.
func (y *typer) deep(t *types.Type) bool {
	t = types.Resolve(t)
	switch t.Kind {
	case types.Optional, types.List, types.Map, types.Bytes, types.Any:
		return true
	case types.Struct:
		for _, f := range t.Fields {
			if y.deep(f.Type) {
				return true
			}
		}
	case types.Named:
		if t.Whole {
			return slices.ContainsFunc(t.Fields, func(f types.Field) bool { return y.deep(f.Type) })
		}
		return !isTime(t) && !scalar(types.Shape(t))
	}
	return false
}

// deepParams reports whether some parameter holds references.
func (y *typer) deepParams(list []model.Param) bool {
	for _, p := range list {
		if y.deep(p.Type) {
			return true
		}
	}
	return false
}

// plain reports whether == tells that two values of the type are equal. Times of
// different zones are different values though they may be one instant: what
// reads their hour sees a difference (S3.3).
func (y *typer) plain(t *types.Type) bool {
	t = types.Resolve(t)
	switch t.Kind {
	case types.Struct:
		for _, f := range t.Fields {
			if !y.plain(f.Type) {
				return false
			}
		}
		return true
	case types.Named:
		if t.Whole {
			return !slices.ContainsFunc(t.Fields, func(f types.Field) bool { return !y.plain(f.Type) })
		}
		return scalar(types.Shape(t)) && types.Shape(t).Kind != types.Float
	case types.Bool, types.Int, types.String, types.Date, types.Time, types.DateTime, types.Duration, types.Months:
		return true
	}
	return false
}

// scalar types are copied by assignment whatever they are called.
func scalar(t *types.Type) bool {
	switch t.Kind {
	case types.Bool, types.Int, types.Float, types.String, types.Decimal,
		types.Date, types.Time, types.DateTime, types.Duration, types.Months:
		return true
	}
	return false
}

func isTime(t *types.Type) bool { return t.Path == "time" && t.Name == "Time" }

// clone is an expression: a copy of x that shares nothing a handler may change.
func (y *typer) clone(t *types.Type, x jen.Code) *jen.Statement {
	t = types.Resolve(t)
	if !y.deep(t) {
		return jen.Add(x)
	}
	if !y.sayable(t) {
		return rt("CloneValue").Call(x)
	}
	switch t.Kind {
	case types.Struct:
		return jen.Add(x).Dot("clone").Call()
	case types.Named:
		if h := y.hostOf(t); h != nil {
			return jen.Id(h.cloneName).Call(x)
		}
	case types.Bytes:
		return jen.Qual("slices", "Clone").Call(x)
	case types.List:
		if !y.deep(t.Elem) {
			return jen.Qual("slices", "Clone").Call(x)
		}
		return rt("CloneSlice").Call(x, y.cloneFunc(t.Elem))
	case types.Map:
		if !y.deep(t.Elem) {
			return jen.Qual("maps", "Clone").Call(x)
		}
		return rt("CloneMap").Call(x, y.cloneFunc(t.Elem))
	case types.Optional:
		if !y.deep(t.Elem) {
			return rt("ClonePointer").Call(x)
		}
		return rt("ClonePointerFunc").Call(x, y.cloneFunc(t.Elem))
	}
	return rt("CloneValue").Call(x)
}

// unknown reports whether copying a value of the type may fail: somewhere in it
// is one whose type the compiler does not know, which may contain itself.
func (y *typer) unknown(t *types.Type, depth int) bool {
	t = types.Resolve(t)
	switch t.Kind {
	case types.Any:
		return true
	case types.List, types.Map, types.Optional:
		return depth > 0 && y.unknown(t.Elem, depth-1)
	case types.Struct:
		for _, f := range t.Fields {
			if depth > 0 && y.unknown(f.Type, depth-1) {
				return true
			}
		}
	}
	return false
}

// cloneFunc is clone as a function value.
func (y *typer) cloneFunc(t *types.Type) jen.Code {
	t = types.Resolve(t)
	switch {
	case t.Kind == types.Struct:
		return y.goType(t).Dot("clone")
	case y.hostOf(t) != nil:
		return jen.Id(y.hostOf(t).cloneName)
	case t.Kind == types.Any || t.Kind == types.Named:
		return rt("CloneValue").Index(y.goType(t))
	case t.Kind == types.Bytes || t.Kind == types.List && !y.deep(t.Elem):
		return jen.Qual("slices", "Clone").Index(y.goType(t))
	case t.Kind == types.Map && !y.deep(t.Elem):
		return jen.Qual("maps", "Clone").Index(y.goType(t))
	case t.Kind == types.Optional && !y.deep(t.Elem):
		return rt("ClonePointer").Index(y.goType(t.Elem))
	}
	return jen.Func().Params(jen.Id("x").Add(y.goType(t))).Add(y.goType(t)).
		Block(jen.Return(y.clone(t, jen.Id("x"))))
}

// equal is a boolean expression: a and b are the same value.
func (y *typer) equal(t *types.Type, a, b jen.Code) *jen.Statement {
	t = types.Resolve(t)
	if y.plain(t) {
		return jen.Add(a).Op("==").Add(b)
	}
	if !y.sayable(t) {
		return rt("EqualValue").Call(a, b)
	}
	switch t.Kind {
	case types.Struct:
		return jen.Add(a).Dot("equal").Call(b)
	case types.Named:
		if h := y.hostOf(t); h != nil {
			return jen.Id(h.equalName).Call(a, b)
		}
	case types.Float:
		return rt("EqualFloat").Call(a, b)
	case types.Decimal:
		return jen.Add(a).Dot("Equal").Call(b)
	case types.Bytes:
		return jen.Qual("bytes", "Equal").Call(a, b)
	case types.List:
		if y.plain(t.Elem) {
			return jen.Qual("slices", "Equal").Call(a, b)
		}
		return jen.Qual("slices", "EqualFunc").Call(a, b, y.equalFunc(t.Elem))
	case types.Map:
		if y.plain(t.Elem) {
			return jen.Qual("maps", "Equal").Call(a, b)
		}
		return jen.Qual("maps", "EqualFunc").Call(a, b, y.equalFunc(t.Elem))
	case types.Optional:
		if y.plain(t.Elem) {
			return rt("EqualPointer").Call(a, b)
		}
		return rt("EqualPointerFunc").Call(a, b, y.equalFunc(t.Elem))
	}
	return rt("EqualValue").Call(a, b)
}

// equalFunc is equal as a function value.
func (y *typer) equalFunc(t *types.Type) jen.Code {
	t = types.Resolve(t)
	switch t.Kind {
	case types.Struct:
		if !y.plain(t) {
			return y.goType(t).Dot("equal")
		}
	case types.Decimal:
		return y.goType(t).Dot("Equal")
	case types.Float:
		return rt("EqualFloat").Index(y.goType(t))
	case types.Bytes:
		return jen.Qual("bytes", "Equal")
	case types.Any, types.Named:
		if h := y.hostOf(t); h != nil && !y.plain(t) {
			return jen.Id(h.equalName)
		}
		if !y.plain(t) {
			return rt("EqualValue").Index(y.goType(t))
		}
	}
	return jen.Func().Params(jen.List(jen.Id("x"), jen.Id("y")).Add(y.goType(t))).Bool().
		Block(jen.Return(y.equal(t, jen.Id("x"), jen.Id("y"))))
}

// differ is the negation of equal.
func (y *typer) differ(t *types.Type, a, b jen.Code) *jen.Statement {
	if y.plain(t) {
		return jen.Add(a).Op("!=").Add(b)
	}
	return jen.Op("!").Add(y.equal(t, a, b))
}

// needClone marks the struct types whose clone method a copy of the type calls.
func (y *typer) needClone(t *types.Type) {
	t = types.Resolve(t)
	if !y.deep(t) || !y.sayable(t) {
		return
	}
	switch t.Kind {
	case types.List, types.Map, types.Optional:
		y.needClone(t.Elem)
	case types.Named:
		if h := y.hostOf(t); h != nil && !h.clone {
			h.clone = true
			for _, f := range t.Fields {
				y.needClone(f.Type)
			}
		}
	case types.Struct:
		p := y.structs[t.Name]
		if p.clone {
			return
		}
		p.clone = true
		for _, f := range t.Fields {
			y.needClone(f.Type)
		}
	}
}

// needEqual marks the struct types whose equal method a comparison calls.
func (y *typer) needEqual(t *types.Type) {
	t = types.Resolve(t)
	if y.plain(t) || !y.sayable(t) {
		return
	}
	switch t.Kind {
	case types.List, types.Map, types.Optional:
		y.needEqual(t.Elem)
	case types.Named:
		if h := y.hostOf(t); h != nil && !h.equal {
			h.equal = true
			for _, f := range t.Fields {
				y.needEqual(f.Type)
			}
		}
	case types.Struct:
		p := y.structs[t.Name]
		if p.equal {
			return
		}
		p.equal = true
		for _, f := range t.Fields {
			y.needEqual(f.Type)
		}
	}
}
