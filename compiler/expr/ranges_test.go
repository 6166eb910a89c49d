package expr

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// rangesData is shop with what the decision needs beside it.
func rangesData() *Env {
	env := shop()
	account := &types.Type{Kind: types.Struct, Name: "Account", Fields: []types.Field{
		{Name: "kind", Go: "Kind", Type: types.StringType}, {Name: "balance", Go: "Balance", Type: types.IntType},
	}}
	for _, v := range []struct {
		name string
		t    *types.Type
	}{
		{"account", types.OptionalOf(account)}, {"small", &types.Type{Kind: types.Int, Basic: "uint8"}}, {"when", types.DateTimeType}, {"clock", types.TimeType},
		{"lasts", types.DurationType}, {"term", types.MonthsType}, {"single", &types.Type{Kind: types.Float, Basic: "float32"}}, {"wide", &types.Type{Kind: types.Int, Basic: "uint64"}},
		{"tier", &types.Type{Kind: types.Named, Path: "example.com/shop", Name: "Tier", Under: types.StringType}}, {"list", types.OptionalOf(types.ListOf(types.IntType))},
	} {
		env.Declare(v.name, v.t, diag.Span{})
	}
	return env
}

// rangesOf decides about conditions in one text, by ";;". The language of each
// is told as in a file; "go:" stands for language="go".
func rangesOf(t *testing.T, env *Env, texts string, ordered bool) ([]*Typed, Ranges) {
	t.Helper()
	var list []*Typed
	for _, text := range strings.Split(texts, ";;") {
		lang := FEEL
		if strings.HasPrefix(text, "${") {
			lang = JUEL
		} else if rest, ok := strings.CutPrefix(text, "go:"); ok {
			lang, text = Go, rest
		}
		typed, ds := checkText(lang, env, text, types.BoolType)
		if typed == nil {
			t.Fatalf("%s: %v", text, ds)
		}
		list = append(list, typed)
	}
	return list, DecideRanges(list, ordered)
}

// said renders what was claimed.
func said(r Ranges) string {
	var out []string
	if !r.Exact {
		out = append(out, "inexact")
	}
	if r.Gap != nil {
		out = append(out, fmt.Sprintf("gap(%s)", r.Gap))
	}
	if r.Covered {
		out = append(out, "covered")
	}
	for _, f := range r.Faults {
		out = append(out, fmt.Sprintf("fault(%d: %s)", f.Condition, f.Witness))
	}
	for _, o := range r.Overlaps {
		out = append(out, fmt.Sprintf("overlap(%d,%d: %s)", o.First, o.Second, o.Witness))
	}
	for _, l := range []struct {
		name string
		list []int
	}{{"never", r.Never}, {"always", r.Always}, {"shadowed", r.Shadowed}} {
		for _, n := range l.list {
			out = append(out, fmt.Sprintf("%s(%d)", l.name, n))
		}
	}
	return strings.Join(out, " ")
}

// Gaps with a witness, overlaps, conditions that are never true; exact on
// Boolean combinations of variable against constant, silent elsewhere (issue 3,
// item 3; S2.1: the first true wins, the rest are not evaluated).
func TestRanges(t *testing.T) {
	for _, c := range []struct{ conds, want string }{
		{`total > 100;;total < 100`, "gap(total = 100)"},
		{`total > 100;;total <= 100`, "covered"},
		{`total >= 100;;total <= 100`, "covered overlap(0,1: total = 100)"},
		{`total > 100;;total > 50`, "gap(total = 50) overlap(0,1: total = 101)"},
		{`total > 50;;total > 100`, "gap(total = 50) overlap(0,1: total = 101) shadowed(1)"},
		{`true`, "covered always(0)"},
		{`false`, "gap() never(0)"},
		{`false;;total > 1`, "gap(total = 1) never(0)"},

		// Integers are discrete, floats and decimals are dense.
		{`total > 5 and total < 6`, "gap() never(0)"},
		{`total > 5 and total < 7`, "gap(total = 5)"},
		{`price > 5 and price < 6`, "gap(price = 5)"},
		{`price <= 5;;price >= 6`, "gap(price = 5.1)"},
		{`net <= 0.1;;net >= 0.15`, "gap(net = 0.11)"},
		{`total > 2.5;;total < 2.5`, "covered"},
		{`total = 2.5`, "gap() never(0)"},
		{`net > 0.1;;net <= 0.1`, "covered"},
		// A float of the host can be no number: no condition is true then.
		{`price > 0.1;;price <= 0.1`, ""},
		{`small > 255`, "gap() never(0)"},
		{`small >= 0`, "covered always(0)"},
		{`wide > 9223372036854775807`, "inexact gap(wide = 9223372036854775807)"},
		{`single > 0.5;;single < 0.5`, "gap(single = 0.5)"},
		{`single = 0.1`, "inexact"},
		{`total between 1 and 5;;total > 5`, "gap(total = 0)"},
		{`total in (1, 2);;total in [3..9]`, "gap(total = 0)"},
		{`total in (<1, >9);;total in [1..9]`, "covered"},
		{`100 < total;;100 > total`, "gap(total = 100)"},

		{`name = "a";;name = "b"`, `gap(name = any other text)`},
		{`name in ("a", "b");;not(name = "a")`, `covered overlap(0,1: name = "b")`},
		{`name = "a";;name != "a"`, "covered"},
		{`name < ""`, "gap() never(0)"},
		{`name > "a" and name < "a` + "\x00" + `"`, "gap() never(0)"},
		{`name > "a" and name < "b"`, `gap(name = "a")`},
		{`name <= "a";;name >= "b"`, `gap(name = "aa")`},
		{`tier = "gold";;tier = "silver"`, "gap(tier = any other text)"},

		{`ok;;not(ok)`, "covered"},
		{`ok = true;;ok = false`, "covered"},
		{`ok;;total > 1`, "gap(ok = false and total = 1) overlap(0,1: ok = true and total = 2)"},
		{`ok and not(ok)`, "gap() never(0)"},
		{`ok or not(ok)`, "covered always(0)"},
		{`if ok then total > 1 else total > 5`, "gap(total = 1)"},
		{`if ok then total > 1 else total <= 1;;if ok then total <= 1 else total > 1`, "covered"},

		// Null only where the type has it; an order with null is null, a fault at a split (S2.1, S3.5).
		{`total = null`, "gap() never(0)"},
		{`count = null;;count != null`, "covered"},
		{`count = null;;count > 5`, "gap(count = 5)"},
		{`count > 5;;count <= 5`, "covered fault(0: count = null)"},
		{`count = 5;;count != 5`, "covered"},
		{`nick = null;;nick != null and nick != ""`, `gap(nick = "")`},
		{`nick != null`, "gap(nick = null)"},
		{`nick = null`, "gap(nick is not null)"},
		{`maybe`, "gap(maybe = false) fault(0: maybe = null)"},
		{`maybe;;not(maybe)`, "covered fault(0: maybe = null)"},
		{`maybe = true;;maybe = false`, "gap(maybe = null)"},
		{`list = null`, "gap(list is not null)"},
		{`data = null;;data != null`, "covered"},
		// The fields of what is optional are null together.
		{`account.kind = null and account.balance = 5`, "gap(account is not null) never(0)"},
		{`account = null and account.kind = "a"`, "gap(account is not null) never(0)"},
		{`account.kind = "a";;account.kind != "a"`, "covered"},
		{`account != null;;account.balance = null`, "covered"},
		{`account = null;;account.balance > 5`, "gap(account.balance = 5)"},
		{`customer.age = null;;customer.age < 18;;customer.age > 18`, "gap(customer.age = 18)"},

		{`due < date("2024-01-31");;due > date("2024-01-31")`, `gap(due = @"2024-01-31")`},
		{`due > date("2024-01-30") and due < date("2024-01-31")`, `gap() never(0)`},
		{`due <= date("2024-01-30");;due > date("2024-01-31")`, `gap(due = @"2024-01-31")`},
		{`lasts > duration("PT1H");;lasts < duration("PT1H")`, `gap(lasts = @"PT1H")`},
		{`term > duration("P1M") and term < duration("P2M")`, `gap() never(0)`},
		{`when < date and time("2024-01-31T10:00:00Z");;when > date and time("2024-01-31T10:00:00Z")`, `gap(when = @"2024-01-31T10:00:00Z")`},
		{`clock < time("10:00:00");;clock > time("10:00:00")`, `gap(clock = @"10:00:00")`},
		// By the clock one is before the other, by the instant after it.
		{`when > date and time("2024-01-31T11:30:00+02:00") and when < date and time("2024-01-31T10:00:00Z")`, "inexact"},

		// Whatever is not understood can be anything.
		{`contains(name, "a");;total > 1`, "inexact"},
		{`total > price`, "inexact"},
		{`total + 1 > 5`, "inexact"},
		{`due.year = 2024`, "inexact"},
		{`data > 5`, "inexact"},
		{`contains(name, "a") and total > 1 and total < 1`, "inexact never(0)"},
		{`total > 1 and contains(name, "a");;total > 1 and not(contains(name, "a"))`, "inexact gap(total = 1)"},
		{`total >= 1;;total > 1 and contains(name, "a")`, "inexact gap(total = 0) shadowed(1)"},

		// One path whatever the language calls it.
		{`customer.tier = "a";;${customer.tier == "b"};;${customer.getTier().equals("c")};;go:customer.Tier == "d"`, "gap(customer.tier = any other text)"},
		{`total > 100;;${total lt 100};;go:total == 100`, "covered"},
		{`go:!(total > 5 || total <= 5)`, "gap() never(0)"},
		{`go:count == nil;;go:count != nil`, "covered"},
		{`go:tags == nil`, "inexact"},
		{`go:account.Kind == "a"`, `gap(account.kind = any other text) fault(0: account = null)`},
		{`go:float64(total) > 5`, "inexact"},
		// An operand that is null is false in JUEL (EL 2.2 §1.18), a condition that is has no value (S3.5).
		{`${count > 5};;${count <= 5}`, "gap(count = null)"},
		{`${empty nick};;${not empty nick}`, "covered"},
		{`${empty nick};;${nick == 'a'}`, `gap(nick = any other text)`},
		{`${name.isEmpty()};;${name == 'a'}`, `gap(name = any other text)`},
		{`${maybe};;${not maybe}`, "covered fault(0: maybe = null)"},
	} {
		conds, r := rangesOf(t, rangesData(), c.conds, true)
		if got := said(r); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.conds, got, c.want)
		}
		if r.Gap != nil {
			isGap(t, c.conds, conds, *r.Gap)
		}
	}
}

// isGap evaluates conditions with the values of a witness.
func isGap(t *testing.T, text string, conds []*Typed, w Witness) {
	t.Helper()
	account := feel.Context{{Key: "kind", Value: "x"}, {Key: "balance", Value: int64(0)}}
	vars := map[string]any{
		"total": int64(0), "price": 0.0, "net": feel.Decimal{}, "customer": feel.Context{{Key: "tier", Value: "x"}, {Key: "age", Value: int64(0)}},
		"ok": false, "name": "x", "due": *feel.NewDate(2024, 1, 1), "account": account, "small": int64(0), "when": feel.NewDate(2024, 1, 1).AtUTC(),
		"clock": feel.NewDate(2024, 1, 1).AtUTC().Time(), "lasts": feel.DayTimeDuration(0), "term": feel.YearMonthDuration(0), "single": 0.0,
		"wide": int64(0), "tier": "x", "list": []any{}, "tags": []any{}, "nick": "x", "count": int64(0), "maybe": false,
	}
	vars = given(vars, w)
	for i, c := range conds {
		if v, err := Eval(c, vars, time.Time{}); err != nil || v != false {
			t.Errorf("%s: condition %d is no gap for %s but %v, %v", text, i, w, v, err)
		}
	}
}

// Lists of a thousand constants are decided.
func TestRangesOfManyConstants(t *testing.T) {
	env := NewEnv()
	env.Declare("x", types.IntType, diag.Span{})
	env.Declare("s", types.StringType, diag.Span{})
	var ints, texts []string
	for i := range 1000 {
		ints = append(ints, fmt.Sprint(2*i))
		texts = append(texts, fmt.Sprintf("%q", fmt.Sprint("v", i)))
	}
	conds := "x in (" + strings.Join(ints, ", ") + ");;s in (" + strings.Join(texts, ", ") + ")"
	_, r := rangesOf(t, env, conds, true)
	if got := said(r); got != `gap(x = -1 and s = any other text) overlap(0,1: x = 0 and s = "v0")` {
		t.Error(got)
	}
}

// Where all conditions are evaluated none stands in another's shadow, and a
// fault of one is a fault whatever the others are (S2.3, S1.4).
func TestRangesUnordered(t *testing.T) {
	for _, c := range []struct{ conds, want string }{
		{`total > 50;;total > 100`, "gap(total = 50) overlap(0,1: total = 101)"},
		{`count = null;;count > 5`, "gap(count = 5) fault(1: count = null)"},
	} {
		_, r := rangesOf(t, rangesData(), c.conds, false)
		if got := said(r); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.conds, got, c.want)
		}
	}
}

// A decision of exponential size is given up: bounded and silent. What is decided
// before is said.
func TestRangesBudget(t *testing.T) {
	env := NewEnv()
	var clauses []string
	for i := range 200 {
		env.Declare(fmt.Sprintf("v%d", i), types.IntType, diag.Span{})
	}
	// A pigeon hole: each of 12 pigeons in one of 11 holes, no two in one.
	for p := range 12 {
		var in []string
		for h := range 11 {
			in = append(in, fmt.Sprintf("v%d = %d", p*11+h, 1))
		}
		clauses = append(clauses, "("+strings.Join(in, " or ")+")")
	}
	for h := range 11 {
		for p := range 12 {
			for q := range p {
				clauses = append(clauses, fmt.Sprintf("not(v%d = 1 and v%d = 1)", p*11+h, q*11+h))
			}
		}
	}
	// No parser takes 800 operands in a row: halves of halves.
	var join func(list []string) string
	join = func(list []string) string {
		if len(list) == 1 {
			return list[0]
		}
		return "(" + join(list[:len(list)/2]) + " and " + join(list[len(list)/2:]) + ")"
	}
	_, r := rangesOf(t, env, join(clauses), true)
	if r.Exact || len(r.Never) > 0 || r.Gap == nil {
		t.Errorf("got %s, want a gap and no more: whether it is ever true exceeds the budget", said(r))
	}
}

// What can't be said of nothing is not said.
func TestRangesOfNothing(t *testing.T) {
	if got := said(DecideRanges(nil, true)); got != "" {
		t.Errorf("no conditions: %s", got)
	}
	if got := said(DecideRanges([]*Typed{nil}, true)); got != "inexact" {
		t.Errorf("an unknown condition: %s", got)
	}
}
