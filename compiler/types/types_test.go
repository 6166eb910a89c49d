package types_test

import (
	"testing"

	"github.com/bpmngen/bpmngen/compiler/types"
)

func TestString(t *testing.T) {
	inner := &types.Type{Kind: types.Var, Var: &types.Variable{Bound: types.StringType}}
	for want, typ := range map[string]*types.Type{
		"integer":                           types.IntType,
		"int32":                             {Kind: types.Int, Basic: "int32"},
		"list<string or null>":              types.ListOf(types.OptionalOf(types.StringType)),
		"context<a: integer, b: list<any>>": types.StructOf(types.Field{Name: "a", Type: types.IntType}, types.Field{Name: "b", Type: types.ListOf(types.AnyType)}),
		"order.Order":                       {Kind: types.Named, Path: "example.com/shop/order", Name: "Order"},
		"string":                            inner,
		"map<float>":                        types.MapOf(types.FloatType),
		"function<integer> -> boolean":      types.FuncOf(types.BoolType, types.IntType),
		"range<days and time duration>":     types.RangeOf(types.DurationType),
		"Customer":                          {Kind: types.Struct, Name: "Customer"},
	} {
		if got := typ.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestEqual(t *testing.T) {
	ab := types.StructOf(types.Field{Name: "a", Type: types.IntType}, types.Field{Name: "b", Type: types.BoolType})
	ba := types.StructOf(types.Field{Name: "b", Type: types.BoolType}, types.Field{Name: "a", Type: types.IntType})
	if !types.Equal(ab, ba) {
		t.Error("the order of fields tells struct types apart")
	}
	if types.Equal(ab, types.StructOf(types.Field{Name: "a", Type: types.IntType})) {
		t.Error("a struct equals one with fewer fields")
	}
	if !types.Equal(types.IntType, &types.Type{Kind: types.Int}) || types.Equal(types.IntType, &types.Type{Kind: types.Int, Basic: "int8"}) {
		t.Error("int64 is the integer without a basic name, and int8 another type")
	}
	loop := &types.Type{Kind: types.List}
	loop.Elem = loop
	other := &types.Type{Kind: types.List}
	other.Elem = other
	_ = loop.String()
	if !types.Equal(loop, other) {
		t.Error("types that contain themselves end")
	}
}

func TestShapeAndLookup(t *testing.T) {
	under := types.StructOf(types.Field{Name: "total", Go: "Total", Type: types.IntType})
	named := &types.Type{Kind: types.Named, Path: "x", Name: "Order", Under: under}
	if f, ok := named.Lookup("total"); !ok || f.Go != "Total" {
		t.Error("fields of a named type are those of what it is made of")
	}
	if types.Shape(named) != under || !types.Nullable(types.OptionalOf(named)) || types.NonNull(types.OptionalOf(named)) != named {
		t.Error("shape, optional and back")
	}
	if types.OptionalOf(types.AnyType) != types.AnyType {
		t.Error("null is a value of any already")
	}
}
