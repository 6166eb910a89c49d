package feel

import (
	"strings"
	"testing"
	"time"
)

// text is a value as it stands in a FEEL list: null, 1.5, "text", [1, 2], P1D.
func text(v any) string {
	var b strings.Builder
	writeValue(&b, v, maxDepth)
	return b.String()
}

// num is the number that s spells.
func num(t testing.TB, s string) Decimal {
	t.Helper()
	d, err := ParseDecimal(s)
	if err != nil {
		t.Fatalf("ParseDecimal(%q): %v", s, err)
	}
	return d
}

// at is FEEL's @"s".
func at(t testing.TB, s string) any {
	t.Helper()
	v := AtLiteral(s)
	if v == nil {
		t.Fatalf("@%q is no literal", s)
	}
	return v
}

// value is what a table has: @... for temporal text, [..] for a range, else as is.
func value(t testing.TB, v any) any {
	t.Helper()
	s, ok := v.(string)
	if !ok {
		return v
	}
	if rest, ok := strings.CutPrefix(s, "@"); ok {
		return at(t, rest)
	}
	if r := RangeFrom(s); r != nil {
		return *r
	}
	return v
}

var testEnv = Env{
	Now:    time.Date(2024, time.February, 29, 23, 30, 15, 500, time.FixedZone("", 3600)),
	Random: func() float64 { return 0.25 },
}

// call calls a built-in with what value makes of its arguments.
func call(t testing.TB, name string, arguments ...any) any {
	t.Helper()
	b := Lookup(name)
	if b == nil {
		t.Fatalf("no built-in %q", name)
	}
	a := make([]any, len(arguments))
	for i := range arguments {
		a[i] = value(t, arguments[i])
	}
	return b.Call(testEnv, a...)
}

// row is one call of a built-in: arguments and the result as text writes it.
type row struct {
	args []any
	want string
}

func list(items ...any) []any { return items }

func runRows(t *testing.T, name string, rows []row) {
	t.Helper()
	for _, r := range rows {
		if got := text(call(t, name, r.args...)); got != r.want {
			t.Errorf("%s(%s) = %s, want %s", name, text(r.args), got, r.want)
		}
	}
}
