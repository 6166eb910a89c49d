package feel

import (
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Entry is one entry of a Context.
type Entry struct {
	Key   string
	Value any
}

// Context is a FEEL context: entries in order, each key once (DMN 1.4
// §10.3.2.6). It is not changed once made.
type Context []Entry

// Get is the value of an entry, false where there is no such key.
func (c Context) Get(key string) (any, bool) {
	for i := range c {
		if c[i].Key == key {
			return c[i].Value, true
		}
	}
	return nil, false
}

// Range is a FEEL range (DMN 1.4 §10.3.2.7). A side that is Open has no endpoint,
// as in < 10; a side whose endpoint is nil without being Open has the endpoint
// null, and whatever compares with it is null.
type Range struct {
	Low, High             any
	LowClosed, HighClosed bool // the endpoint belongs to the range
	LowOpen, HighOpen     bool // there is no endpoint on this side
}

// Func is a FEEL function value. Call gets as many arguments as Params has names.
// Two Funcs are the same value where they are one pointer.
type Func struct {
	Params []string
	Call   func(args ...any) any
}

// Kind tells the kinds of dynamic values apart.
type Kind uint8

// The kinds of the FEEL semantic domain (DMN 1.4 §10.3.2.2).
const (
	KindNull Kind = iota
	KindBoolean
	KindNumber
	KindString
	KindDate
	KindTime
	KindDateTime
	KindDayTimeDuration
	KindYearMonthDuration
	KindList
	KindContext
	KindRange
	KindFunction
	KindOther // a Go value that FEEL has no kind for
)

var kindNames = [...]string{
	"null", "boolean", "number", "string", "date", "time", "date and time",
	"days and time duration", "years and months duration", "list", "context",
	"range", "function", "Any",
}

// String is the kind's name in FEEL.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "Any"
}

// KindOf is the kind of v after Normalize.
func KindOf(v any) Kind {
	switch Normalize(v).(type) {
	case nil:
		return KindNull
	case bool:
		return KindBoolean
	case int64, float64, Decimal:
		return KindNumber
	case string:
		return KindString
	case Date:
		return KindDate
	case Time:
		return KindTime
	case DateTime:
		return KindDateTime
	case DayTimeDuration:
		return KindDayTimeDuration
	case YearMonthDuration:
		return KindYearMonthDuration
	case []any:
		return KindList
	case Context:
		return KindContext
	case Range:
		return KindRange
	case *Func:
		return KindFunction
	}
	return KindOther
}

// Normalize turns a Go value into the dynamic shape that this package computes
// with: nil, bool, int64, float64, Decimal, string, Date, Time, DateTime,
// DayTimeDuration, YearMonthDuration, []any, Context, Range, *Func. Pointers are
// followed, nil ones are null; other integer and float types are widened; time.Time
// and time.Duration become DateTime and DayTimeDuration; typed slices become
// []any and maps with string keys Contexts in key order, structs Contexts of
// their exported fields under their json name, else their Go name. Elements are
// not normalized: what takes them apart normalizes them. A value that fits none
// of these comes back as it is.
func Normalize(v any) any {
	switch x := v.(type) {
	case nil, bool, int64, string, Date, Time, DateTime, DayTimeDuration,
		YearMonthDuration, []any, Context, Range, *Func:
		if f, ok := x.(*Func); ok && f == nil {
			return nil
		}
		return v
	case float64:
		return finiteOrNil(x)
	case Decimal:
		if x.IsNull() {
			return nil
		}
		return v
	case int:
		return int64(x)
	case Func:
		return &x
	case time.Time:
		return DateTimeOf(x)
	case time.Duration:
		return DayTimeDuration(x)
	case map[string]any:
		return contextOfMap(x)
	}
	return normalizeReflect(v)
}

func finiteOrNil(f float64) any {
	if p := finite(f); p != nil {
		return *p
	}
	return nil
}

func contextOfMap(m map[string]any) Context {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	c := make(Context, 0, len(m))
	for _, k := range keys {
		c = append(c, Entry{k, m[k]})
	}
	return c
}

// maxPointers bounds how many pointers to pointers are followed.
const maxPointers = 8

// normalizeReflect takes the shapes that a type switch cannot list.
func normalizeReflect(v any) any {
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer {
		for range maxPointers {
			if r.IsNil() {
				return nil
			}
			if r = r.Elem(); r.Kind() != reflect.Pointer {
				return Normalize(r.Interface())
			}
		}
		return nil // a pointer to itself
	}
	switch r.Kind() {
	case reflect.Bool:
		return r.Bool()
	case reflect.String:
		return r.String()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return r.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if u := r.Uint(); u > 1<<63-1 {
			return DecimalFromInt(int64(u >> 1)).Mul(DecimalFromInt(2)).Add(DecimalFromInt(int64(u & 1)))
		}
		return int64(r.Uint())
	case reflect.Float32, reflect.Float64:
		if r.Kind() == reflect.Float32 {
			// The shortest decimal of the float32, not of its widening.
			f, _ := strconv.ParseFloat(strconv.FormatFloat(r.Float(), 'g', -1, 32), 64)
			return finiteOrNil(f)
		}
		return finiteOrNil(r.Float())
	case reflect.Slice, reflect.Array:
		return listOfSlice(r)
	case reflect.Map:
		if r.Type().Key().Kind() == reflect.String {
			m := make(map[string]any, r.Len())
			for _, k := range r.MapKeys() {
				m[k.String()] = r.MapIndex(k).Interface()
			}
			return contextOfMap(m)
		}
	case reflect.Struct:
		return contextOfStruct(r)
	}
	return v
}

func listOfSlice(r reflect.Value) any {
	list := make([]any, r.Len())
	for i := range list {
		list[i] = r.Index(i).Interface()
	}
	return list
}

func contextOfStruct(r reflect.Value) Context {
	t := r.Type()
	c := make(Context, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		name := f.Name
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag == "-" {
			continue
		} else if tag != "" {
			name = tag
		}
		c = append(c, Entry{name, r.Field(i).Interface()})
	}
	return c
}

// toDecimal is the number v, false where v is no number.
func toDecimal(v any) (Decimal, bool) {
	switch x := Normalize(v).(type) {
	case int64:
		return Decimal{coef: x}, true
	case Decimal:
		return x, true
	case float64:
		d := floatDecimal(x)
		return d, !d.IsNull()
	}
	return Decimal{}, false
}

// deref is what p points to as any, an untyped nil for a nil pointer.
func deref[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// NullOf is what p points to as a dynamic value, nil for a nil pointer: the way
// from a nullable typed value to a dynamic one.
func NullOf[T any](p *T) any { return deref(p) }

// As is the dynamic value v as a T, nil (null) where it is of another type; whole
// numbers fit int64, and every number fits float64 and Decimal. The way from a
// dynamic value to a nullable typed one.
func As[T any](v any) *T {
	n := Normalize(v)
	if t, ok := n.(T); ok {
		return &t
	}
	if t, ok := v.(T); ok {
		return &t
	}
	d, ok := toDecimal(n)
	if !ok {
		return nil
	}
	var out any
	switch any(*new(T)).(type) {
	case int64:
		i, ok := d.Int64()
		if !ok {
			return nil
		}
		out = i
	case float64:
		out = d.Float64()
	case Decimal:
		out = d
	}
	if t, ok := out.(T); ok {
		return &t
	}
	return nil
}
