package expr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/google/go-cmp/cmp"
)

// inferred infers all texts as conditions of one process and renders what the
// variables became. A text "x := e" is a mapping to x.
func inferred(t *testing.T, texts ...string) (string, []diag.Diagnostic) {
	t.Helper()
	env := NewEnv()
	var ds []diag.Diagnostic
	type item struct {
		tree *Tree
		want *types.Type
	}
	var items []item
	for i, text := range texts {
		target, body, mapping := strings.Cut(text, " := ")
		if !mapping {
			body = text
		}
		src, more := Detect(body, "", func(off, n int) diag.Span { return diag.Span{File: "p.bpmn", Line: i + 1, Col: off + 1, Len: n} })
		ds = append(ds, more...)
		tree, more := Parse(src, env)
		ds = append(ds, more...)
		if tree == nil {
			t.Fatalf("%s: %v", text, more)
		}
		want := types.BoolType
		if mapping {
			want = env.Declare(target, nil, diag.Span{File: "p.bpmn", Line: i + 1, Col: 1}).Type
		}
		ds = append(ds, env.Infer(tree, want)...)
		items = append(items, item{tree, want})
	}
	ds = append(ds, env.Solve()...)
	if !hasErrors(ds) {
		for i, it := range items {
			want := types.BoolType
			if target, _, mapping := strings.Cut(texts[i], " := "); mapping {
				s, _ := env.Lookup(target)
				want = s.Type
			}
			_, more := env.Check(it.tree, want)
			ds = append(ds, more...)
		}
	}
	var out []string
	for _, s := range env.Symbols() {
		out = append(out, s.Name+" "+s.Type.String())
	}
	return strings.Join(out, "; "), ds
}

// TestInference: a variable without a declared type gets it from all its uses in
// the process (issue 3, item 1).
func TestInference(t *testing.T) {
	for _, c := range []struct{ texts, want string }{
		{`=total > 100 and customer.tier = "gold"`, "total integer; customer context<tier: string>"},
		{`=total > 100;;=total < 0.5`, "total float"},
		{`=contains(test, "a")`, "test string"},
		{`=take4`, "take4 boolean"},
		{`${confirmed};;${not confirmed}`, "confirmed boolean"},
		{`${input == 3 || input == 1}`, "input integer"},
		{`=x = null;;=x = "a"`, "x string or null"},
		{`=x = y;;=y = 5`, "x integer; y integer"},
		{`=some o in orders satisfies o.total > 5`, "orders list<context<total: integer>>"},
		{`=count(orders[total > 100]) > 2`, "orders list<context<total: integer>>"},
		{`counter := =counter + 1;;=counter < 1000`, "counter integer"},
		{`half := =counter / 2;;=counter < 1000`, "half float; counter integer"},
		{`=a.b.c = 1;;=a.b.d = "x"`, "a context<b: context<c: integer, d: string>>"},
		{`=due < date("2024-01-31")`, "due date"},
		{`=name + "x" = "yx"`, "name string"},
		{`=price * quantity > 10`, "price integer; quantity integer"},
		{`=price * quantity > 10;;=price > 0.5`, "price float; quantity integer"},
		{`=status in ("a", "b")`, "status string"},
		{`=n between 1 and 5`, "n integer"},
		{`${empty list};;${list.contains('a')}`, "list list<string> or null"},
		{`${order.items.size() > 2}`, "order context<items: list<any>>"},
		{`${customer.tier == 'x'};;${customer.getTier() == 'gold'}`, "customer context<tier: string>"},
		{`=if vip then total > 1 else total > 5`, "vip boolean; total integer"},
		{`=every x in flags satisfies x`, "flags list<boolean>"},
		{"=`Full Name` = \"x\";;=Full Name = \"y\"", "Full Name string"},
		{`=upper case(first) = last`, "first string; last string"},
		{`${nrOfCompletedInstances/nrOfInstances >= 0.6 }`, "nrOfCompletedInstances integer; nrOfInstances integer"},
	} {
		got, ds := inferred(t, strings.Split(c.texts, ";;")...)
		if diff := cmp.Diff(c.want, got); diff != "" || hasErrors(ds) {
			t.Errorf("%s: %s %v", c.texts, diff, ds)
		}
	}
}

// TestConflict: contradicting uses are reported with both places.
func TestConflict(t *testing.T) {
	for _, c := range []struct{ texts, at, related string }{
		{`=x > 5;;=x = "a"`, "p.bpmn:2:2", "p.bpmn:1:2"},
		{`=x = "a";;=x > 5`, "p.bpmn:2:2", "p.bpmn:1:2"},
		{`=x = "a";;=x.y = 1`, "p.bpmn:2:4", ""},
		{`=x;;=x = 1`, "p.bpmn:2:2", "p.bpmn:1:2"},
	} {
		_, ds := inferred(t, strings.Split(c.texts, ";;")...)
		if !hasErrors(ds) {
			t.Errorf("%s: no conflict", c.texts)
			continue
		}
		d := ds[0]
		if d.Span.String() != c.at || c.related != "" && (len(d.Related) != 1 || d.Related[0].Span.String() != c.related) {
			t.Errorf("%s: %v at %v, related %v", c.texts, d.Message, d.Span, d.Related)
		}
	}
}

// TestUntold: what nothing tells is any, with a warning.
func TestUntold(t *testing.T) {
	got, ds := inferred(t, `=x = y`)
	if got != "x any; y any" || len(ds) != 2 || ds[0].Code != "BG3011" || ds[0].Severity != diag.Warning {
		t.Errorf("%s %v", got, ds)
	}
}

// TestTypeErrors: an error points at the smallest wrong place and says how to mend it.
func TestTypeErrors(t *testing.T) {
	for _, c := range []struct {
		lang       Lang
		text, want string
	}{
		{FEEL, `total > "a"`, `BG3006 1:1+11 can't compare an integer with a string | compare values of one type`},
		{FEEL, `totl > 1`, `BG3004 1:1+4 unknown variable totl; did you mean total? | write total`},
		{FEEL, `customer.teir = "gold"`, `BG3005 1:10+4 Customer has no field teir; did you mean tier? | write tier`},
		{FEEL, `contain(name, "a")`, `BG3007 1:1+7 unknown function contain; did you mean contains? | write contains`},
		{FEEL, `contains(total, "a")`, `BG3008 1:10+5 contains takes a string for its parameter string, but this is an integer | convert the value, or call another function`},
		{FEEL, `contains(name)`, `BG3008 1:1+14 contains can't be called with 1 arguments | write contains(string, match)`},
		{FEEL, `total`, `BG3009 1:1+5 a condition must be a boolean, but this is an integer | compare it with something, or use a boolean`},
		{FEEL, `total == 1`, `BG3001 1:7+2 == is no FEEL operator | write = instead of ==`},
		{FEEL, `ok && ok`, `BG3001 1:4+2 && is no FEEL operator | write and instead of &&`},
		{FEEL, `name = 'a'`, `BG3001 1:8+1 unexpected quote | write strings in double quotes`},
		{FEEL, `total > `, `BG3001 1:9+0 expected a value, found the end of the expression | write what is missing here, or take out what is left over`},
		{FEEL, `Other Name = "x"`, `BG3001 1:7+4 unexpected name "Name" | put a name that contains spaces in backticks, or write an operator between the two names`},
		{FEEL, "ok and\n  totl > 1", `BG3004 2:3+4 unknown variable totl; did you mean total? | write total`},
		{FEEL, `ok and total`, `BG3006 1:8+5 and needs a boolean, but this is an integer | compare it with something, or use a boolean`},
		{FEEL, `name + 1 = "a"`, `BG3006 1:1+8 + is not defined for a string and an integer | convert with string(...)`},
		{JUEL, `${total = 1}`, `BG3001 1:9+1 = is no operator of a condition | write == to compare`},
		{JUEL, `${totl > 1}`, `BG3004 1:3+4 unknown variable totl; did you mean total? | write total`},
		{JUEL, `${name.startWith('a')}`, `BG3007 1:8+9 a string has no method startWith; did you mean startsWith? | write startsWith`},
		{JUEL, `${execution.processInstanceId.x()}`, `BG3004 1:3+9 unknown variable execution | declare execution as a property or data object`},
		{JUEL, `${execution.setVariable('a', 1)}`, `BG3013 1:3+29 execution.setVariable is the other engine's own interface | use the variable's name, or a handler`},
		{JUEL, `${total > 1`, `BG3001 1:1+2 ${ is not closed | add the closing brace`},
		{Go, `total > "a"`, `BG3015 1:9+1 invalid operation: total > "a" (mismatched types int64 and untyped string) | mend the Go expression`},
		{Go, `totl > 1`, `BG3004 1:1+4 unknown variable totl; did you mean total? | write total`},
		{Go, `customer.Teir == "x"`, `BG3015 1:10+4 customer.Teir undefined (type Customer has no field or method Teir) | mend the Go expression`},
		{Go, `total >`, `BG3001 1:8+0 the Go expression can't be parsed: expected operand, found 'EOF' | write what is missing here, or take out what is left over`},
		{Go, `func() bool { return true }()`, `BG3001 1:1+27 a function literal has no place in an expression | move it into a host function and name that one: example.com/shop/order.IsLarge`},
	} {
		env := shop()
		var ds []diag.Diagnostic
		tree, ds := Parse(Source{Lang: c.lang, Text: c.text}, env)
		if tree != nil {
			ds = env.Infer(tree, types.BoolType)
			if len(ds) == 0 {
				ds = env.Solve()
			}
			if !hasErrors(ds) {
				_, ds = env.Check(tree, types.BoolType)
			}
		}
		if len(ds) == 0 {
			t.Errorf("%s: no diagnostic", c.text)
			continue
		}
		d := ds[0]
		got := fmt.Sprintf("%s %d:%d+%d %s | %s", d.Code, d.Span.Line, d.Span.Col, d.Span.Len, d.Message, d.Fix)
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestDetect: the language of an expression (issue 3, item 2).
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		text, uri string
		lang      Lang
		body      string
		off       int
		err       string
	}{
		{"=total > 1", "", FEEL, "total > 1", 1, ""},
		{" = total > 1 ", "", FEEL, "total > 1", 3, ""},
		{"${total > 1}", "", JUEL, "${total > 1}", 0, ""},
		{"#{total > 1}", "", JUEL, "#{total > 1}", 0, ""},
		{"total > 1", "", FEEL, "total > 1", 0, ""},
		{"total > 1", "http://www.omg.org/spec/FEEL/20140401", FEEL, "total > 1", 0, ""},
		{"total > 1", "feel", FEEL, "total > 1", 0, ""},
		{"total > 1", "go", Go, "total > 1", 0, ""},
		{"${a}", "http://www.w3.org/1999/XPath", JUEL, "${a}", 0, ""},
		{"${a}", "http://java.sun.com/products/jsp/", JUEL, "${a}", 0, ""},
		{"a > 1", "groovy", Unknown, "a > 1", 0, "expressions in Groovy can't be compiled"},
		{"a > 1", "http://www.java.com/java", Unknown, "a > 1", 0, "expressions in Java can't be compiled"},
		{"a > 1", "javascript", Unknown, "a > 1", 0, "expressions in JavaScript can't be compiled"},
		{"a/b > 1", "http://www.w3.org/1999/XPath", Unknown, "a/b > 1", 0, "expressions in XPath can't be compiled"},
		{"a > 1", "python", Unknown, "a > 1", 0, "expressions in Python can't be compiled"},
	} {
		src, ds := Detect(c.text, c.uri, nil)
		msg := ""
		if len(ds) > 0 {
			msg = ds[0].Message
			if ds[0].Code != "BG3003" || !strings.Contains(ds[0].Fix, "host function") {
				t.Errorf("%s (%s): %+v", c.text, c.uri, ds[0])
			}
		}
		if src.Lang != c.lang || src.Text != c.body || src.Offset != c.off || msg != c.err {
			t.Errorf("%s (%s): %v %q at %d, %q", c.text, c.uri, src.Lang, src.Text, src.Offset, msg)
		}
	}
}

// TestReads: the read set is exact, and what is not data widens it (S3.4).
func TestReads(t *testing.T) {
	for _, c := range []struct {
		lang       Lang
		text, want string
		any        bool
	}{
		{FEEL, `total > 100 and customer.tier = "gold"`, "customer.tier total", false},
		{FEEL, `customer = null or customer.tier = "x"`, "customer", false},
		{FEEL, `count(lines[tier = "gold"]) > total`, "lines total", false},
		{FEEL, `lines[1].tier = "x"`, "lines", false},
		{FEEL, `attrs.a = "x"`, "attrs", false},
		{FEEL, `data.a.b = "x"`, "data", false},
		{FEEL, `due < today()`, "due", true},
		{FEEL, `some x in lines satisfies x.tier = name`, "lines name", false},
		{FEEL, `1 < 2`, "", false},
		{JUEL, `${total > 1 && customer.tier == 'x'}`, "customer.tier total", false},
		{JUEL, `${checker.ok(total)}`, "total", true},
		{Go, `total > 1 && customer.Tier == "x" && len(tags) > 0`, "customer.tier tags total", false},
		{Go, `now().Year() > 2000 && total > 1`, "total", true},
	} {
		env := shop()
		tree, ds := Parse(Source{Lang: c.lang, Text: c.text}, env)
		if tree == nil {
			t.Fatal(ds)
		}
		env.Infer(tree, types.BoolType)
		env.Solve()
		typed, ds := env.Check(tree, types.BoolType)
		if typed == nil {
			t.Fatalf("%s: %v", c.text, ds)
		}
		r := Reads(typed)
		var got []string
		for _, p := range r.Paths {
			got = append(got, p.String())
		}
		if strings.Join(got, " ") != c.want || r.Any != c.any || r.Any != (len(r.Reasons) > 0) {
			t.Errorf("%s: %v %v %v", c.text, got, r.Any, r.Reasons)
		}
	}
}

// TestBeanCall: a bean call becomes a required handler method whose signature
// its use tells.
func TestBeanCall(t *testing.T) {
	env := NewEnv()
	tree, ds := Parse(Source{Lang: JUEL, Text: "${pricing.isLarge(total, 'x') && total > 5}"}, env)
	if tree == nil {
		t.Fatal(ds)
	}
	env.Infer(tree, types.BoolType)
	env.Solve()
	typed, ds := env.Check(tree, types.BoolType)
	if typed == nil {
		t.Fatal(ds)
	}
	if len(typed.Host) != 1 {
		t.Fatalf("%d host calls", len(typed.Host))
	}
	h := typed.Host[0]
	if h.GoName != "PricingIsLarge" || h.Bean != "pricing" || len(h.Args) != 2 || h.Args[0].Kind != types.Int || h.Args[1].Kind != types.String || h.Result.Kind != types.Bool {
		t.Errorf("%+v", h)
	}
	em, err := Emit(typed, Refs{Var: refs().Var, Host: func(h *HostCall) Code { return Code{{Text: "h." + h.GoName}} }})
	if err != nil || em.Expr.String() != `feel.Keep[bool](&err)(h.PricingIsLarge(d.Total, "x")) && d.Total > 5` || !em.Fails {
		t.Errorf("%v %v", em.Expr, err)
	}
}

// TestSlip: an undeclared name near a declared one is most likely a slip.
func TestSlip(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"totl > 1", "BG3018 nothing declares totl; did you mean total?"},
		{"other > 1", ""},
		{"total2 > 1", ""},
	} {
		env := NewEnv()
		env.Declare("total", types.IntType, diag.Span{})
		tree, ds := Parse(Source{Lang: FEEL, Text: c.text}, env)
		if tree == nil {
			t.Fatal(ds)
		}
		env.Infer(tree, types.BoolType)
		got := ""
		for _, d := range env.Solve() {
			got += string(d.Code) + " " + d.Message
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}

// TestUnresolvedGoType: a Go type of the host whose fields are not known is looked
// into at run time.
func TestUnresolvedGoType(t *testing.T) {
	env := NewEnv()
	env.Declare("order", &types.Type{Kind: types.Named, Path: "example.com/shop/order", Name: "Order"}, diag.Span{})
	typed, ds := checkText(FEEL, env, `order.total > 100`, types.BoolType)
	if typed == nil {
		t.Fatal(ds)
	}
	em, err := Emit(typed, refs())
	if want := `feel.Must(&err, feel.Greater(feel.Member(any(d.Order), "total"), any(100)))`; err != nil || em.Expr.String() != want {
		t.Errorf("%s %v", em.Expr, err)
	}
	if v, err := Eval(typed, map[string]any{"order": map[string]any{"total": 120}}, clock); err != nil || v != true {
		t.Errorf("%v %v", v, err)
	}
}
