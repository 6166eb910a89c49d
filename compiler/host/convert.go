package host

import (
	gotypes "go/types"
	"reflect"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// convert is a Go type as data. around are the named types that it stands in: a
// type that contains itself is cut there, as are interfaces, functions and
// channels, so that an expression can hand them on and not look into them.
func (p *loaded) convert(g gotypes.Type, around []*gotypes.Named) *types.Type {
	switch x := gotypes.Unalias(g).(type) {
	case *gotypes.Basic:
		return basic(x)
	case *gotypes.Pointer:
		if _, twice := gotypes.Unalias(x.Elem()).(*gotypes.Pointer); twice {
			break
		}
		return types.OptionalOf(p.convert(x.Elem(), around))
	case *gotypes.Slice:
		if b, ok := x.Elem().(*gotypes.Basic); ok && b.Kind() == gotypes.Byte {
			return types.BytesType
		}
		return types.ListOf(p.convert(x.Elem(), around))
	case *gotypes.Map:
		if k, ok := x.Key().(*gotypes.Basic); ok && k.Kind() == gotypes.String {
			return types.MapOf(p.convert(x.Elem(), around))
		}
	case *gotypes.Struct:
		return p.structOf(x, around)
	case *gotypes.Named:
		return p.named(x, around)
	}
	return types.AnyType
}

func basic(x *gotypes.Basic) *types.Type {
	switch info := x.Info(); {
	case info&gotypes.IsBoolean != 0:
		return types.BoolType
	case info&gotypes.IsString != 0:
		return types.StringType
	case x.Kind() == gotypes.Int64:
		return types.IntType
	case info&gotypes.IsInteger != 0:
		return &types.Type{Kind: types.Int, Basic: x.Name()}
	case x.Kind() == gotypes.Float64:
		return types.FloatType
	case info&gotypes.IsFloat != 0:
		return &types.Type{Kind: types.Float, Basic: x.Name()}
	}
	return types.AnyType
}

// feelKinds are the types of package feel: data of their own.
var feelKinds = map[string]*types.Type{
	"Decimal": types.DecimalType, "Date": types.DateType, "Time": types.TimeType, "DateTime": types.DateTimeType,
	"DayTimeDuration": types.DurationType, "YearMonthDuration": types.MonthsType,
}

const feelPath = "github.com/bpmngen/bpmngen/runtime/feel"

func (p *loaded) named(x *gotypes.Named, around []*gotypes.Named) *types.Type {
	if t := p.types[x]; t != nil {
		return t
	}
	o := x.Obj()
	if o.Pkg() == nil {
		return types.AnyType // error
	}
	path := o.Pkg().Path()
	if path == feelPath {
		if t := feelKinds[o.Name()]; t != nil {
			return t
		}
	}
	if !o.Exported() && !(p.own && o.Pkg() == p.Types) || x.TypeArgs().Len() > 0 {
		return types.AnyType // generated code can't name it
	}
	t := &types.Type{Kind: types.Named, Path: path, Name: o.Name()}
	if p.own && o.Pkg() == p.Types {
		t.Path = ""
	}
	switch {
	case path == "time" && o.Name() == "Time":
		t.Under = types.DateTimeType
	case path == "time" && o.Name() == "Duration":
		t.Under = types.DurationType
	default:
		for _, a := range around {
			if a == x {
				return t
			}
		}
		under := p.convert(x.Underlying(), append(around, x))
		if under.Kind != types.Any && !(under.Kind == types.Struct && len(under.Fields) == 0) {
			t.Under = under
			t.Fields = under.Fields
			t.Whole = whole(x)
		}
	}
	if len(around) == 0 {
		p.types[x] = t // else it may be cut
	}
	return t
}

// whole reports a struct that copying and comparing its exported fields copies and
// compares: it has no others, and no way of its own.
func whole(x *gotypes.Named) bool {
	s, ok := x.Underlying().(*gotypes.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		if !s.Field(i).Exported() {
			return false
		}
	}
	for _, name := range []string{"Equal", "Clone"} {
		if o, _, _ := gotypes.LookupFieldOrMethod(x, true, x.Obj().Pkg(), name); o != nil {
			return false
		}
	}
	return true
}

// structOf is a struct: its exported fields by the name that their json tag
// gives them, else their own. An embedded struct is a field by its type's name.
func (p *loaded) structOf(x *gotypes.Struct, around []*gotypes.Named) *types.Type {
	t := &types.Type{Kind: types.Struct}
	for i := range x.NumFields() {
		f := x.Field(i)
		if !f.Exported() {
			continue
		}
		t.Fields = append(t.Fields, types.Field{Name: fieldName(f.Name(), x.Tag(i)), Go: f.Name(), Type: p.convert(f.Type(), around)})
	}
	return t
}

// fieldName is what expressions call a field.
func fieldName(name, tag string) string {
	if json, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ","); json != "" && json != "-" {
		return json
	}
	return name
}
