package runtime

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// ErrMissing is the cause of a fault where a value is needed and there is none (S3.5).
var ErrMissing = errors.New("the value is null; set its variables before, or let the expression say what null means")

// Missing is the error of generated code where an expression has no value.
func Missing(expression string) error { return fmt.Errorf("%s: %w", expression, ErrMissing) }

// ClonePointer copies what p points to; nil stays nil. Generated code calls it
// for optional values. Safe for concurrent use.
func ClonePointer[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// ClonePointerFunc is ClonePointer for values that hold references: fn copies one.
func ClonePointerFunc[T any](p *T, fn func(T) T) *T {
	if p == nil {
		return nil
	}
	v := fn(*p)
	return &v
}

// CloneSlice copies a slice whose elements hold references: fn copies one. Nil stays nil.
func CloneSlice[T any](s []T, fn func(T) T) []T {
	if s == nil {
		return nil
	}
	out := make([]T, len(s))
	for i, v := range s {
		out[i] = fn(v)
	}
	return out
}

// CloneMap copies a map whose values hold references: fn copies one. Nil stays nil.
func CloneMap[T any](m map[string]T, fn func(T) T) map[string]T {
	if m == nil {
		return nil
	}
	out := make(map[string]T, len(m))
	for k, v := range m {
		out[k] = fn(v)
	}
	return out
}

// maxDepth bounds how deep a value of a type that the compiler does not know may
// go: as deep as encoding/json reads.
const maxDepth = 10000

// ErrTooDeep is what CloneValue panics with on a value that contains itself; the
// engine makes a fault of it.
var ErrTooDeep = fmt.Errorf("the value goes deeper than %d levels, or contains itself; give variables values that JSON can hold", maxDepth)

// RefuseTooDeep, deferred, makes the error of a function of it that CloneValue
// panicked with ErrTooDeep. Generated start functions defer it: what they are
// given is the caller's.
func RefuseTooDeep(err *error) {
	if v := recover(); v != nil {
		if v != any(ErrTooDeep) {
			panic(v)
		}
		*err = ErrTooDeep
	}
}

// CloneValue copies a value whose type the compiler does not know: lists and
// maps of any are copied to the bottom, a type with a method Clone() T copies
// itself, anything else is taken as immutable (S3.2). It panics with ErrTooDeep
// on a list or map that contains itself, where Go would end the program. Safe
// for concurrent use.
func CloneValue[T any](v T) T {
	switch x := any(v).(type) {
	case []any, map[string]any:
		return any(cloneAny(x, 0)).(T)
	case []byte:
		return any(append([]byte(nil), x...)).(T)
	case interface{ Clone() T }:
		return x.Clone()
	}
	return v
}

func cloneAny(v any, depth int) any {
	if depth > maxDepth {
		panic(ErrTooDeep)
	}
	switch x := v.(type) {
	case []any:
		if x == nil {
			return x
		}
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = cloneAny(e, depth+1)
		}
		return out
	case map[string]any:
		if x == nil {
			return x
		}
		out := make(map[string]any, len(x))
		for k, e := range x {
			out[k] = cloneAny(e, depth+1)
		}
		return out
	}
	return CloneValue(v)
}

// EqualPointer reports whether two optional values are equal: both missing, or both the same value.
func EqualPointer[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// EqualPointerFunc is EqualPointer for values that == does not compare.
func EqualPointerFunc[T any](a, b *T, fn func(x, y T) bool) bool {
	if a == nil || b == nil {
		return a == b
	}
	return fn(*a, *b)
}

// EqualFloat is == that calls two not-a-numbers equal, so that keeping one is
// no change of data (S3.3).
func EqualFloat[T float32 | float64](a, b T) bool { return a == b || a != a && b != b }

// EqualValue compares values whose type the compiler does not know: by a method
// Equal(T) bool where the type has one, else as reflect.DeepEqual does, but that
// not-a-numbers are equal (EqualFloat), also in lists and maps of any.
func EqualValue[T any](a, b T) bool {
	switch x := any(a).(type) {
	case interface{ Equal(T) bool }:
		return x.Equal(b)
	case float64:
		y, ok := any(b).(float64)
		return ok && EqualFloat(x, y)
	case []any:
		y, ok := any(b).([]any)
		return ok && (x == nil) == (y == nil) && (same(x, y) || slices.EqualFunc(x, y, EqualValue[any]))
	case map[string]any:
		y, ok := any(b).(map[string]any)
		return ok && (x == nil) == (y == nil) && (same(x, y) || maps.EqualFunc(x, y, EqualValue[any]))
	}
	return reflect.DeepEqual(a, b)
}

// same reports whether two lists or two maps are one and the same.
func same[T any](a, b T) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	return x.UnsafePointer() == y.UnsafePointer() && x.Len() == y.Len()
}
