package feel

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

// DMN 1.4 §10.3.2.3.1, §10.3.4.1: numbers are text in plain notation; equal numbers
// read the same.
func TestDecimalText(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"0", "0"}, {"-0", "0"}, {"0.00", "0"}, {"1", "1"}, {"-1.50", "-1.5"}, {".872", "0.872"}, {"-.872", "-0.872"},
		{"100", "100"}, {"1e3", "1000"}, {"1.2E-3", "0.0012"}, {"01.3", "1.3"}, {"+5", "5"},
		{"125.4321987654", "125.4321987654"},
		{"9223372036854775807", "9223372036854775807"}, {"9223372036854775808", "9223372036854775808"},
		{"-9223372036854775809", "-9223372036854775809"},
		{"1234567890123456789012345678901234", "1234567890123456789012345678901234"},
		// The 35th digit is rounded half-even.
		{"12345678901234567890123456789012345", "12345678901234567890123456789012340"},
		{"12345678901234567890123456789012355", "12345678901234567890123456789012360"},
		{"1e-6176", "0." + strings.Repeat("0", 6175) + "1"},
		{"1e-7000", "0"}, {"0e99999999999", "0"},
	} {
		if got := num(t, c.in).String(); got != c.want {
			t.Errorf("%s reads as %s, want %s", c.in, got, c.want)
		}
	}
}

func TestDecimalRefusesOtherText(t *testing.T) {
	for _, in := range []string{
		"", " ", "-", ".", "1.", "1.e3", "1e", "e3", "1e+", "--1", "+-1", "1 ", " 1", "1,5", "1.2.3", "NaN", "Infinity",
		"-INF", "0x10", "1_000", "١", "1e6145", "1e99999999999", "9.9e6145", strings.Repeat("9", 20_000),
	} {
		if d, err := ParseDecimal(in); err == nil {
			t.Errorf("ParseDecimal(%.40q) = %s, want an error", in, d)
		}
	}
}

// DMN 1.4 tables 57, 59, 60.
func TestDecimalArithmetic(t *testing.T) {
	for _, c := range []struct{ a, op, b, want string }{
		{"0.1", "+", "0.2", "0.3"}, {"1.2345", "+", "2.234", "3.4685"}, {"10", "+", "-5", "5"},
		{"9223372036854775807", "+", "1", "9223372036854775808"},
		{"1e30", "+", "1e-30", "1000000000000000000000000000000"},
		{"1.1234", "-", "0.2345", "0.8889"}, {"-1.1234", "-", "-0.2345", "-0.8889"},
		{"-9223372036854775808", "-", "1", "-9223372036854775809"},
		{"1.5", "*", "-2", "-3"}, {"3037000500", "*", "3037000500", "9223372037000250000"},
		{"0", "*", "-1", "0"}, {"1e6000", "*", "1e6000", "null"}, {"1e-6000", "*", "1e-6000", "null"},
		{"7", "/", "2", "3.5"}, {"100", "/", "10", "10"}, {"1", "/", "3", "0.3333333333333333333333333333333333"},
		{"2", "/", "3", "0.6666666666666666666666666666666667"}, {"0", "/", "5", "0"},
		{"1", "/", "0", "null"}, {"0", "/", "0", "null"}, {"1", "/", "0.00", "null"},
		{"-9223372036854775808", "/", "-1", "9223372036854775808"},
		{"5", "**", "2", "25"}, {"5", "**", "-2", "0.04"}, {"5.5", "**", "2", "30.25"}, {"2", "**", "0.5", "1.414213562373095048801688724209698"},
		{"3", "**", "1024", "3733918487410200435329597541848666" + strings.Repeat("0", 455)},
		{"-2", "**", "3", "-8"}, {"-2", "**", "0.5", "null"}, {"0", "**", "0", "1"}, {"0", "**", "2", "0"}, {"0", "**", "-1", "null"},
		{"10", "**", "6144", "1" + strings.Repeat("0", 6144)}, {"10", "**", "6145", "null"}, {"10", "**", "1000000", "null"},
		{"10", "**", "999999999", "null"}, {"1", "**", "1000000000", "null"}, {"1", "**", "999999999", "1"},
		{"10", "**", "-1000000", "null"}, {"2", "**", "1e100", "null"},
	} {
		a, b := num(t, c.a), num(t, c.b)
		var got any
		switch c.op {
		case "+":
			got = Add(a, b)
		case "-":
			got = Sub(a, b)
		case "*":
			got = Mul(a, b)
		case "/":
			got = Div(a, b)
		case "**":
			got = Pow(a, b)
		}
		if text(got) != c.want {
			t.Errorf("%s %s %s = %.60s, want %.60s", c.a, c.op, c.b, text(got), c.want)
		}
	}
}

// A null number stays null, compares with nothing, and is nil as a pointer.
func TestDecimalNull(t *testing.T) {
	null := num(t, "1e6144").Mul(num(t, "10"))
	if !null.IsNull() || null.OrNull() != nil || null.Less(Decimal{}) || (Decimal{}).Equal(null) {
		t.Errorf("10^6145 is not null: %v", null)
	}
	for name, d := range map[string]Decimal{
		"add": null.Add(num(t, "1")), "sub": num(t, "1").Sub(null), "mul": null.Mul(Decimal{}), "quo": null.Quo(num(t, "2")),
		"neg": null.Neg(), "abs": null.Abs(), "floor": null.Floor(),
	} {
		if !d.IsNull() {
			t.Errorf("%s of null is %s, want null", name, d)
		}
	}
	if v := Add(null, int64(1)); v != nil {
		t.Errorf("null + 1 = %v, want nil", v)
	}
}

// DMN 1.4 table 76: the standard's own examples.
func TestRounding(t *testing.T) {
	runRows(t, "decimal", []row{
		{list(DivInt(1, 3), 2), "0.33"}, {list(1.5, 0), "2"}, {list(2.5, 0), "2"}, {list(0.515, 2), "0.52"}, {list(-2.5, 0), "-2"},
		{list(DivInt(1, 3), 2.5), "0.33"}, {list(1234, -2), "1200"}, {list(1250, -2), "1200"}, {list(1350, -2), "1400"},
		{list(1, 6176), "1"}, {list(1, 6177), "null"}, {list(1, -6111), "0"}, {list(1, -6112), "null"}, {list("1", 2), "null"}, {list(1, nil), "null"},
	})
	runRows(t, "floor", []row{{list(1.5), "1"}, {list(-1.5), "-2"}, {list(-1.56, 1), "-1.6"}, {list(1.56, nil), "null"}})
	runRows(t, "ceiling", []row{{list(1.5), "2"}, {list(-1.5), "-1"}, {list(-1.56, 1), "-1.5"}})
	runRows(t, "round up", []row{{list(5.5, 0), "6"}, {list(-5.5, 0), "-6"}, {list(1.121, 2), "1.13"}, {list(-1.126, 2), "-1.13"}, {list(1.12, 2), "1.12"}})
	runRows(t, "round down", []row{{list(5.5, 0), "5"}, {list(-5.5, 0), "-5"}, {list(1.121, 2), "1.12"}, {list(-1.126, 2), "-1.12"}})
	runRows(t, "round half up", []row{{list(5.5, 0), "6"}, {list(-5.5, 0), "-6"}, {list(1.121, 2), "1.12"}, {list(-1.126, 2), "-1.13"}, {list(5.5, 6176), "5.5"}})
	runRows(t, "round half down", []row{{list(5.5, 0), "5"}, {list(-5.5, 0), "-5"}, {list(1.121, 2), "1.12"}, {list(-1.126, 2), "-1.13"}})
}

// Far positions round away everything, to nothing or to one unit.
func TestRoundingFar(t *testing.T) {
	big := num(t, "12345678901234567890.5")
	for _, c := range []struct {
		mode  Rounding
		scale int64
		want  string
	}{
		{HalfEven, 0, "12345678901234567890"}, {HalfUp, 0, "12345678901234567891"}, {Down, -25, "0"}, {Up, -25, "1" + strings.Repeat("0", 25)},
		{HalfUp, -20, "0"}, {Up, -20, "1" + strings.Repeat("0", 20)}, {HalfEven, -19, "10000000000000000000"},
		{Ceiling, -40, "1" + strings.Repeat("0", 40)}, {Floor, -40, "0"},
	} {
		if got := big.Round(c.scale, c.mode); text(got) != c.want {
			t.Errorf("round %v to %d = %s, want %s", c.mode, c.scale, text(got), c.want)
		}
	}
	for _, c := range []struct {
		in   string
		mode Rounding
		want string
	}{{"9000000000000000000", HalfUp, "10000000000000000000"}, {"5000000000000000000", HalfEven, "0"}, {"5000000000000000001", HalfEven, "10000000000000000000"}, {"-1000000000000000000", Floor, "-10000000000000000000"}} {
		if got := num(t, c.in).Round(-19, c.mode); text(got) != c.want {
			t.Errorf("%s rounded to -19 = %s, want %s", c.in, text(got), c.want)
		}
	}
	if got := num(t, "5").Round(-30, Up); text(got) != "1"+strings.Repeat("0", 30) {
		t.Errorf("round up(5, -30) = %s", text(got))
	}
	if got := num(t, "1").Round(0, Rounding(99)); got != nil {
		t.Errorf("an unknown mode rounds to %s, want null", got)
	}
}

// DMN 1.4 table 76: the standard's own examples.
func TestNumericFunctions(t *testing.T) {
	runRows(t, "abs", []row{{list(10), "10"}, {list(-10), "10"}, {list("@PT5H"), "PT5H"}, {list("@-PT5H"), "PT5H"}, {list("@-P1Y"), "P1Y"}, {list(true), "null"}})
	runRows(t, "modulo", []row{
		{list(12, 5), "2"}, {list(-12, 5), "3"}, {list(12, -5), "-3"}, {list(-12, -5), "-2"}, {list(10.1, 4.5), "1.1"}, {list(-10.1, 4.5), "3.4"},
		{list(10.1, -4.5), "-3.4"}, {list(-10.1, -4.5), "-1.1"}, {list(1, 0), "null"}, {list(5, -1), "0"}, {list(num(t, "1e40"), 7), "4"},
	})
	runRows(t, "sqrt", []row{{list(16), "4"}, {list(2), "1.414213562373095048801688724209698"}, {list(-1), "null"}, {list(0), "0"}})
	runRows(t, "log", []row{{list(10), "2.302585092994045684017991454684364"}, {list(0), "null"}, {list(-1), "null"}, {list(1), "0"}})
	runRows(t, "exp", []row{{list(5), "148.4131591025766034211155800405523"}, {list(0), "1"}, {list(1e9), "null"}, {list(-1e9), "0"}})
	runRows(t, "odd", []row{{list(5), "true"}, {list(2), "false"}, {list(-1), "true"}, {list(0), "false"}, {list(1.5), "false"}})
	runRows(t, "even", []row{{list(5), "false"}, {list(2), "true"}, {list(-2), "true"}, {list(0), "true"}, {list(num(t, "1e50")), "true"}})
	runRows(t, "random number", []row{{nil, "0.25"}})
	if got := Lookup("random number").Call(Env{}); got != nil {
		t.Errorf("random number() without a source = %v, want null", got)
	}
	if got := RandomNumber(func() float64 { return 1 }); got != nil {
		t.Errorf("random number() of a source that gives 1 = %v, want null", got)
	}
}

// DMN 1.4 table 72, footnote 1.
func TestNumberFunction(t *testing.T) {
	runRows(t, "number", []row{
		{list("1 000,0", " ", ","), "1000"}, {list("1,000.0", ",", "."), "1000"}, {list("1.000.000,01", ".", ","), "1000000.01"},
		{list("1000000.01", nil, "."), "1000000.01"}, {list("1,000,000.00", ",", nil), "1000000"}, {list("1,000", ",", ","), "null"},
		{list("1,000", ":", "."), "null"}, {list("1,0", nil, ":"), "null"}, {list(nil, ".", ","), "null"}, {list(1, ".", ","), "null"},
		{list("1.5,5", nil, ","), "null"}, {list("12"), "12"}, {list("twelve"), "null"}, {list("+1"), "null"}, {list("1", ","), "null"},
	})
}

func TestDecimalConversions(t *testing.T) {
	for _, f := range []float64{0, 0.1, -2.5, 1e22, 1e300, 123456789.123, math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 53} {
		if d := DecimalFromFloat(f); d == nil || d.Float64() != f {
			t.Errorf("%g goes through Decimal as %v", f, d)
		}
	}
	for _, f := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if d := DecimalFromFloat(f); d != nil {
			t.Errorf("%g is %s, want null", f, d)
		}
	}
	for _, c := range []struct {
		in string
		n  int64
		ok bool
	}{
		{"5", 5, true}, {"5.00", 5, true}, {"5.5", 0, false}, {"9223372036854775807", math.MaxInt64, true}, {"9223372036854775808", 0, false},
		{"-9223372036854775808", math.MinInt64, true}, {"1e18", 1e18, true}, {"1e19", 0, false}, {"1e-30", 0, false}, {"1e6000", 0, false},
	} {
		if n, ok := num(t, c.in).Int64(); n != c.n || ok != c.ok {
			t.Errorf("%s as int64 is %d, %t, want %d, %t", c.in, n, ok, c.n, c.ok)
		}
	}
	if NewDecimal(5, -1).String() != "0.5" || !NewDecimal(1, 7000).IsNull() || !DecimalLiteral("x").IsNull() {
		t.Error("NewDecimal or DecimalLiteral is wrong")
	}
}

func TestDecimalJSON(t *testing.T) {
	var got struct{ A, B, C Decimal }
	if err := json.Unmarshal([]byte(`{"A": 1.50, "B": "12345678901234567890.5", "C": null}`), &got); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(got)
	if want := `{"A":1.5,"B":12345678901234567890.5,"C":0}`; err != nil || string(out) != want {
		t.Errorf("marshalled %s, %v, want %s", out, err, want)
	}
	for _, bad := range []string{`true`, `"x"`, `{}`, `"1`} {
		if err := new(Decimal).UnmarshalJSON([]byte(bad)); err == nil {
			t.Errorf("%s reads as a number", bad)
		}
	}
}

// The compact form and apd agree on every operation.
func TestDecimalAgreesWithAPD(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ops := []struct {
		name string
		ours func(a, b Decimal) Decimal
		apds func(r, a, b *apd.Decimal) (apd.Condition, error)
	}{{"+", Decimal.Add, ctx.Add}, {"-", Decimal.Sub, ctx.Sub}, {"*", Decimal.Mul, ctx.Mul}, {"/", Decimal.Quo, ctx.Quo}}
	random := func() Decimal {
		return Decimal{coef: r.Int64() >> r.IntN(63) * int64(r.IntN(3)-1), exp: int32(r.IntN(40) - 20)}
	}
	for range 20_000 {
		a, b := random(), random()
		for _, op := range ops {
			if op.name == "/" && b.coef == 0 {
				continue
			}
			want := new(apd.Decimal)
			if _, err := op.apds(want, a.apd(), b.apd()); err != nil {
				t.Fatal(err)
			}
			if got := op.ours(a, b); got.apd().Cmp(want) != 0 {
				t.Fatalf("%s %s %s = %s, apd says %s", a, op.name, b, got, want)
			}
		}
		if got, want := a.Cmp(b), a.apd().Cmp(b.apd()); got != want {
			t.Fatalf("Cmp(%s, %s) = %d, apd says %d", a, b, got, want)
		}
	}
}

func TestCheckedIntegers(t *testing.T) {
	const lo, hi = math.MinInt64, math.MaxInt64
	for _, c := range []struct {
		name string
		f    func(a, b int64) (int64, bool)
		a, b int64
		want int64
		ok   bool
	}{
		{"add", AddInt, hi, 1, 0, false}, {"add", AddInt, lo, -1, 0, false}, {"add", AddInt, hi, lo, -1, true}, {"add", AddInt, 5, 0, 5, true}, {"add", AddInt, -5, -5, -10, true},
		{"sub", SubInt, lo, 1, 0, false}, {"sub", SubInt, 0, lo, 0, false}, {"sub", SubInt, -1, lo, hi, true}, {"sub", SubInt, 7, 0, 7, true},
		{"mul", MulInt, lo, -1, 0, false}, {"mul", MulInt, lo, 1, lo, true}, {"mul", MulInt, 1 << 32, 1 << 31, 0, false}, {"mul", MulInt, 1 << 31, -1 << 32, lo, true}, {"mul", MulInt, 0, lo, 0, true},
		{"pow", PowInt, 2, 62, 1 << 62, true}, {"pow", PowInt, 2, 63, 0, false}, {"pow", PowInt, -2, 63, lo, true}, {"pow", PowInt, 10, 18, 1e18, true}, {"pow", PowInt, 10, 19, 0, false}, {"pow", PowInt, 2, -1, 0, false}, {"pow", PowInt, 0, 0, 1, true}, {"pow", PowInt, 1, hi, 1, true},
	} {
		if got, ok := c.f(c.a, c.b); ok != c.ok || ok && got != c.want {
			t.Errorf("%s(%d, %d) = %d, %t, want %d, %t", c.name, c.a, c.b, got, ok, c.want, c.ok)
		}
	}
	if _, ok := NegInt(lo); ok {
		t.Error("the least int64 has an opposite")
	}
	if _, ok := AbsInt(lo); ok {
		t.Error("the least int64 has an absolute value")
	}
	for _, c := range []struct{ a, b int64 }{{12, 5}, {-12, 5}, {12, -5}, {-12, -5}, {lo, -1}} {
		got, want := ModuloInt(c.a, c.b), DecimalFromInt(c.a).Modulo(DecimalFromInt(c.b))
		if text(got) != text(want) {
			t.Errorf("modulo(%d, %d) = %s, as decimals %s", c.a, c.b, text(got), text(want))
		}
	}
	if ModuloInt(1, 0) != nil || DivInt(1, 0) != nil || DivFloat(1, 0) != nil || AddFloat(math.MaxFloat64, math.MaxFloat64) != nil ||
		SubFloat(-math.MaxFloat64, math.MaxFloat64) != nil || MulFloat(1e200, 1e200) != nil || PowFloat(-1, 0.5) != nil || *DivFloat(7, 2) != 3.5 {
		t.Error("a result that FEEL has no number for is not null")
	}
}

var sinkDecimal Decimal

func BenchmarkDecimal(b *testing.B) {
	x, y := NewDecimal(12_345, -2), NewDecimal(678, -1)
	third := DivInt(1, 3)
	for name, f := range map[string]func() Decimal{
		"add small": func() Decimal { return x.Add(y) }, "mul small": func() Decimal { return x.Mul(y) },
		"quo exact": func() Decimal { return x.Quo(NewDecimal(4, 0)) }, "quo inexact": func() Decimal { return x.Quo(NewDecimal(7, 0)) },
		"add 34 digits": func() Decimal { return third.Add(x) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkDecimal = f()
			}
		})
	}
	b.Run("less small", func(b *testing.B) {
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			if x.Less(y) {
				n++
			}
		}
	})
}
