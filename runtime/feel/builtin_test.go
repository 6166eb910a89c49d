package feel

import (
	"math"
	"testing"
)

// DMN 1.4 §10.3.2.8: named arguments in any order; what is not named is null; an
// unknown name makes the result null.
func TestNamedArguments(t *testing.T) {
	for _, c := range []struct {
		name  string
		names []string
		args  []any
		want  string
	}{
		{"substring", []string{"start position", "string"}, list(3, "foobar"), `"obar"`}, {"abs", []string{"n"}, list(-1), "1"}, {"abs", []string{"number"}, list(-1), "null"}, {"floor", []string{"scale", "n"}, list(1, -1.56), "-1.6"},
		{"floor", []string{"n", "scale", "stuff"}, list(1.5, 1, 2), "null"}, {"floor", []string{"n", "scale"}, list(1.5, nil), "null"}, {"round up", []string{"scale"}, list(0), "null"}, {"is", []string{"value1"}, list(1), "false"},
		{"all", []string{"list"}, list(list(true, false)), "false"}, {"all", []string{"l"}, list(list(true)), "null"}, {"median", []string{"list"}, list(list(8, 2, 5, 7)), "6"}, {"date", []string{"year", "month", "day"}, list(2017, 8, 30), "2017-08-30"},
		{"date", []string{"from"}, list("2012-12-25"), "2012-12-25"}, {"time", []string{"hour", "minute", "second", "offset"}, list(11, 59, 0, DayTimeDuration(2*nanosPerHour)), "11:59:00+02:00"}, {"split", []string{"delimiter", "string"}, list(",", "foo,bar"), `["foo", "bar"]`},
		{"context put", []string{"context", "keys", "value"}, list(Context{{"y", Context{}}}, list("y", "a"), 2), "{y: {a: 2}}"}, {"context put", []string{"context", "key", "value"}, list(Context{}, list("y", "a"), 2), "null"},
		{"list replace", []string{"position", "newItem", "list"}, list(2, 4, list(1, 2, 3)), "[1, 4, 3]"}, {"before", []string{"point", "range"}, list(1, *RangeFrom("[5..6]")), "true"}, {"abs", []string{"n", "n"}, list(1, 2), "null"}, {"abs", []string{"n"}, nil, "null"},
		{"replace", []string{"input", "pattern", "replacement", "flags"}, list("abc", "[A-Z]", "#", "i"), `"###"`}, {"string join", []string{"list"}, list(list("a", "b")), `"ab"`},
	} {
		if got := text(Lookup(c.name).CallNamed(testEnv, c.names, c.args)); got != c.want {
			t.Errorf("%s(%v: %s) = %s, want %s", c.name, c.names, text(c.args), got, c.want)
		}
	}
}

// Whatever they are called with, built-ins answer and do not panic: wrong counts,
// wrong kinds, null, extremes.
func TestBuiltinsTakeAnything(t *testing.T) {
	cyclic := []any{nil}
	cyclic[0] = cyclic
	values := list(nil, true, 0, -1, 1e300, int64(math.MinInt64), nullDec, num(t, "1e6144"), num(t, "1e-6176"), num(t, "1234567890123456789012345678901234"), "", "a", "(", "\xff", "2021-01-01", Date{days: minDay}, Date{days: maxDay},
		Time{}, DateTime{days: maxDay, nanos: nanosPerDay - 1}, at(t, "2021-01-01T10:00:00@Europe/Paris"), DayTimeDuration(math.MinInt64), YearMonthDuration(math.MaxInt64), list(), list(1, 2), cyclic, Context{}, Context{{"key", "a"}, {"value", nil}},
		Range{}, Range{LowOpen: true, HighOpen: true}, *RangeFrom("[1..2]"), &Func{Params: []string{"a", "b"}}, &Func{Params: []string{"a", "b"}, Call: func(...any) any { return true }}, make(chan int))
	for _, b := range Builtins() {
		b.Call(Env{})
		for _, x := range values {
			b.Call(testEnv, x)
			for _, y := range values {
				b.Call(testEnv, x, y)
				b.Call(testEnv, x, y, x)
				b.Call(testEnv, x, x, y, y)
			}
		}
		b.Call(testEnv, 2021, 1, 1, 1, 1, 1, nil)
	}
	for _, x := range values {
		for _, y := range values {
			for _, f := range []func(a, b any) any{Add, Sub, Mul, Div, Pow, Index} {
				f(x, y)
			}
			In(x, y)
			Equal(x, y)
		}
		Neg(x)
		Member(x, "start")
		String(x)
	}
}

func TestCatalogue(t *testing.T) {
	last := ""
	for _, b := range Builtins() {
		if b.Name <= last {
			t.Errorf("%q follows %q", b.Name, last)
		}
		last = b.Name
		for _, s := range b.Signatures {
			if s.Required > len(s.Params) || s.call == nil || s.Variadic && len(s.Params) == 0 {
				t.Errorf("%s has a bad signature %v", b.Name, s.Params)
			}
		}
	}
	if Lookup("no such function") != nil || Lookup("floor").Accepts(0) || !Lookup("floor").Accepts(2) || Lookup("floor").Accepts(3) || !Lookup("append").Accepts(9) {
		t.Error("Lookup or Accepts is wrong")
	}
	for _, v := range []any{call(t, "mode", 1), call(t, "split", "a b", " "), call(t, "index of", list(1), 1), call(t, "get entries", Context{{"a", 1}})} {
		if _, ok := v.([]any); !ok {
			t.Errorf("a built-in answers a %T, want []any", v)
		}
	}
	runRows(t, "is defined", []row{{list(1), "true"}, {list(nil), "false"}})
	runRows(t, "get or else", []row{{list(1, 2), "1"}, {list(nil, 2), "2"}})
	runRows(t, "assert", []row{{list(1, true), "1"}, {list(1, false, "why"), "null"}})
	runRows(t, "and", []row{{list(list(true, false)), "false"}})
	runRows(t, "or", []row{{list(list(true, false)), "true"}})
	runRows(t, "overlapped before by", []row{{list("[3..8]", "[1..5]"), "true"}})
	runRows(t, "duration", []row{{list("P1D"), "P1D"}, {list("@P1Y"), "P1Y"}, {list(1), "null"}})
}
