package expr

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// tryAll takes a text through every stage. Whatever it holds there is no panic,
// and what is refused is refused with a diagnostic that has a code, a message
// and a place inside the text.
func tryAll(t *testing.T, lang Lang, text string) {
	if len(text) > 2000 {
		return
	}
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-done:
		case <-time.After(2 * time.Second):
			panic(fmt.Sprintf("%q takes too long", text))
		}
	}()
	for _, env := range []*Env{shop(), NewEnv()} {
		tree, ds := Parse(Source{Lang: lang, Text: text}, env)
		if tree == nil {
			inside(t, text, ds)
			continue
		}
		ds = env.Infer(tree, nil)
		ds = append(ds, env.Solve()...)
		if hasErrors(ds) {
			inside(t, text, ds)
			continue
		}
		typed, ds := env.Check(tree, nil)
		if typed == nil {
			inside(t, text, ds)
			continue
		}
		Reads(typed)
		_, _ = Emit(typed, refs())
		ev := &evaluator{vars: map[string]any{}, lang: lang, steps: maxSteps - 20_000}
		_, _ = ev.eval(typed.Root)
	}
}

func inside(t *testing.T, text string, ds []diag.Diagnostic) {
	if !hasErrors(ds) {
		t.Fatalf("%q is refused without a diagnostic", text)
	}
	for _, d := range ds {
		if _, ok := diag.Lookup(d.Code); !ok || d.Message == "" || d.Span.Line > strings.Count(text, "\n")+1 {
			t.Fatalf("%q: %+v", text, d)
		}
	}
}

func FuzzFEEL(f *testing.F) {
	for _, s := range []string{`total > 100 and customer.tier = "gold"`, `for x in 1..3 return x`, `{a: 1, b: a}.b`, `[1,2][item > 1]`, `@"2024-01-31"`, "`Full Name` = \"x\"",
		`function(x) x + 1`, `x in (1..3]`, `some a in b satisfies a`, `date(year: 1, month: 2, day: 3)`, `sort([1,2], function(x,y) x < y)`, `{f: function(a) f(a)}.f(1)`} {
		f.Add(s)
	}
	if b, err := os.ReadFile(filepath.Join("..", "..", "shared", "corpus", "feel", "cases.json")); err == nil {
		var cases []tckCase
		if json.Unmarshal(b, &cases) == nil {
			for i := 0; i < len(cases); i += 20 {
				f.Add(cases[i].Expr)
			}
		}
	}
	f.Fuzz(func(t *testing.T, s string) { tryAll(t, FEEL, s) })
}

func FuzzJUEL(f *testing.F) {
	for _, s := range []string{`${total > 100 && customer.tier == 'gold'}`, `a ${total} b #{name}`, `${empty tags ? 1 : 2}`, `${tags.contains('a')}`, `${bean.call(total)}`, `${attrs['a']}`, `${a[0].b[1]}`, `\${x}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { tryAll(t, JUEL, s) })
}

func FuzzGo(f *testing.F) {
	for _, s := range []string{`total > 100 && customer.Tier == "gold"`, `strings.Contains(name, "a")`, `len(tags) > 0`, `now().Year()`, `example.com/shop/order.IsLarge`, `*count + 1`, `map[string]int{"a": 1}["a"]`, `[]int{1}[0]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { tryAll(t, Go, s) })
}

// TestDeepNesting: depth is bounded, by a diagnostic.
func TestDeepNesting(t *testing.T) {
	const n = 100_000
	for _, c := range []struct {
		lang Lang
		text string
	}{
		{FEEL, strings.Repeat("(", n) + "1" + strings.Repeat(")", n)},
		{FEEL, strings.Repeat("[", n)},
		{FEEL, strings.Repeat("-", n) + "1"},
		{FEEL, strings.Repeat("{a:", n)},
		{FEEL, strings.Repeat("not(", n)},
		{FEEL, strings.Repeat("if true then ", n)},
		{FEEL, "1 instance of " + strings.Repeat("list<", n)},
		{JUEL, "${" + strings.Repeat("(", n) + "1}"},
		{JUEL, "${" + strings.Repeat("!", n) + "true}"},
		{JUEL, "${" + strings.Repeat("a[", n) + "1}"},
		{JUEL, "${" + strings.Repeat("a?", n) + "1}"},
		{Go, strings.Repeat("(", n) + "1" + strings.Repeat(")", n)},
		{Go, strings.Repeat("-", n) + "1"},
		{Go, strings.Repeat("!", n) + "ok"},
	} {
		tree, ds := Parse(Source{Lang: c.lang, Text: c.text}, nil)
		if tree != nil || len(ds) != 1 || ds[0].Code != "BG3002" && ds[0].Code != "BG3001" {
			t.Errorf("%v %.20s...: %v", c.lang, c.text, ds)
		}
	}
}

// TestLongChains: long flat expressions, which nest to the left, are read, checked,
// emitted and evaluated.
func TestLongChains(t *testing.T) {
	const n = 2000
	for _, c := range []struct {
		lang Lang
		text string
	}{
		{FEEL, "total > 0" + strings.Repeat(" and total > 0", n)},
		{FEEL, "total" + strings.Repeat(" + 1", n) + " > 0"},
		{JUEL, "${total > 0" + strings.Repeat(" && total > 0", n) + "}"},
		{Go, "total > 0" + strings.Repeat(" && total > 0", n)},
	} {
		typed, _ := checkText(c.lang, shop(), c.text, types.BoolType)
		if typed == nil {
			_, ds := checkText(c.lang, shop(), c.text, types.BoolType)
			if len(ds) == 1 && ds[0].Code == "BG3002" {
				continue
			}
			t.Errorf("%v: %v", c.lang, ds)
			continue
		}
		if _, err := Emit(typed, refs()); err != nil {
			t.Error(err)
		}
		if v, err := Eval(typed, map[string]any{"total": int64(1)}, clock); err != nil || v != true {
			t.Errorf("%v: %v %v", c.lang, v, err)
		}
	}
}

// TestNoBlowUp: nesting costs no more than its length.
func TestNoBlowUp(t *testing.T) {
	const n = 90
	for _, c := range []struct {
		lang Lang
		text string
	}{
		{FEEL, strings.Repeat("1 in (", n) + "1" + strings.Repeat(")[1]", n)},
		{FEEL, strings.Repeat("1 in [", n) + "1" + strings.Repeat("]", n)},
		{FEEL, strings.Repeat("[", n) + "1" + strings.Repeat("]", n) + " = 1"},
		{FEEL, strings.Repeat("[1..2[", n)},
		{FEEL, strings.Repeat("(if ok then ", n) + "1" + strings.Repeat(" else 2)", n)},
		{FEEL, strings.Repeat("abs(", n) + "total" + strings.Repeat(")", n)},
		{FEEL, strings.Repeat("lines[", n) + "1" + strings.Repeat("].tier = name]", n)},
		{FEEL, strings.Repeat("for x in ", n) + "tags" + strings.Repeat(" return x", n)},
		{FEEL, strings.Repeat("(1 in ", n) + "count" + strings.Repeat(")", n)},
		{JUEL, "${" + strings.Repeat("a.get(", n) + "1" + strings.Repeat(")", n) + "}"},
		{JUEL, "${" + strings.Repeat("tags[", n) + "1" + strings.Repeat("]", n) + "}"},
		{JUEL, "${" + strings.Repeat("(count > ", n) + "1" + strings.Repeat(")", n) + "}"},
		{Go, strings.Repeat("(total + ", n) + "1" + strings.Repeat(")", n)},
	} {
		tryAll(t, c.lang, c.text)
	}
}
