package expr

import (
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// literalType is the type of a literal's value.
func literalType(v any) *types.Type {
	switch v.(type) {
	case nil:
		return types.NullType
	case bool:
		return types.BoolType
	case int64:
		return types.IntType
	case float64:
		return types.FloatType
	case feel.Decimal:
		return types.DecimalType
	case string:
		return types.StringType
	case feel.Date:
		return types.DateType
	case feel.Time:
		return types.TimeType
	case feel.DateTime:
		return types.DateTimeType
	case feel.DayTimeDuration:
		return types.DurationType
	case feel.YearMonthDuration:
		return types.MonthsType
	}
	return types.AnyType
}

// joinTypes is the least type that holds the values of both.
func joinTypes(a, b *types.Type) *types.Type {
	a, b = types.Resolve(a), types.Resolve(b)
	if types.Equal(a, b) {
		return a
	}
	switch {
	case a.Kind == types.Any || b.Kind == types.Any:
		return types.AnyType
	case a.Kind == types.Null:
		return types.OptionalOf(b)
	case b.Kind == types.Null:
		return types.OptionalOf(a)
	case a.Kind == types.Optional || b.Kind == types.Optional:
		return types.OptionalOf(joinTypes(types.NonNull(a), types.NonNull(b)))
	}
	x, y := types.Shape(a), types.Shape(b)
	if types.IsNumeric(x) && types.IsNumeric(y) {
		switch {
		case x.Kind == types.Float || y.Kind == types.Float:
			return types.FloatType
		case x.Kind == types.Decimal || y.Kind == types.Decimal:
			return types.DecimalType
		}
		return types.IntType
	}
	if x.Kind != y.Kind {
		return types.AnyType
	}
	switch x.Kind {
	case types.List, types.Range:
		if isEmptyList(x) {
			return b
		}
		if isEmptyList(y) {
			return a
		}
		return &types.Type{Kind: x.Kind, Elem: joinTypes(x.Elem, y.Elem)}
	case types.Struct:
		if a.Kind == types.Struct && b.Kind == types.Struct && len(a.Fields) == len(b.Fields) {
			t := &types.Type{Kind: types.Struct}
			for _, f := range a.Fields {
				g, ok := b.Lookup(f.Name)
				if !ok {
					return types.AnyType
				}
				t.Fields = append(t.Fields, types.Field{Name: f.Name, Go: f.Go, Type: joinTypes(f.Type, g.Type)})
			}
			return t
		}
	case types.String, types.Bool:
		return x
	}
	return types.AnyType
}

// emptyElem is the element type of the literal [].
var emptyElem = &types.Type{Kind: types.Any, Name: "nothing"}

func isEmptyList(t *types.Type) bool { return t.Kind == types.List && t.Elem == emptyElem }

// nullableIf is t, or t or null.
func nullableIf(t *types.Type, null bool) *types.Type {
	if null {
		return types.OptionalOf(t)
	}
	return t
}

// class groups types that compare and combine with each other.
func class(t *types.Type) types.Kind {
	k := types.Shape(types.NonNull(t)).Kind
	if k == types.Float || k == types.Decimal {
		return types.Int
	}
	return k
}
