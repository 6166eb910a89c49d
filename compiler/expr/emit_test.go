package expr

import (
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// shop is a scope with declared data.
func shop() *Env {
	env := NewEnv()
	env.Strict = true
	customer := &types.Type{Kind: types.Struct, Name: "Customer", Fields: []types.Field{
		{Name: "tier", Go: "Tier", Type: types.StringType}, {Name: "age", Go: "Age", Type: types.OptionalOf(types.IntType)},
	}}
	for _, v := range []struct {
		name string
		t    *types.Type
	}{
		{"total", types.IntType}, {"price", types.FloatType}, {"net", types.DecimalType}, {"customer", customer}, {"ok", types.BoolType},
		{"maybe", types.OptionalOf(types.BoolType)}, {"count", types.OptionalOf(types.IntType)}, {"name", types.StringType},
		{"tags", types.ListOf(types.StringType)}, {"lines", types.ListOf(customer)}, {"due", types.DateType}, {"data", types.AnyType},
		{"attrs", types.MapOf(types.StringType)}, {"Full Name", types.StringType}, {"dept", types.ListOf(types.IntType)}, {"nick", types.OptionalOf(types.StringType)},
	} {
		env.Declare(v.name, v.t, diag.Span{})
	}
	return env
}

func refs() Refs {
	return Refs{Var: func(s *Symbol) Code { return Code{{Text: "d." + exportedName(s.Name, nil)}} }, Now: func() Code { return Code{{Text: "now"}} }}
}

func compile(t *testing.T, lang Lang, text string, want *types.Type) (*Typed, Emission) {
	t.Helper()
	env := shop()
	tree, ds := Parse(Source{Lang: lang, Text: text}, env)
	if tree == nil {
		t.Fatalf("%s: %v", text, ds)
	}
	if ds := env.Infer(tree, want); hasErrors(ds) {
		t.Fatalf("%s: %v", text, ds)
	}
	env.Solve()
	typed, ds := env.Check(tree, want)
	if typed == nil {
		t.Fatalf("%s: %v", text, ds)
	}
	em, err := Emit(typed, refs())
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return typed, em
}

// TestEmitPlain: what Go has is emitted as Go (issue 3: no call, no allocation).
func TestEmitPlain(t *testing.T) {
	for _, c := range []struct {
		lang       Lang
		text, want string
	}{
		{FEEL, `total > 100 and customer.tier = "gold"`, `d.Total > 100 && d.Customer.Tier == "gold"`},
		{FEEL, `total > 100 or (ok and not(ok))`, `d.Total > 100 || d.Ok && !d.Ok`},
		{FEEL, `(total > 1 or ok) and ok`, `(d.Total > 1 || d.Ok) && d.Ok`},
		{FEEL, `total between 1 and 10`, `d.Total >= 1 && d.Total <= 10`},
		{FEEL, `total in [1..10)`, `d.Total >= 1 && d.Total < 10`},
		{FEEL, `name in ("a", "b")`, `d.Name == "a" || d.Name == "b"`},
		{FEEL, `contains(name, "a")`, `strings.Contains(d.Name, "a")`},
		{FEEL, `price * 2 > 0.5`, `d.Price * 2 > 0.5`},
		{FEEL, `count = null`, `d.Count == nil`},
		{FEEL, `count = 5`, `d.Count != nil && *d.Count == 5`},
		{FEEL, `Full Name = "x"`, `d.FullName == "x"`},
		{FEEL, `total + 1 > 5`, `feel.AddChecked(&err, d.Total, 1) > 5`},
		{FEEL, `ok = true`, `d.Ok`},
		{FEEL, `ok != true`, `!d.Ok`},
		{FEEL, `net > 0.5`, `d.Net.Cmp(feel.DecimalLiteral("0.5")) > 0`},
		{FEEL, `total / 2 > 3`, `feel.DecimalFromInt(d.Total).Quo(feel.DecimalFromInt(2)).Cmp(feel.DecimalFromInt(3)) > 0`},
		{JUEL, `${total > 100 && customer.tier == 'gold'}`, `d.Total > 100 && d.Customer.Tier == "gold"`},
		{JUEL, `${count gt 5}`, `d.Count != nil && *d.Count > 5`},
		{JUEL, `${empty name}`, `d.Name == ""`},
		{JUEL, `${not empty tags}`, `len(d.Tags) != 0`},
		{JUEL, `${name.startsWith("a")}`, `strings.HasPrefix(d.Name, "a")`},
		{JUEL, `${name.equals('x')}`, `d.Name == "x"`},
	} {
		_, em := compile(t, c.lang, c.text, types.BoolType)
		if got := em.Expr.String(); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}
