package feel

import (
	"errors"
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

// IsFunction reports whether v is a function of so many parameters; -1 for any number.
func IsFunction(v any, params int) bool {
	f, ok := Normalize(v).(*Func)
	return ok && (params < 0 || len(f.Params) == params)
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
