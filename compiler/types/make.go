package types

// The types that need no detail. They are shared and never changed.
var (
	AnyType      = &Type{Kind: Any}
	NullType     = &Type{Kind: Null}
	BoolType     = &Type{Kind: Bool}
	IntType      = &Type{Kind: Int, Basic: "int64"}
	FloatType    = &Type{Kind: Float, Basic: "float64"}
	DecimalType  = &Type{Kind: Decimal}
	StringType   = &Type{Kind: String}
	DateType     = &Type{Kind: Date}
	TimeType     = &Type{Kind: Time}
	DateTimeType = &Type{Kind: DateTime}
	DurationType = &Type{Kind: Duration}
	MonthsType   = &Type{Kind: Months}
	BytesType    = &Type{Kind: Bytes}
)

// ListOf returns the list type over elem.
func ListOf(elem *Type) *Type { return &Type{Kind: List, Elem: elem} }

// MapOf returns the type of maps from strings to elem.
func MapOf(elem *Type) *Type { return &Type{Kind: Map, Elem: elem} }

// RangeOf returns the type of ranges over elem.
func RangeOf(elem *Type) *Type { return &Type{Kind: Range, Elem: elem} }

// FuncOf returns the type of function values.
func FuncOf(result *Type, params ...*Type) *Type {
	return &Type{Kind: Func, Params: params, Result: result}
}

// StructOf returns an unnamed struct type with the fields in the order given.
func StructOf(fields ...Field) *Type { return &Type{Kind: Struct, Fields: fields} }

// OptionalOf returns the type of t or null: t itself where null is a value of
// it already (any, null and optional types), any for functions.
func OptionalOf(t *Type) *Type {
	switch t.Kind {
	case Optional, Any, Null:
		return t
	case Func:
		// Function values are dynamic: Go's any, which can be nil.
		return AnyType
	}
	return &Type{Kind: Optional, Elem: t}
}

// NonNull returns the type that is left when null is excluded.
func NonNull(t *Type) *Type {
	t = Resolve(t)
	if t.Kind == Optional {
		return Resolve(t.Elem)
	}
	return t
}

// Nullable reports whether null is a value of t.
func Nullable(t *Type) bool {
	switch Resolve(t).Kind {
	case Optional, Any, Null:
		return true
	}
	return false
}

// IsNumeric reports whether t is one of the number types.
func IsNumeric(t *Type) bool {
	switch Shape(t).Kind {
	case Int, Float, Decimal:
		return true
	}
	return false
}

// IsTemporal reports whether t is a date, a time, a date and time or a duration.
func IsTemporal(t *Type) bool {
	switch Shape(t).Kind {
	case Date, Time, DateTime, Duration, Months:
		return true
	}
	return false
}

// Resolve follows inference variables to what they are bound to. An unbound
// variable is returned as it is.
func Resolve(t *Type) *Type {
	for t != nil && t.Kind == Var && t.Var != nil && t.Var.Bound != nil {
		t = t.Var.Bound
	}
	if t == nil {
		return AnyType
	}
	return t
}

// Shape is Resolve that also looks through named Go types to what they are
// made of, as far as that was resolved.
func Shape(t *Type) *Type {
	t = Resolve(t)
	for t.Kind == Named && t.Under != nil {
		t = Resolve(t.Under)
	}
	return t
}

// Lookup returns the field of that name of a struct type or of a named type
// that is a struct.
func (t *Type) Lookup(name string) (Field, bool) {
	t = Resolve(t)
	for _, f := range t.Fields {
		if f.Name == name {
			return f, true
		}
	}
	if t.Kind == Named && t.Under != nil {
		return t.Under.Lookup(name)
	}
	return Field{}, false
}
