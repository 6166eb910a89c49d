package runtime

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// S3.2: work sees a private copy; what it does to it reaches nobody.
func TestClonesShareNothing(t *testing.T) {
	type bag struct{ Items []string }
	deep := func(b bag) bag { b.Items = append([]string(nil), b.Items...); return b }

	s := []bag{{[]string{"a"}}}
	CloneSlice(s, deep)[0].Items[0] = "b"
	m := map[string]bag{"k": {[]string{"a"}}}
	CloneMap(m, deep)["k"].Items[0] = "b"
	p := &bag{[]string{"a"}}
	ClonePointerFunc(p, deep).Items[0] = "b"
	n := new(1)
	*ClonePointer(n) = 2
	v := map[string]any{"list": []any{"a", map[string]any{"x": 1}}, "bytes": []byte("a")}
	c := CloneValue(v)
	c["list"].([]any)[0] = "b"
	c["list"].([]any)[1].(map[string]any)["x"] = 2
	c["bytes"].([]byte)[0] = 'b'

	got := []any{s, m, p, *n, v}
	want := []any{
		[]bag{{[]string{"a"}}}, map[string]bag{"k": {[]string{"a"}}}, &bag{[]string{"a"}}, 1,
		map[string]any{"list": []any{"a", map[string]any{"x": 1}}, "bytes": []byte("a")},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("a change of the copy reached the original (-want +got):\n%s", d)
	}
}

// S3.5: missing stays missing.
func TestClonesKeepNil(t *testing.T) {
	id := func(x int) int { return x }
	if CloneSlice(nil, id) != nil || CloneMap(nil, id) != nil || ClonePointer[int](nil) != nil ||
		ClonePointerFunc(nil, id) != nil || CloneValue[any](nil) != nil || CloneValue(error(nil)) != nil {
		t.Error("the copy of nil is not nil")
	}
}

// S3.3: equal values are no change.
func TestEqualValues(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		name string
		got  bool
		want bool
	}{
		{"same pointee", EqualPointer(new(1), new(1)), true},
		{"other pointee", EqualPointer(new(1), new(2)), false},
		{"both missing", EqualPointer[int](nil, nil), true},
		{"one missing", EqualPointer(nil, new(0)), false},
		{"func", EqualPointerFunc(new(1), new(3), func(x, y int) bool { return x%2 == y%2 }), true},
		{"func, one missing", EqualPointerFunc(nil, new(3), func(x, y int) bool { return true }), false},
		{"NaN", EqualFloat(math.NaN(), math.NaN()), true},
		{"NaN and 1", EqualFloat(math.NaN(), 1), false},
		{"float32", EqualFloat(float32(1), 1), true},
		{"any lists", EqualValue[any]([]any{"a"}, []any{"a"}), true},
		{"any of other type", EqualValue[any](1, "1"), false},
		{"any NaN", EqualValue[any](math.NaN(), math.NaN()), true},
		{"any NaN and 1", EqualValue[any](math.NaN(), 1.0), false},
		{"any NaN and text", EqualValue[any](math.NaN(), "NaN"), false},
		{"any list with NaN", EqualValue[any]([]any{1, math.NaN()}, []any{1, math.NaN()}), true},
		{"any map with NaN", EqualValue[any](map[string]any{"x": math.NaN()}, map[string]any{"x": math.NaN()}), true},
		{"any map with another key", EqualValue[any](map[string]any{"x": 1}, map[string]any{"y": 1}), false},
		{"any list and nil list", EqualValue[any]([]any{}, []any(nil)), false},
		{"a type's own Equal", EqualValue(now, now.In(time.FixedZone("x", 3600))), true},
	} {
		if c.got != c.want {
			t.Errorf("%s: equal = %v, want %v", c.name, c.got, c.want)
		}
	}
}

type tags []string

func (t tags) Clone() tags { return append(tags(nil), t...) }

func TestCloneValueAsksTheType(t *testing.T) {
	a := tags{"x"}
	CloneValue(a)[0] = "y"
	if a[0] != "x" {
		t.Error("CloneValue did not use the type's Clone")
	}
}

// A value that contains itself can't be copied; the program that holds it lives on.
func TestCloneValueOfACycle(t *testing.T) {
	list, object := []any{nil, nil}, map[string]any{}
	list[0], list[1] = list, list
	object["self"] = []any{object, object}
	for _, v := range []any{list, object} {
		func() {
			defer func() {
				if got := recover(); got != ErrTooDeep {
					t.Errorf("panics with %v", got)
				}
			}()
			CloneValue(v)
		}()
	}
	var deep any = "bottom"
	for range maxDepth {
		deep = []any{deep}
	}
	if !EqualValue(deep, CloneValue(deep)) {
		t.Error("a deep value is not its copy")
	}
}
