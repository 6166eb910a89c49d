package bpmntest

import (
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime/bpmntest/scenario"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

type inner struct {
	City string `json:"city"`
	Zip  *int64 `json:"zip"`
}

// record has a field of every kind that generated variables have.
type record struct {
	N     int64          `json:"n"`
	Small int8           `json:"small"`
	F     float64        `json:"f"`
	S     string         `json:"s"`
	B     bool           `json:"b"`
	Opt   *string        `json:"opt"`
	List  []string       `json:"list"`
	Map   map[string]any `json:"map"`
	Any   any            `json:"any"`
	In    inner          `json:"in"`
	Money feel.Decimal   `json:"money"`
	Day   feel.Date      `json:"day"`
	When  time.Time      `json:"when"`
	Loose string
}

func (r *record) field(t *testing.T, name string) reflect.Value {
	t.Helper()
	f, err := fieldOf(r, name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestSame: values are compared by the Go type of the variable.
func TestSame(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"n", `1`, `1`, true}, {"n", `1`, `2`, false},
		{"f", `1`, `1.0`, true}, {"f", `0.1`, `0.10000001`, false},
		{"s", `"a"`, `"a"`, true}, {"s", `"a"`, `"A"`, false},
		{"opt", `null`, `null`, true}, {"opt", `null`, `""`, false}, {"opt", `"a"`, `"a"`, true},
		{"list", `null`, `[]`, true}, {"list", `["a"]`, `["a"]`, true}, {"list", `["a"]`, `["a", "b"]`, false}, {"list", `["a", "b"]`, `["b", "a"]`, false},
		{"map", `{"a": 1, "b": [true]}`, `{"b": [true], "a": 1.0}`, true}, {"map", `{"a": 1}`, `{"b": 1}`, false}, {"map", `{"a": null}`, `{}`, false},
		{"any", `1`, `1.0`, true}, {"any", `1`, `"1"`, false}, {"any", `null`, `0`, false}, {"any", `{"a": [1, 2]}`, `{"a": [1, 2]}`, true}, {"any", `[1]`, `{}`, false},
		{"in", `{"city": "x", "zip": 1}`, `{"zip": 1, "city": "x"}`, true}, {"in", `{"city": "x"}`, `{"city": "x", "zip": 0}`, false},
		{"money", `0.10`, `0.1`, true}, {"money", `0.1`, `0.11`, false}, {"money", `12345678901234567890.1`, `12345678901234567890.2`, false},
		{"day", `"2026-02-28"`, `"2026-02-28"`, true}, {"day", `"2026-02-28"`, `"2026-03-01"`, false},
		{"when", `"2026-01-01T12:00:00Z"`, `"2026-01-01T13:00:00+01:00"`, true},
	} {
		var a, b record
		for _, x := range []struct {
			to *record
			v  string
		}{{&a, c.a}, {&b, c.b}} {
			if err := assign(x.to, []scenario.Var{{Name: c.name, Value: scenario.Value(x.v)}}); err != nil {
				t.Fatalf("%s: %v", x.v, err)
			}
		}
		if got := same(a.field(t, c.name), b.field(t, c.name)); got != c.want {
			t.Errorf("%s: %s and %s: got %v", c.name, c.a, c.b, got)
		}
	}
	nan := reflect.ValueOf(math.NaN())
	if !same(nan, nan) {
		t.Error("not a number differs from itself")
	}
}

// TestDecodeErrors: what does not fit is told in the scenario's words.
func TestDecodeErrors(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"n", `"1"`, `n: "1" is no int64`},
		{"n", `1.5`, `n: 1.5 is no int64`},
		{"n", `null`, `n: null is no int64`},
		{"small", `300`, `small: 300 is no int8`},
		{"b", `1`, `b: 1 is no bool`},
		{"list", `"a"`, `list: "a" is no []string`},
		{"list", `[1]`, `list: [1] is no string`},
		{"in", `{"town": "x"}`, `in: {"town": "x"} does not fit the type bpmntest.inner: unknown field "town"`},
		{"Loose", `"x"`, "there is no Loose here, only n, small, f, s, b, opt, list, map, any, in, money, day, when"},
		{"N", `1`, "there is no N here, only n, small, f, s, b, opt, list, map, any, in, money, day, when"},
	} {
		var r record
		err := assign(&r, []scenario.Var{{Name: c.name, Value: scenario.Value(c.value)}})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s %s: got %v, want %s", c.name, c.value, err, c.want)
		}
	}
	if _, err := fieldOf(&struct{}{}, "x"); err == nil || err.Error() != "there is no x: the model has no data here" {
		t.Errorf("got %v", err)
	}
}

// TestAnyNumbers: a number in a variable of no type is int64 where it is whole.
func TestAnyNumbers(t *testing.T) {
	var r record
	if err := assign(&r, []scenario.Var{{Name: "any", Value: scenario.Value(`{"a": [1, 2.5, "x"], "b": 9007199254740993}`)}}); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"a": []any{int64(1), 2.5, "x"}, "b": int64(9007199254740993)}
	if !reflect.DeepEqual(r.Any, want) {
		t.Errorf("got %#v", r.Any)
	}
}
