package feel

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// DMN 1.4 table 50 and 51: the whole of ternary logic.
func TestTernaryLogic(t *testing.T) {
	values := map[string]*bool{"true": new(true), "false": new(false), "null": nil}
	for _, c := range []struct{ a, b, and, or string }{
		{"true", "true", "true", "true"}, {"true", "false", "false", "true"}, {"true", "null", "null", "true"}, {"false", "true", "false", "true"}, {"false", "false", "false", "false"},
		{"false", "null", "false", "null"}, {"null", "true", "null", "true"}, {"null", "false", "false", "null"}, {"null", "null", "null", "null"},
	} {
		a, b := values[c.a], values[c.b]
		if and, or := text(And3(a, b)), text(Or3(a, b)); and != c.and || or != c.or {
			t.Errorf("%s, %s: and %s, or %s, want %s, %s", c.a, c.b, and, or, c.and, c.or)
		}
	}
	for a, want := range map[string]string{"true": "false", "false": "true", "null": "null"} {
		if got := text(Not3(values[a])); got != want {
			t.Errorf("not(%s) = %s, want %s", a, got, want)
		}
	}
	for _, v := range []any{1, "true", nil, list(true)} {
		if Truth(v) != nil {
			t.Errorf("%v has a truth value", v)
		}
	}
	runRows(t, "not", []row{{list(true), "false"}, {list(nil), "null"}, {list(0), "null"}, {list("true"), "null"}})
}

// DMN 1.4 tables 52 to 54.
func TestEqualAndCompare(t *testing.T) {
	f := &Func{}
	for _, c := range []struct {
		a, b      any
		eq, lower string
	}{
		{1, 1.0, "true", "false"}, {1, num(t, "1.00"), "true", "false"}, {1, 2, "false", "true"}, {0.1, num(t, "0.1"), "true", "false"}, {int64(math.MaxInt64), float64(math.MaxInt64), "false", "true"},
		{"a", "b", "false", "true"}, {"é", "😀", "false", "true"}, {"\uffff", "😀", "false", "true"}, {"a", "a\x00", "false", "true"}, {"1", 1, "null", "null"}, {true, true, "true", "null"}, {true, false, "false", "null"}, {true, 1, "null", "null"},
		{nil, nil, "true", "null"}, {nil, 1, "false", "null"}, {list(1, 2), list(1, 2), "true", "null"}, {list(1), list(1, 2), "false", "null"}, {list(1), list("1"), "false", "null"}, {list(nil), list(nil), "true", "null"}, {list(1), 1, "null", "null"},
		{Context{{"a", 1}, {"b", 2}}, Context{{"b", 2}, {"a", 1.0}}, "true", "null"}, {Context{{"a", 1}}, Context{{"b", 1}}, "false", "null"}, {Context{{"a", nil}}, Context{}, "false", "null"},
		{*RangeFrom("[1..2]"), *RangeFrom("[1..2]"), "true", "null"}, {*RangeFrom("[1..2]"), *RangeFrom("(1..2]"), "false", "null"}, {f, f, "true", "null"}, {f, &Func{}, "false", "null"}, {math.NaN(), 1, "false", "null"},
	} {
		if eq, lower := text(Equal(c.a, c.b)), text(Less(c.a, c.b)); eq != c.eq || lower != c.lower {
			t.Errorf("%s beside %s: = is %s, < is %s, want %s, %s", text(c.a), text(c.b), eq, lower, c.eq, c.lower)
		}
		if ne := text(NotEqual(c.a, c.b)); ne != text(Not3(Equal(c.a, c.b))) {
			t.Errorf("%s != %s is %s", text(c.a), text(c.b), ne)
		}
	}
	for _, c := range []struct {
		v, low, high any
		want         string
	}{{5, 1, 10, "true"}, {1, 1, 10, "true"}, {11, 1, 10, "false"}, {nil, 1, 10, "null"}, {2, nil, 10, "null"}, {11, nil, 10, "false"}, {"b", "a", "c", "true"}} {
		if got := text(Between(c.v, c.low, c.high)); got != c.want {
			t.Errorf("%v between %v and %v = %s, want %s", c.v, c.low, c.high, got, c.want)
		}
	}
	if text(LessEqual(1, 1)) != "true" || text(GreaterEqual(1, 2)) != "false" || text(Greater(2, 1)) != "true" || Is(1, "1") || !Is(1, 1.0) || !Is(nil, nil) {
		t.Error("a comparison is wrong")
	}
	cyclic := []any{nil}
	cyclic[0] = cyclic
	if Equal(cyclic, cyclic) == new(true) || String(cyclic) == nil || len(Flatten(cyclic)) != 1 {
		t.Error("a list that holds itself is not cut off")
	}
}

// DMN 1.4 tables 56 to 60 over dynamic values.
func TestDynamicOperators(t *testing.T) {
	for _, c := range []struct {
		got  any
		want string
	}{
		{Add(1, 2), "3"}, {Add(int64(math.MaxInt64), 1), "9223372036854775808"}, {Add(0.1, 0.2), "0.3"}, {Add("a", "b"), `"ab"`}, {Add("a", 1), "null"}, {Add(nil, 1), "null"}, {Add(1, nil), "null"}, {Add(true, 1), "null"}, {Add(list(1), 1), "null"},
		{Sub(int64(math.MinInt64), 1), "-9223372036854775809"}, {Sub("a", "b"), "null"}, {Mul(int64(math.MaxInt64), 2), "18446744073709551614"}, {Mul("a", 2), "null"}, {Div(7, 2), "3.5"}, {Div(1, 0), "null"}, {Div(nil, 1), "null"},
		{Pow(2, 10), "1024"}, {Pow("2", 1), "null"}, {Neg(5), "-5"}, {Neg("a"), "null"}, {Neg(int64(math.MinInt64)), "9223372036854775808"}, {Neg(nil), "null"},
		{Member(Context{{"a", "foo"}}, "a"), `"foo"`}, {Member(Context{{"a", 1}}, "b"), "null"}, {Member(nil, "b"), "null"}, {Member(list(Context{{"a", 1}}, Context{{"b", 2}}), "a"), "[1, null]"}, {Member(5, "a"), "null"},
		{Index(list("a", "b"), 1), `"a"`}, {Index(list("a", "b"), -1), `"b"`}, {Index(list("a", "b"), 0), "null"}, {Index(list("a", "b"), 3), "null"}, {Index("a", 1), `"a"`}, {Index(nil, 1), "null"}, {Index(list("a"), "1"), "null"},
		{Singleton(list(5)), "5"}, {Singleton(list(5, 6)), "[5, 6]"}, {Singleton(7), "7"},
	} {
		if got := text(c.got); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestNormalize(t *testing.T) {
	type tier string
	type order struct {
		Total  float32 `json:"total,omitempty"`
		Name   tier
		secret int
		Skip   bool `json:"-"`
	}
	n := 5
	p := &n
	for _, c := range []struct {
		in   any
		want string
		kind Kind
	}{
		{uint8(5), "5", KindNumber}, {uint64(math.MaxUint64), "18446744073709551615", KindNumber}, {float32(0.1), "0.1", KindNumber}, {&p, "5", KindNumber}, {(*int)(nil), "null", KindNull}, {math.Inf(1), "null", KindNull},
		{tier("gold"), `"gold"`, KindString}, {[]int{1, 2}, "[1, 2]", KindList}, {[2]string{"a", "b"}, `["a", "b"]`, KindList}, {map[string]int{"b": 2, "a": 1}, "{a: 1, b: 2}", KindContext}, {map[tier]any{"x": nil}, "{x: null}", KindContext},
		{order{Total: 1.5, Name: "x", secret: 1}, `{total: 1.5, Name: "x"}`, KindContext}, {time.Hour, "PT1H", KindDayTimeDuration}, {time.Date(2021, 1, 2, 3, 4, 5, 0, time.UTC), "2021-01-02T03:04:05Z", KindDateTime},
		{nullDec, "null", KindNull}, {Func{Params: []string{"a"}}, "function(a)", KindFunction}, {(*Func)(nil), "null", KindNull}, {true, "true", KindBoolean}, {make(chan int), "?", KindOther}, {Date{}, "1970-01-01", KindDate}, {Time{}, "00:00:00", KindTime},
		{YearMonthDuration(1), "P1M", KindYearMonthDuration}, {Range{Low: 1, High: 2}, "(1..2)", KindRange},
	} {
		if got, kind := text(Normalize(c.in)), KindOf(c.in); got != c.want || kind != c.kind {
			t.Errorf("%T is %s, a %s, want %s, a %s", c.in, got, kind, c.want, c.kind)
		}
	}
	type self *self
	var loop self
	loop = &loop
	if Normalize(loop) != nil {
		t.Error("a pointer to itself is not null")
	}
	if Kind(200).String() != "Any" || KindDateTime.String() != "date and time" {
		t.Error("a kind has the wrong name")
	}
	if *As[int64](num(t, "5.0")) != 5 || As[int64](5.5) != nil || *As[float64](5) != 5 || !As[Decimal](2).Equal(num(t, "2")) || *As[string]("a") != "a" || As[string](nil) != nil || As[Date]("2021-01-01") != nil || NullOf[int64](nil) != nil || NullOf(new("a")) != "a" {
		t.Error("As or NullOf is wrong")
	}
}

// The forms of tagged values.
func TestJSONValues(t *testing.T) {
	for _, c := range []struct{ plain, tagged string }{
		{`null`, `null`}, {`true`, `true`}, {`1.5`, `{"number":"1.5"}`}, {`"a<b\n"`, `"a<b\n"`}, {`[1,"a",null]`, `[{"number":"1"},"a",null]`}, {`{"b":1,"a":{"c":"d"}}`, `{"context":{"b":{"number":"1"},"a":{"context":{"c":"d"}}}}`},
		{`{"date":"2021-01-31"}`, `{"date":"2021-01-31"}`}, {`{"time":"10:00:00Z"}`, `{"time":"10:00:00Z"}`}, {`{"dateTime":"2021-01-31T10:00:00@Europe/Paris"}`, `{"dateTime":"2021-01-31T10:00:00@Europe/Paris"}`},
		{`{"duration":"P1DT1H"}`, `{"duration":"P1DT1H"}`}, {`{"duration":"P1Y"}`, `{"duration":"P1Y"}`}, {`{}`, `{"context":{}}`}, {`[]`, `[]`},
		// Contexts that look like tagged values.
		{`{"context":{"number":"5"}}`, `{"context":{"number":"5"}}`}, {`{"context":{"date":{"date":"2021-01-31"}}}`, `{"context":{"date":{"date":"2021-01-31"}}}`},
		{`{"context":{"context":{"a":1}}}`, `{"context":{"context":{"context":{"a":{"number":"1"}}}}}`},
	} {
		fromPlain, err := UnmarshalValue([]byte(c.plain))
		if err != nil {
			t.Errorf("%s: %v", c.plain, err)
			continue
		}
		fromTagged, err := UnmarshalValue([]byte(c.tagged))
		if err != nil || !Is(fromPlain, fromTagged) {
			t.Errorf("%s reads as %s, %s as %s, %v", c.plain, text(fromPlain), c.tagged, text(fromTagged), err)
		}
		plain, err := MarshalValue(fromPlain)
		if diff := cmp.Diff(c.plain, string(plain)); diff != "" || err != nil {
			t.Errorf("MarshalValue: %v (-want +got):\n%s", err, diff)
		}
		tagged, err := MarshalTagged(fromPlain)
		if diff := cmp.Diff(c.tagged, string(tagged)); diff != "" || err != nil {
			t.Errorf("MarshalTagged: %v (-want +got):\n%s", err, diff)
		}
	}
	for in, want := range map[string]string{
		`{"number":"01.3"}`: "1.3", `{"number":"x"}`: `{number: "x"}`, `{"date":"x"}`: `{date: "x"}`, `{"number":5}`: "{number: 5}", `{"date":"2021-01-31","x":1}`: `{date: "2021-01-31", x: 1}`, ` 1e2 `: "100",
		`{"context":"a"}`: `{context: "a"}`,
	} {
		got, err := UnmarshalValue([]byte(in))
		if err != nil || text(got) != want {
			t.Errorf("%s reads as %s, %v, want %s", in, text(got), err, want)
		}
	}
	for _, bad := range []string{"", "{", "[1", "nul", "1 2", `{"a":1,"a":2}`, `{"a"}`, "1e9999", strings.Repeat("[", 100_000), "]", `{"a":1}}`} {
		if got, err := UnmarshalValue([]byte(bad)); err == nil {
			t.Errorf("%.40q reads as %s", bad, text(got))
		}
	}
	cyclic := []any{nil}
	cyclic[0] = cyclic
	if _, err := MarshalValue(cyclic); err == nil {
		t.Error("a list that holds itself has JSON")
	}
	if got, _ := MarshalValue(*RangeFrom("[1..2]")); string(got) != `"[1..2]"` {
		t.Errorf("a range is %s", got)
	}
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"context":{"context":{"number":"5"}}}`))
	f.Add([]byte(`[{"date":"2021-01-31"},{"duration":"P1Y"},1e400,"\ud800"]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := UnmarshalValue(b)
		if err != nil {
			return
		}
		for _, marshal := range []func(any) ([]byte, error){MarshalValue, MarshalTagged} {
			out, err := marshal(v)
			if err != nil || !json.Valid(out) {
				t.Fatalf("%s has JSON %s, %v", text(v), out, err)
			}
			again, err := UnmarshalValue(out)
			if err != nil || !Is(v, again) {
				t.Fatalf("%s has JSON %s, which reads as %s, %v", text(v), out, text(again), err)
			}
		}
	})
}
