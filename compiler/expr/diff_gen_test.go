package expr

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// builtinCall writes a call of a random built-in with arguments that mostly fit.
func (g *gen) builtinCall() string {
	names := make([]string, 0, len(builtins))
	for n := range builtins {
		if n != "now" && n != "today" && n != "random number" {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	alts := builtins[g.pick(names...)]
	b := alts[g.r.IntN(len(alts))]
	var args []string
	for _, p := range b.params {
		if p.optional && g.r.IntN(2) == 0 {
			break
		}
		for n := 1; n > 0; n-- {
			if p.variadic && g.r.IntN(2) == 0 {
				n++
			}
			args = append(args, g.argument(p.class))
		}
	}
	return b.name + "(" + strings.Join(args, ", ") + ")"
}

func (g *gen) argument(class string) string {
	switch class {
	case "string", "key":
		return g.pick("s", "t", "os", `"a"`, "item.name", `"P1D"`, `"2024-01-31"`, "ss")
	case "number", "numberOrDuration":
		return g.pick("i", "f", "m", "oi", "om", "fo", "2", "0.5", "small", "item.cost", "du", "is[1]")
	case "boolean":
		return g.pick("b", "ob", "true", "i > 1")
	case "list":
		return g.pick("is", "ss", "ois", "items", "[1, 2.5]", "[]", "items.gift", "[1, null]", "[b, c]", "i", "items.cost", "[is, ois]")
	case "stringOrDate", "anyDate":
		return g.pick("d", "od", "dt", `@"2024-02-29"`, "s")
	case "time", "stringOrTime":
		return g.pick("ti", "dt", `"10:00:00"`)
	case "duration":
		return g.pick("du", `@"PT1H"`, "null")
	case "context":
		return g.pick("item", "oitem", "{a: 1}", "mm")
	case "function", "numberOrFunction":
		return g.pick("function(x, y) x < y", "function(x, y) x = 1", "1", "i")
	}
	return g.pick("i", "s", "a", "is", "item", "m", "null", "[1..5]", "d", "oi", "ob", "[i..10]", `{key: "k", value: 1}`, "items")
}

// odd writes what people seldom write: all sorts of values side by side.
func (g *gen) odd(depth int) string {
	if depth <= 0 {
		return g.pick("i", "oi", "s", "os", "b", "ob", "a", "item", "oitem", "items", "is", "ois", "ss", "d", "od", "dt", "ti", "du", "ym", "mm", "m", "om", "null", "1", "0.5", `"a"`, "true", "[1..i]", "items[1]", "items[1].name", "oitem.gift", "item.cost", "dt.hour", "ti.minute", "d.weekday", "small", "f", "fo")
	}
	d := depth - 1
	f := fmt.Sprintf
	switch g.r.IntN(24) {
	case 0:
		return f("{x: %s, y: %s}", g.odd(d), g.odd(d))
	case 1:
		return f("{x: %s, y: x}.y", g.odd(d))
	case 2:
		return f("[%s, %s]", g.odd(d), g.odd(d))
	case 3:
		return f("(%s %s %s)", g.odd(d), g.pick("=", "!=", "<", ">="), g.odd(d))
	case 4:
		return f("(%s %s %s)", g.odd(d), g.pick("+", "-", "*", "/"), g.odd(d))
	case 5:
		return f("(if %s then %s else %s)", g.of("bool", d), g.odd(d), g.odd(d))
	case 6:
		return f("(for q in %s return %s)", g.odd(d), g.pick("q", "[q]", g.odd(d)))
	case 7:
		return f("(some q in %s satisfies q = %s)", g.odd(d), g.odd(d))
	case 8:
		return f("(every q in %s satisfies q < %s)", g.odd(d), g.odd(d))
	case 9:
		return f("%s[%s]", g.pick("is", "items", "ois", "a", "[1, \"a\"]", "ss", "[is, is]"), g.pick("1", "-1", "i", "oi", "item = 1", "true", "ob", g.of("bool", d)))
	case 10:
		return f("(%s in %s)", g.odd(d), g.pick("[1..5]", "is", "ois", "(1, 2)", "(< 5, > 10)", "[i..]", "a", "[1, null]", "(null)", "ss", "(\"a\", \"b\")", "[[1..2], [3..4]]", g.odd(d)))
	case 11:
		return f("(%s between %s and %s)", g.odd(d), g.odd(d), g.odd(d))
	case 12:
		return f("(%s instance of %s)", g.odd(d), g.pick("number", "string", "boolean", "date", "time", "date and time", "list<number>", "context<x: number>", "range<number>", "Any", "days and time duration", "function<number> -> number", "list<context<name: string>>"))
	case 13:
		return f("get or else(%s, %s)", g.odd(d), g.odd(d))
	case 14:
		return f("is(%s, %s)", g.odd(d), g.odd(d))
	case 15:
		return f("(%s and %s)", g.of("bool", d), g.of("bool", d))
	case 16:
		return f("string(%s)", g.odd(d))
	case 17:
		return f("{f: function(p) %s, r: f(%s)}.r", g.pick("p", "p + 1", "[p, i]", g.odd(d)), g.odd(d))
	case 18:
		return f("sort(%s, function(p, q) p %s q)", g.pick("is", "ss", "items.cost", "ois"), g.pick("<", ">"))
	case 19:
		return f("%s(%s)", g.pick("count", "flatten", "distinct values", "reverse", "min", "max", "all", "any", "not"), g.odd(d))
	case 20:
		return f("append(%s, %s)", g.odd(d), g.odd(d))
	case 21:
		return f("%s.%s", g.pick("a", "item", "oitem", "items", "mm", "dt", "od", "du", "ym", "ti"), g.pick("name", "qty", "x", "year", "hour", "days", "years", "time offset"))
	case 22:
		return f("-%s", g.odd(0))
	default:
		return f("%s.%s", f("{name: %s, v: %s}", g.odd(d), g.odd(d)), g.pick("name", "v"))
	}
}

// TestEveryBuiltin calls every built-in with all sorts of arguments: no stage panics.
func TestEveryBuiltin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	args := []string{"total", "name", "tags", "null", "data", "lines", "count", "ok", "due", "[]", "{}", "function(x) x", "[1..2]", `"2024-01-31"`, "-1", "net"}
	for name := range builtins {
		for n := range 5 {
			for range 10 {
				list := make([]string, n)
				for i := range list {
					list[i] = args[r.IntN(len(args))]
				}
				tryAll(t, FEEL, name+"("+strings.Join(list, ", ")+")")
			}
		}
	}
}

// juelGen writes random JUEL.
type juelGen struct{ r *rand.Rand }

func (g *juelGen) of(kind string, depth int) string {
	pick := func(list ...string) string { return list[g.r.IntN(len(list))] }
	f := fmt.Sprintf
	d := depth - 1
	if depth <= 0 {
		switch kind {
		case "bool":
			return pick("b", "c", "ob", "true", "item.gift", "empty s", "empty oitem", "empty is")
		case "num":
			return pick("i", "j", "f", "oi", "fo", "m", "small", "0", "1", "2.5", "item.qty", "oitem.qty", "is[0]", "mm.x", "is.size()", "s.length()")
		}
		return pick("s", "t", "os", "'a'", "item.name", "oitem.name", "ss[0]")
	}
	switch kind {
	case "bool":
		switch g.r.IntN(9) {
		case 0:
			return f("(%s %s %s)", g.of("bool", d), pick("&&", "and", "||", "or"), g.of("bool", d))
		case 1:
			return f("%s%s", pick("!", "not "), g.of("bool", 0))
		case 2, 3:
			return f("%s %s %s", g.of("num", d), pick("==", "!=", "lt", "<=", ">", "ge"), g.of("num", d))
		case 4:
			return f("%s %s %s", g.of("str", d), pick("==", "!=", "<", "eq"), g.of("str", d))
		case 5:
			return f("(%s ? %s : %s)", g.of("bool", d), g.of("bool", d), g.of("bool", d))
		case 6:
			return f("s.%s(%s)", pick("startsWith", "endsWith", "contains", "equals", "equalsIgnoreCase"), g.of("str", 0))
		case 7:
			return f("is.contains(%s)", g.of("num", 0))
		}
		return f("%s == null", pick("oi", "os", "oitem", "a"))
	case "num":
		switch g.r.IntN(5) {
		case 0, 1:
			return f("(%s %s %s)", g.of("num", d), pick("+", "-", "*"), g.of("num", d))
		case 2:
			return f("(%s / %s)", g.of("num", d), pick("2", "4", "0.5"))
		case 3:
			return f("(%s ? %s : %s)", g.of("bool", d), g.of("num", d), g.of("num", d))
		}
		return f("-%s", g.of("num", 0))
	}
	return pick(f("%s.toUpperCase()", "s"), f("t.concat(%s)", "s"), f("(%s ? %s : %s)", g.of("bool", d), g.of("str", d), g.of("str", d)), f("s.trim()"), f("s.replace('a', t)"))
}

// goGen writes random Go.
type goGen struct{ r *rand.Rand }

func (g *goGen) of(kind string, depth int) string {
	pick := func(list ...string) string { return list[g.r.IntN(len(list))] }
	f := fmt.Sprintf
	d := depth - 1
	if depth <= 0 {
		switch kind {
		case "bool":
			return pick("b", "c", "true", "oi == nil", "len(ss) > 1")
		case "int":
			return pick("i", "j", "int64(small)", "1", "2", "item.Qty", "int64(len(s))", "int64(len(items))")
		case "float":
			return pick("f", "g", "0.5", "float64(i)", "math.Abs(f)")
		}
		return pick("s", "t", `"a"`, "item.Name", "strings.ToUpper(s)")
	}
	switch kind {
	case "bool":
		switch g.r.IntN(6) {
		case 0:
			return f("(%s %s %s)", g.of("bool", d), pick("&&", "||"), g.of("bool", d))
		case 1:
			return f("!(%s)", g.of("bool", d))
		case 2:
			return f("%s %s %s", g.of("int", d), pick("==", "!=", "<", ">="), g.of("int", d))
		case 3:
			return f("%s %s %s", g.of("float", d), pick("<", ">="), g.of("float", d))
		case 4:
			return f("%s(%s, %s)", pick("strings.Contains", "strings.HasPrefix"), g.of("str", d), g.of("str", d))
		}
		return f("slices.Contains(ss, %s)", g.of("str", d))
	case "int":
		return f("(%s %s %s)", g.of("int", d), pick("+", "-", "*", "/", "%"), g.of("int", d))
	case "float":
		return f("(%s %s %s)", g.of("float", d), pick("+", "-", "*"), g.of("float", d))
	}
	return f("(%s + %s)", g.of("str", d), g.of("str", d))
}
