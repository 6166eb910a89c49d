package runtime

import (
	"errors"
	"fmt"
	"reflect"
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

// CloneValue copies a value whose type the compiler does not know: lists and
// maps of any are copied to the bottom, a type with a method Clone() T copies
// itself, anything else is taken as immutable (S3.2). Safe for concurrent use.
func CloneValue[T any](v T) T {
	switch x := any(v).(type) {
	case []any:
		return any(CloneSlice(x, CloneValue[any])).(T)
	case map[string]any:
		return any(CloneMap(x, CloneValue[any])).(T)
	case []byte:
		return any(append([]byte(nil), x...)).(T)
	case interface{ Clone() T }:
		return x.Clone()
	}
	return v
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
// Equal(T) bool where the type has one, else as reflect.DeepEqual does.
func EqualValue[T any](a, b T) bool {
	if x, ok := any(a).(interface{ Equal(T) bool }); ok {
		return x.Equal(b)
	}
	return reflect.DeepEqual(a, b)
}
