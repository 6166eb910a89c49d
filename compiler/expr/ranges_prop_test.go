package expr

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// rangeWorld is a small scope: all its values that conditions on it can tell
// apart, and conditions with what the reference evaluation makes of them there.
type rangeWorld struct {
	env    *Env
	points []map[string]any
	pool   []rangeCase
	// numbers: a variable can be no number, which points leave out.
	numbers bool
}

type rangeCase struct {
	text  string
	typed *Typed
	at    []outcome // by point
}

// rangeVar is a name, its type, its values, and tests of it by language.
type rangeVar struct {
	name   string
	typ    *types.Type
	values []any
	tests  map[Lang][]string
}

func decimals(texts ...string) (out []any) {
	for _, s := range texts {
		out = append(out, feel.DecimalLiteral(s))
	}
	return out
}

func days(texts ...string) (out []any) {
	for i := range texts {
		out = append(out, *feel.NewDate(2024, 1, int64(i+1)))
	}
	return out
}

// filled fills a format with every operator and constant.
func filled(format string, ops, constants []string) (out []string) {
	for _, op := range ops {
		for _, c := range constants {
			out = append(out, fmt.Sprintf(format, op, c))
		}
	}
	return out
}

var (
	feelOps = []string{"=", "!=", "<", "<=", ">", ">="}
	goOps6  = []string{"==", "!=", "<", "<=", ">", ">="}

	same2 = []string{"==", "!="}
)

func rangeVars() [][]rangeVar {
	integers := []any{int64(-1), int64(0), int64(1), int64(2), int64(3)}
	texts := []any{"", "0", "a", "aa", "b", "c"}
	ints := []string{"0", "1", "2"}
	acc := types.OptionalOf(&types.Type{Kind: types.Struct, Name: "Acc", Fields: []types.Field{
		{Name: "k", Go: "K", Type: types.StringType}, {Name: "n", Go: "N", Type: types.IntType}, {Name: "f", Go: "F", Type: types.OptionalOf(types.BoolType)},
	}})
	var accs []any
	for _, k := range []string{"", "a", "c"} {
		for _, n := range []int64{0, 1, 2} {
			for _, f := range []any{true, false, nil} {
				accs = append(accs, feel.Context{{Key: "k", Value: k}, {Key: "n", Value: n}, {Key: "f", Value: f}})
			}
		}
	}
	return [][]rangeVar{
		{
			{"i", types.IntType, integers, map[Lang][]string{
				FEEL: slices.Concat(filled("i %s %s", feelOps, []string{"0", "1", "2", "1.5"}), []string{"i in [0..1]", "i in (0..2)", "i between 1 and 2", "i in (0, 2)", "i = null", "0 < i", "i + 1 > 2"}),
				JUEL: filled("i %s %s", goOps6, ints), Go: filled("i %s %s", goOps6, ints)}},
			{"d", types.DecimalType, decimals("-1", "0", "0.5", "1", "1.5", "2", "3"), map[Lang][]string{
				FEEL: slices.Concat(filled("d %s %s", feelOps, ints), []string{"d in (0..1]", "d in (<1, >2)", "not(d = 1)"}), JUEL: filled("d %s %s", goOps6, ints)}},
			{"s", types.StringType, texts, map[Lang][]string{
				FEEL: slices.Concat(filled("s %s %s", feelOps, []string{`"a"`, `"b"`, `""`}), []string{`s in ("a", "b")`, `contains(s, "a")`}),
				JUEL: append(filled("s %s '%s'", same2, []string{"a", "b"}), "empty s", "s.isEmpty()", "s.equals('a')"), Go: filled("s %s %s", goOps6, []string{`"a"`, `"b"`})}},
		},
		{
			{"o", types.OptionalOf(types.IntType), append([]any{nil}, integers...), map[Lang][]string{
				FEEL: slices.Concat(filled("o %s %s", feelOps, ints), []string{"o = null", "o != null", "o in (1, null)", "o between 0 and 1", "o in [1..2]"}),
				JUEL: append(filled("o %s %s", goOps6, ints), "o == null"), Go: append(filled("*o %s %s", goOps6, ints), "o == nil", "o != nil")}},
			{"b", types.BoolType, []any{true, false}, map[Lang][]string{FEEL: {"b", "not(b)", "b = true", "b != true"}, JUEL: {"b", "!b", "b == false"}, Go: {"b", "!b", "b == true"}}},
			{"ob", types.OptionalOf(types.BoolType), []any{nil, true, false}, map[Lang][]string{
				FEEL: {"ob", "not(ob)", "ob = null", "ob = true", "ob != false", "if ob then true else false"}, JUEL: {"ob", "!ob", "ob == null", "ob == true", "ob eq null or ob"}, Go: {"ob == nil", "*ob", "ob != nil"}}},
		},
		{
			{"acc", acc, append([]any{nil}, accs...), map[Lang][]string{
				FEEL: {"acc = null", "acc != null", `acc.k = "a"`, `acc.k != "a"`, "acc.n > 0", "acc.n = 1", "acc.n != 1", "acc.f", "acc.f = null", "acc.f = true", "not(acc.f)", "acc.k = null", "acc.n != null", `acc.k in ("", "a")`},
				JUEL: {"acc == null", "acc.k == 'a'", "acc.n > 0", "acc.n <= 1", "acc.f", "empty acc.k", "acc.getK() != 'a'"},
				Go:   {"acc == nil", `acc.K == "a"`, "acc.N > 0", "acc.F == nil", "*acc.F", `acc.K != "a"`}}},
		},
		{
			{"f", types.FloatType, []any{-1.0, 0.0, 0.25, 0.5, 0.75, 1.0, 2.0}, map[Lang][]string{FEEL: filled("f %s %s", feelOps, []string{"0", "0.5", "1"}), JUEL: filled("f %s %s", goOps6, []string{"0", "0.5"}), Go: filled("f %s %s", goOps6, []string{"0.5", "1"})}},
			{"t", types.DateType, days("1", "2", "3", "4", "5"), map[Lang][]string{FEEL: filled("t %s @%s", feelOps, []string{`"2024-01-02"`, `"2024-01-03"`, `"2024-01-04"`})}},
			{"os", types.OptionalOf(types.StringType), append([]any{nil}, texts...), map[Lang][]string{
				FEEL: slices.Concat(filled("os %s %s", feelOps, []string{`"a"`, `"b"`}), []string{"os = null", "os != null"}), JUEL: {"empty os", "os == 'a'", "os != 'b'", "os < 'b'"}}},
		},
	}
}

func (w *rangeWorld) eval(t *testing.T, c *Typed, vars map[string]any) outcome {
	t.Helper()
	v, err := Eval(c, vars, time.Time{})
	switch {
	case err != nil:
		return canFail
	case v == nil:
		return canNull
	}
	return truth(v == true)
}

// condition writes a random Boolean combination of tests.
func condition(r *rand.Rand, vars []rangeVar, lang Lang, depth int) string {
	if depth == 0 || r.IntN(3) == 0 {
		for {
			if tests := vars[r.IntN(len(vars))].tests[lang]; len(tests) > 0 {
				return "(" + tests[r.IntN(len(tests))] + ")"
			}
		}
	}
	and, or, not := " and ", " or ", "not(%s)"
	if lang == Go {
		and, or, not = " && ", " || ", "!(%s)"
	}
	a, b := condition(r, vars, lang, depth-1), condition(r, vars, lang, depth-1)
	switch r.IntN(5) {
	case 0, 1:
		return "(" + a + and + b + ")"
	case 2, 3:
		return "(" + a + or + b + ")"
	}
	if lang == FEEL && r.IntN(3) == 0 {
		return fmt.Sprintf("(if %s then %s else %s)", a, b, condition(r, vars, lang, depth-1))
	}
	return "(" + fmt.Sprintf(not, a) + ")"
}

func newRangeWorld(t *testing.T, r *rand.Rand, vars []rangeVar, size int) *rangeWorld {
	t.Helper()
	w := &rangeWorld{env: NewEnv(), points: []map[string]any{{}}}
	for _, v := range vars {
		w.env.Declare(v.name, v.typ, diag.Span{})
		w.numbers = w.numbers || v.typ.Kind == types.Float
		var next []map[string]any
		for _, p := range w.points {
			for _, x := range v.values {
				q := maps.Clone(p)
				q[v.name] = x
				next = append(next, q)
			}
		}
		w.points = next
	}
	for len(w.pool) < size {
		lang := []Lang{FEEL, FEEL, FEEL, JUEL, Go}[r.IntN(5)]
		text := condition(r, vars, lang, r.IntN(3))
		source := text
		if lang == JUEL {
			source = "${" + text + "}"
		}
		typed, ds := checkText(lang, w.env, source, types.BoolType)
		if typed == nil {
			t.Fatalf("%s: %v", source, ds)
		}
		c := rangeCase{text: source, typed: typed}
		for _, p := range w.points {
			c.at = append(c.at, w.eval(t, typed, p))
		}
		w.pool = append(w.pool, c)
	}
	return w
}

// Every claim is true and, where the decision is exact, every truth is claimed,
// for 100,000 random sets of conditions against evaluating them everywhere;
// every witness does what is said of it.
func TestRangesAgainstEnumeration(t *testing.T) {
	sets := 100_000
	if testing.Short() {
		sets = 5_000
	}
	r := rand.New(rand.NewPCG(35, 3))
	groups := rangeVars()
	var decided time.Duration
	for _, vars := range groups {
		w := newRangeWorld(t, r, vars, 300)
		for range sets / len(groups) {
			cs := make([]rangeCase, 1+r.IntN(4))
			conds := make([]*Typed, len(cs))
			for i := range cs {
				cs[i] = w.pool[r.IntN(len(w.pool))]
				conds[i] = cs[i].typed
			}
			ordered := r.IntN(2) == 0
			start := time.Now()
			got := DecideRanges(conds, ordered)
			decided += time.Since(start)
			if w.verify(t, cs, ordered, got); t.Failed() {
				return
			}
		}
	}
	t.Logf("%d sets decided in %v, %v each", sets, decided, decided/time.Duration(sets))
}

func (w *rangeWorld) verify(t *testing.T, cs []rangeCase, ordered bool, got Ranges) {
	t.Helper()
	var texts []string
	for _, c := range cs {
		texts = append(texts, c.text)
	}
	// some finds a point where all of some conditions have an outcome of a set.
	some := func(goals ...goal) bool {
		for p := range w.points {
			ok := true
			for _, g := range goals {
				ok = ok && cs[g.cond].at[p]&g.allowed != 0
			}
			if ok {
				return true
			}
		}
		return false
	}
	// claim holds what was said against what is so.
	claim := func(what string, claimed, so, complete bool) {
		if claimed && !so || so && !claimed && got.Exact && complete {
			t.Errorf("%q ordered %v: %s is claimed %v and is %v\n%s", texts, ordered, what, claimed, so, said(got))
		}
	}
	witness := func(what string, wit Witness, goals ...goal) {
		vars := given(w.points[len(w.points)-1], wit) // a point without null
		for _, g := range goals {
			if o := w.eval(t, cs[g.cond].typed, vars); o&g.allowed == 0 {
				t.Errorf("%q ordered %v: %s for %s, but condition %d is not so (%d) with %v", texts, ordered, what, wit, g.cond, o, vars)
			}
		}
	}
	var all []goal
	overlaps := map[int]Overlap{}
	for _, o := range got.Overlaps {
		overlaps[o.Second] = o
		witness("overlap", o.Witness, goal{o.First, canTrue}, goal{o.Second, canTrue})
	}
	for i := range cs {
		claim(fmt.Sprint("never ", i), slices.Contains(got.Never, i), !some(goal{i, canTrue}), true)
		claim(fmt.Sprint("always ", i), slices.Contains(got.Always, i), !some(goal{i, canFalse | canNull | canFail}), !w.numbers)
		before := append([]goal{{i, canTrue}}, all...)
		if ordered && i > 0 {
			claim(fmt.Sprint("shadowed ", i), slices.Contains(got.Shadowed, i), !some(before...), some(goal{i, canTrue}) && !w.numbers)
		}
		fault := []goal{{i, canNull | canFail}}
		if ordered {
			fault = append(fault, all...)
		}
		k := slices.IndexFunc(got.Faults, func(f ConditionWitness) bool { return f.Condition == i })
		claim(fmt.Sprint("fault ", i), k >= 0, some(fault...), true)
		if k >= 0 {
			witness("fault", got.Faults[k].Witness, fault...)
		}
		first := -1
		for j := range i {
			if first < 0 && some(goal{j, canTrue}, goal{i, canTrue}) {
				first = j
			}
		}
		o, ok := overlaps[i]
		claim(fmt.Sprint("overlap ", i), ok, first >= 0, true)
		if ok && got.Exact && o.First != first {
			t.Errorf("%q: condition %d overlaps with %d first, not with %d", texts, i, first, o.First)
		}
		all = append(all, goal{i, canFalse})
	}
	claim("gap", got.Gap != nil, some(all...), true)
	if got.Gap != nil {
		witness("gap", *got.Gap, all...)
	}
	claim("covered", got.Covered, !some(all...), !w.numbers)
}
