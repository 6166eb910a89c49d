package feel

import (
	"errors"
	"iter"
)

// What generated code calls where plain Go can't say it. A function that can
// fail takes the address of the error that the evaluation ends with: it is set
// once, and the value that comes back then has no meaning.

// ErrNoValue is the fault of a missing value where one is needed.
var ErrNoValue = errors.New("a value is needed and there is none")

// ErrOverflow is the fault of integer arithmetic that leaves int64.
var ErrOverflow = errors.New("integer overflow")

func fail(err *error, why error) {
	if *err == nil {
		*err = why
	}
}

// AddChecked is a + b; ErrOverflow where that leaves int64.
func AddChecked(err *error, a, b int64) int64 {
	c, ok := AddInt(a, b)
	if !ok {
		fail(err, ErrOverflow)
	}
	return c
}

// SubChecked is a - b; ErrOverflow where that leaves int64.
func SubChecked(err *error, a, b int64) int64 {
	c, ok := SubInt(a, b)
	if !ok {
		fail(err, ErrOverflow)
	}
	return c
}

// MulChecked is a × b; ErrOverflow where that leaves int64.
func MulChecked(err *error, a, b int64) int64 {
	c, ok := MulInt(a, b)
	if !ok {
		fail(err, ErrOverflow)
	}
	return c
}

// NegChecked is -a; ErrOverflow where that leaves int64.
func NegChecked(err *error, a int64) int64 {
	c, ok := NegInt(a)
	if !ok {
		fail(err, ErrOverflow)
	}
	return c
}

// RemChecked is Java's and Go's a % b; ErrNoValue where b is 0.
func RemChecked(err *error, a, b int64) int64 {
	if b == 0 {
		fail(err, ErrNoValue)
		return 0
	}
	return a % b
}

// IntOf is a decimal as an integer; ErrOverflow where it is none of int64.
func IntOf(err *error, d Decimal) int64 {
	i, ok := d.Int64()
	if !ok {
		fail(err, ErrOverflow)
	}
	return i
}

// IntOfFloat is a float as an integer; ErrOverflow where it is none of int64.
func IntOfFloat(err *error, f float64) int64 {
	d := DecimalFromFloat(f)
	if d == nil {
		fail(err, ErrOverflow)
		return 0
	}
	return IntOf(err, *d)
}

// Must is what p points to; ErrNoValue where it is null.
func Must[T any](err *error, p *T) T {
	if p == nil {
		fail(err, ErrNoValue)
		return *new(T)
	}
	return *p
}

// MustAny is v; ErrNoValue where it is null.
func MustAny(err *error, v any) any {
	if Normalize(v) == nil {
		fail(err, ErrNoValue)
	}
	return v
}

// Keep takes the result of a host function, and its error.
func Keep[T any](err *error) func(T, error) T {
	return func(v T, e error) T {
		if e != nil {
			fail(err, e)
		}
		return v
	}
}

// OrZero is what p points to, the zero value where it is null.
func OrZero[T any](p *T) T {
	if p == nil {
		return *new(T)
	}
	return *p
}

// OrElse is what p points to, or another value where it is null.
func OrElse[T any](p *T, other T) T {
	if p == nil {
		return other
	}
	return *p
}

// Flat is what p points to: a null in a list that holds nulls is one null.
func Flat[T any](p **T) *T {
	if p == nil {
		return nil
	}
	return *p
}

// Lift1 is f of a value that can be null; null where it is.
func Lift1[A, R any](a *A, f func(A) R) *R {
	if a == nil {
		return nil
	}
	return new(f(*a))
}

// Lift1Null is Lift1 for an f whose result can be null.
func Lift1Null[A, R any](a *A, f func(A) *R) *R {
	if a == nil {
		return nil
	}
	return f(*a)
}

// Lift2 is f of two values that can be null; null where one is.
func Lift2[A, B, R any](a *A, b *B, f func(A, B) R) *R {
	if a == nil || b == nil {
		return nil
	}
	return new(f(*a, *b))
}

// Lift2Null is Lift2 for an f whose result can be null.
func Lift2Null[A, B, R any](a *A, b *B, f func(A, B) *R) *R {
	if a == nil || b == nil {
		return nil
	}
	return f(*a, *b)
}

// EqualNull is FEEL's = of two values of one type that can be null: null equals
// null alone.
func EqualNull[T any](a, b *T, equal func(a, b T) bool) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return equal(*a, *b)
}

// MapSlice is the list of f of every item.
func MapSlice[T, R any](list []T, f func(T) R) []R {
	out := make([]R, len(list))
	for i := range list {
		out[i] = f(list[i])
	}
	return out
}

// MapEntries is the map of f of every value.
func MapEntries[T, R any](m map[string]T, f func(T) R) map[string]R {
	out := make(map[string]R, len(m))
	for k, v := range m {
		out[k] = f(v)
	}
	return out
}

// Where is the list of the items that f holds for.
func Where[T any](list []T, f func(T) bool) []T {
	out := make([]T, 0, len(list))
	for i := range list {
		if f(list[i]) {
			out = append(out, list[i])
		}
	}
	return out
}

// WhereAny is FEEL's v[f] where the types of v or of f are not known: a filter
// where f is a boolean, an item where it is a number.
func WhereAny(v any, f func(item any) any) any {
	list := ListOf(v)
	if len(list) == 0 {
		if at := f(nil); KindOf(at) == KindNumber {
			return Index(list, at)
		}
	}
	out := []any{}
	for _, item := range list {
		c := Normalize(f(Normalize(item)))
		if KindOf(c) == KindNumber {
			return Index(list, c)
		}
		if c == true {
			out = append(out, item)
		}
	}
	return out
}

// AsList is a dynamic value as a list of T; null where it is no list or holds
// what conv answers null for.
func AsList[T any](v any, conv func(any) *T) *[]T {
	list, ok := Normalize(v).([]any)
	if !ok {
		return nil
	}
	out := make([]T, len(list))
	for i := range list {
		p := conv(list[i])
		if p == nil {
			return nil
		}
		out[i] = *p
	}
	return &out
}

// AsListNull is AsList for items that can be null.
func AsListNull[T any](v any, conv func(any) *T) *[]*T {
	list, ok := Normalize(v).([]any)
	if !ok {
		return nil
	}
	out := make([]*T, len(list))
	for i := range list {
		if out[i] = conv(list[i]); out[i] == nil && Normalize(list[i]) != nil {
			return nil
		}
	}
	return &out
}

// AsMap is a dynamic value as a map to T; null as in AsList.
func AsMap[T any](v any, conv func(any) *T) *map[string]T {
	c, ok := Normalize(v).(Context)
	if !ok {
		return nil
	}
	out := make(map[string]T, len(c))
	for _, e := range c {
		p := conv(e.Value)
		if p == nil {
			return nil
		}
		out[e.Key] = *p
	}
	return &out
}

// AsStruct is a dynamic value as a struct that set fills field by field; null
// where it is no context, or set reports false.
func AsStruct[T any](v any, set func(c Context, into *T) bool) *T {
	c, ok := Normalize(v).(Context)
	if !ok {
		return nil
	}
	var t T
	if !set(c, &t) {
		return nil
	}
	return &t
}

// Entry0 is the value of a context's entry, null where there is none.
func (c Context) Entry0(key string) any {
	v, _ := c.Get(key)
	return v
}

// Set stores what p points to; false where it is null.
func Set[T any](into *T, p *T) bool {
	if p == nil {
		return false
	}
	*into = *p
	return true
}

// SetNull stores p; false where it is null though v is not.
func SetNull[T any](into **T, p *T, v any) bool {
	*into = p
	return p != nil || Normalize(v) == nil
}

// MapGet is a map's value; null where there is none.
func MapGet[T any](m map[string]T, key string) *T {
	v, ok := m[key]
	if !ok {
		return nil
	}
	return &v
}

// ItemAt is a list's item at a zero-based position; null where there is none.
func ItemAt[T any](list []T, at int64) *T {
	if at < 0 || at >= int64(len(list)) {
		return nil
	}
	return new(list[at])
}

// Steps are the integers from a to b, both included, up or down.
func Steps(a, b int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		step := int64(1)
		if a > b {
			step = -1
		}
		for i := a; yield(i) && i != b; {
			i += step
		}
	}
}

// Elements are what a for runs over: the items of a list, the integers or days
// of a range, nothing for null, and a single value otherwise.
func Elements(v any) iter.Seq[any] {
	return func(yield func(any) bool) {
		r, ok := Normalize(v).(Range)
		if !ok {
			for _, item := range ListOf(v) {
				if !yield(Normalize(item)) {
					return
				}
			}
			return
		}
		low, okLow := r.Low.(Date)
		high, okHigh := r.High.(Date)
		if okLow && okHigh {
			days(low, high, r, yield)
			return
		}
		a, b := As[int64](r.Low), As[int64](r.High)
		if a == nil || b == nil {
			return
		}
		for i := range Steps(*a, *b) {
			if i == *a && !r.LowClosed || i == *b && !r.HighClosed {
				continue
			}
			if !yield(i) {
				return
			}
		}
	}
}

func days(a, b Date, r Range, yield func(any) bool) {
	const day = DayTimeDuration(24 * 60 * 60 * 1_000_000_000)
	for d := a; ; {
		skip := d.Equal(a) && !r.LowClosed || d.Equal(b) && !r.HighClosed
		if !skip && !yield(d) || d.Equal(b) {
			return
		}
		next := d.Add(day)
		if a.Compare(b) > 0 {
			next = d.Subtract(day)
		}
		if next == nil {
			return
		}
		d = *next
	}
}

// Call calls a built-in by name over dynamic values; null where there is none.
func Call(name string, args ...any) any {
	b := Lookup(name)
	if b == nil {
		return nil
	}
	return b.Call(Env{}, args...)
}

// FuncNamed is a built-in as a function value with the given parameters.
func FuncNamed(name string, params ...string) any {
	return &Func{Params: params, Call: func(args ...any) any { return Call(name, args...) }}
}

// Invoke calls a function value with positional arguments, or with named ones
// where names are given; null where v is none or they don't fit.
func Invoke(v any, names []string, args ...any) any {
	f, ok := Normalize(v).(*Func)
	if !ok || len(args) != len(f.Params) {
		return nil
	}
	if len(names) > 0 {
		ordered := make([]any, len(args))
		for i, p := range f.Params {
			found := false
			for j, name := range names {
				if name == p {
					ordered[i], found = args[j], true
				}
			}
			if !found {
				return nil
			}
		}
		args = ordered
	}
	return Normalize(f.Call(args...))
}

// EveryItem reports whether v is a list and f holds for all its items.
func EveryItem(v any, f func(any) bool) bool {
	list, ok := Normalize(v).([]any)
	if !ok {
		return false
	}
	for _, e := range list {
		if !f(Normalize(e)) {
			return false
		}
	}
	return true
}

// HasEntry reports whether v is a context with the entry, null or one that f holds for.
func HasEntry(v any, key string, f func(any) bool) bool {
	c, ok := Normalize(v).(Context)
	if !ok {
		return false
	}
	e, ok := c.Get(key)
	e = Normalize(e)
	return ok && (e == nil || f(e))
}

// RangeOver reports whether v is a range whose ends f holds for.
func RangeOver(v any, f func(any) bool) bool {
	r, ok := Normalize(v).(Range)
	return ok && (r.Low == nil || f(Normalize(r.Low))) && (r.High == nil || f(Normalize(r.High)))
}

// IsFunction reports whether v is a function of so many parameters; -1 for any number.
func IsFunction(v any, params int) bool {
	f, ok := Normalize(v).(*Func)
	return ok && (params < 0 || len(f.Params) == params)
}

// AsMapNull is AsMap for values that can be null.
func AsMapNull[T any](v any, conv func(any) *T) *map[string]*T {
	c, ok := Normalize(v).(Context)
	if !ok {
		return nil
	}
	out := make(map[string]*T, len(c))
	for _, e := range c {
		p := conv(e.Value)
		if p == nil && Normalize(e.Value) != nil {
			return nil
		}
		out[e.Key] = p
	}
	return &out
}

// JavaDiv is EL's a / b: infinite or not a number where b is 0.
func JavaDiv(a, b float64) float64 { return a / b }

// NullDomain reports whether what a for, some or every runs over is null, or is
// a range of which an end is.
func NullDomain(v any) bool {
	switch x := Normalize(v).(type) {
	case nil:
		return true
	case Range:
		return !x.LowOpen && Normalize(x.Low) == nil || !x.HighOpen && Normalize(x.High) == nil
	}
	return false
}
