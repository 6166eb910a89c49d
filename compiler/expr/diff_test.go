package expr

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

var (
	diffSeed  = flag.Uint64("diff.seed", 1, "seed of the differential test")
	diffExprs = flag.Int("diff.exprs", 1000, "expressions of the differential test")
)

// diffData is the data that random expressions read.
func diffData() *types.Type {
	item := types.StructOf(
		types.Field{Name: "name", Go: "Name", Type: types.StringType}, types.Field{Name: "qty", Go: "Qty", Type: types.IntType},
		types.Field{Name: "cost", Go: "Cost", Type: types.DecimalType}, types.Field{Name: "gift", Go: "Gift", Type: types.OptionalOf(types.BoolType)})
	opt := types.OptionalOf
	return types.StructOf(
		types.Field{Name: "i", Go: "I", Type: types.IntType}, types.Field{Name: "j", Go: "J", Type: types.IntType},
		types.Field{Name: "small", Go: "Small", Type: &types.Type{Kind: types.Int, Basic: "int32"}},
		types.Field{Name: "f", Go: "F", Type: types.FloatType}, types.Field{Name: "g", Go: "G", Type: types.FloatType},
		types.Field{Name: "m", Go: "M", Type: types.DecimalType}, types.Field{Name: "n", Go: "N", Type: types.DecimalType},
		types.Field{Name: "s", Go: "S", Type: types.StringType}, types.Field{Name: "t", Go: "T", Type: types.StringType},
		types.Field{Name: "b", Go: "B", Type: types.BoolType}, types.Field{Name: "c", Go: "C", Type: types.BoolType},
		types.Field{Name: "oi", Go: "OI", Type: opt(types.IntType)}, types.Field{Name: "os", Go: "OS", Type: opt(types.StringType)},
		types.Field{Name: "ob", Go: "OB", Type: opt(types.BoolType)}, types.Field{Name: "om", Go: "OM", Type: opt(types.DecimalType)},
		types.Field{Name: "fo", Go: "FO", Type: opt(types.FloatType)},
		types.Field{Name: "d", Go: "D", Type: types.DateType}, types.Field{Name: "od", Go: "OD", Type: opt(types.DateType)},
		types.Field{Name: "dt", Go: "DT", Type: types.DateTimeType}, types.Field{Name: "du", Go: "DU", Type: types.DurationType},
		types.Field{Name: "ym", Go: "YM", Type: types.MonthsType}, types.Field{Name: "ti", Go: "TI", Type: types.TimeType},
		types.Field{Name: "is", Go: "IS", Type: types.ListOf(types.IntType)}, types.Field{Name: "ss", Go: "SS", Type: types.ListOf(types.StringType)},
		types.Field{Name: "ois", Go: "OIS", Type: types.ListOf(opt(types.IntType))},
		types.Field{Name: "item", Go: "Item", Type: item}, types.Field{Name: "oitem", Go: "OItem", Type: opt(item)},
		types.Field{Name: "items", Go: "Items", Type: types.ListOf(item)},
		types.Field{Name: "a", Go: "A", Type: types.AnyType}, types.Field{Name: "mm", Go: "MM", Type: types.MapOf(types.IntType)},
	)
}

// randomValue writes a FEEL literal of a type.
func randomValue(r *rand.Rand, t *types.Type) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	switch t.Kind {
	case types.Int:
		return pick("0", "1", "2", "3", "-1", "7", "10", "100", "-5")
	case types.Float:
		return pick("0", "0.5", "1", "-1.25", "2", "0.1", "100")
	case types.Decimal:
		return pick("0", "0.1", "0.2", "0.3", "1", "1.50", "-2.25", "100", "0.30", "3")
	case types.String:
		return pick(`""`, `"a"`, `"b"`, `"ab"`, `"gold"`, `"Żółw"`, `"abc"`)
	case types.Bool:
		return pick("true", "false")
	case types.Date:
		return pick(`@"2024-01-31"`, `@"2024-02-29"`, `@"2023-12-01"`)
	case types.DateTime:
		return pick(`@"2024-01-31T10:00:00Z"`, `@"2024-02-29T00:00:00Z"`, `@"2024-01-31T12:00:00+02:00"`)
	case types.Time:
		return pick(`@"10:00:00"`, `@"00:30:00"`, `@"23:59:59"`)
	case types.Duration:
		return pick(`@"PT1H"`, `@"P1D"`, `@"PT0S"`, `@"-PT30M"`)
	case types.Months:
		return pick(`@"P1M"`, `@"P1Y"`, `@"P0M"`)
	case types.Optional:
		if r.IntN(3) == 0 {
			return "null"
		}
		return randomValue(r, t.Elem)
	case types.List:
		n := r.IntN(4)
		var parts []string
		for range n {
			parts = append(parts, randomValue(r, t.Elem))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case types.Struct:
		var parts []string
		for _, f := range t.Fields {
			parts = append(parts, f.Name+": "+randomValue(r, f.Type))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case types.Map:
		return pick("{}", "{x: 1}", "{x: 2, y: 3}")
	}
	return pick("null", "1", `"a"`, "true", "0.5", "[1, 2]", "{qty: 1, name: \"a\"}", `@"2024-01-31"`)
}

// gen writes random FEEL of a kind.
type gen struct {
	r *rand.Rand
	// vars bound in the expression, by kind
	ints, items []string
}

func (g *gen) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *gen) of(kind string, depth int) string {
	if depth <= 0 {
		return g.leaf(kind)
	}
	d := depth - 1
	f := fmt.Sprintf
	switch kind {
	case "bool":
		switch g.r.IntN(22) {
		case 0, 1:
			return f("(%s and %s)", g.of("bool", d), g.of("bool", d))
		case 2, 3:
			return f("(%s or %s)", g.of("bool", d), g.of("bool", d))
		case 4:
			return f("not(%s)", g.of("bool", d))
		case 5, 6, 7:
			return f("%s %s %s", g.of("num", d), g.pick("=", "!=", "<", "<=", ">", ">="), g.of("num", d))
		case 8, 9:
			return f("%s %s %s", g.of("str", d), g.pick("=", "!=", "<", ">"), g.of("str", d))
		case 10:
			return f("%s between %s and %s", g.of("num", d), g.of("num", d), g.of("num", d))
		case 11:
			return f("%s in (%s, %s)", g.of("num", d), g.of("num", d), g.pick("> 5", "[1..3]", "(0..2)", "< 0"))
		case 12:
			return f("%s = null", g.leaf(g.pick("num", "str", "bool")))
		case 13:
			return f("%s(%s, %s)", g.pick("contains", "starts with", "ends with"), g.of("str", d), g.of("str", d))
		case 14:
			return f("%s x in %s satisfies %s", g.pick("some", "every"), g.of("ints", d), g.with("x", &g.ints, func() string { return g.of("bool", d) }))
		case 15:
			return f("%s %s %s", g.of("date", d), g.pick("=", "<", ">="), g.of("date", d))
		case 16:
			return f("(if %s then %s else %s)", g.of("bool", d), g.of("bool", d), g.of("bool", d))
		case 17:
			return f("list contains(%s, %s)", g.of("ints", d), g.of("int", d))
		case 18:
			return f("%s y in items satisfies %s", g.pick("some", "every"), g.with("y", &g.items, func() string { return g.of("bool", d) }))
		case 19:
			return f("a %s %s", g.pick("=", "<", ">"), g.leaf(g.pick("num", "str")))
		case 20:
			return f("(%s instance of %s)", g.of(g.pick("num", "str", "any"), d), g.pick("number", "string", "list<number>", "Any"))
		default:
			return f("%s = %s", g.of("ints", d), g.of("ints", d))
		}
	case "int":
		switch g.r.IntN(6) {
		case 0:
			return f("(%s + %s)", g.of("int", d), g.of("int", d))
		case 1:
			return f("(%s * %s)", g.of("int", d), g.of("int", d))
		case 2:
			return f("count(%s)", g.of("ints", d))
		case 3:
			return f("string length(%s)", g.of("str", d))
		case 4:
			return f("(%s - %s)", g.of("int", d), g.of("int", d))
		default:
			return f("(if %s then %s else %s)", g.of("bool", d), g.of("int", d), g.of("int", d))
		}
	case "num":
		switch g.r.IntN(16) {
		case 0, 1, 2:
			return f("(%s %s %s)", g.of("num", d), g.pick("+", "-", "*"), g.of("num", d))
		case 3:
			return f("(%s / %s)", g.of("num", d), g.of("num", d))
		case 4:
			return f("-%s", g.leaf("num"))
		case 5:
			return f("abs(%s)", g.of("num", d))
		case 6:
			return f("%s[%s]", g.of("ints", d), g.of("int", d))
		case 7:
			return f("(if %s then %s else %s)", g.of("bool", d), g.of("num", d), g.of("num", d))
		case 8:
			return f("%s(%s)", g.pick("sum", "min", "max"), g.of("ints", d))
		case 9:
			return f("%s(%s)", g.pick("floor", "ceiling"), g.of("num", d))
		case 10:
			return f("modulo(%s, %s)", g.of("num", d), g.of("num", d))
		case 11:
			return f("get or else(%s, %s)", g.of("num", d), g.of("num", d))
		case 12:
			return f("items[qty > %s][1].cost", g.of("int", d))
		case 13:
			return f("sum(items.%s)", g.pick("qty", "cost"))
		case 14:
			return f("%s.%s", g.of("date", d), g.pick("year", "month", "day"))
		default:
			return g.of("int", d)
		}
	case "str":
		switch g.r.IntN(8) {
		case 0:
			return f("(%s + %s)", g.of("str", d), g.of("str", d))
		case 1:
			return f("%s(%s)", g.pick("upper case", "lower case"), g.of("str", d))
		case 2:
			return f("substring(%s, %s)", g.of("str", d), g.of("int", d))
		case 3:
			return f("(if %s then %s else %s)", g.of("bool", d), g.of("str", d), g.of("str", d))
		case 4:
			return f("ss[%s]", g.of("int", d))
		case 5:
			return f("string(%s)", g.of(g.pick("int", "str"), d))
		case 6:
			return f("substring after(%s, %s)", g.of("str", d), g.of("str", d))
		default:
			return f("string join(%s, %s)", g.of("strs", d), g.of("str", d))
		}
	case "ints":
		switch g.r.IntN(8) {
		case 0:
			return f("is[item > %s]", g.of("int", d))
		case 1:
			return f("(for x in %s return %s)", g.of("ints", d), g.with("x", &g.ints, func() string { return g.of("int", d) }))
		case 2:
			return f("[%s, %s]", g.of("int", d), g.of("int", d))
		case 3:
			return f("concatenate(%s, %s)", g.of("ints", d), g.of("ints", d))
		case 4:
			return f("(for x in %s return %s)", g.pick("1..3", "1..i", "1..small", "1..oi", "oi..2", "[1..i]", "a", "ois"), g.pick("x * 2", "count(partial)", "x"))
		case 5:
			return f("reverse(%s)", g.of("ints", d))
		case 6:
			return f("items[%s].qty", g.with("item", &g.items, func() string { return g.of("bool", d) }))
		default:
			return g.leaf("ints")
		}
	case "strs":
		return g.pick("ss", "items.name", f("ss[item > %s]", g.of("str", d)), f("[%s, %s]", g.of("str", d), g.of("str", d)))
	case "date":
		return g.pick(f("(%s + %s)", g.of("date", d), g.pick("du", "ym", `@"P1D"`)), f("(%s - %s)", g.of("date", d), g.pick("du", "ym")), g.leaf("date"))
	case "any":
		return g.pick("a", "a.qty", "a[1]", f("{x: %s, y: x}", g.of("num", d)), f("[%s, %s]", g.of("num", d), g.of("str", d)), f("(if %s then %s else %s)", g.of("bool", d), g.of("num", d), g.of("str", d)), "oitem", "item", "mm.x", f("(a + %s)", g.of("int", d)))
	}
	return g.leaf(kind)
}

func (g *gen) with(name string, list *[]string, body func() string) string {
	*list = append(*list, name)
	s := body()
	*list = (*list)[:len(*list)-1]
	return s
}

func (g *gen) leaf(kind string) string {
	switch kind {
	case "bool":
		l := []string{"b", "c", "ob", "true", "item.gift", "oitem.gift"}
		for _, it := range g.items {
			l = append(l, it+".gift")
		}
		return g.pick(l...)
	case "int":
		l := append([]string{"i", "j", "small", "0", "1", "2", "item.qty"}, g.ints...)
		for _, it := range g.items {
			l = append(l, it+".qty")
		}
		return g.pick(l...)
	case "num":
		return g.pick(append([]string{"i", "j", "small", "f", "g", "m", "n", "oi", "om", "fo", "0", "1", "0.1", "0.3", "2", "item.cost", "oitem.qty", "mm.x", "du.hours"}, g.ints...)...)
	case "str":
		return g.pick("s", "t", "os", `"a"`, `""`, "item.name", "oitem.name")
	case "ints":
		return g.pick("is", "is", "[1, 2, 3]", "[]", "items.qty")
	case "date":
		return g.pick("d", "d", "od", `@"2024-01-31"`)
	}
	return "a"
}

// TestCompiledAgreesWithEval: random typed data and random expressions; the
// compiled code and the reference evaluation agree on every case (issue 3).
func TestCompiledAgreesWithEval(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a Go program")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command")
	}
	r := rand.New(rand.NewPCG(*diffSeed, 2))
	data := diffData()
	const sets = 100
	var src bytes.Buffer
	var values []feel.Context
	fmt.Fprintf(&src, "package main\n\nvar sets = []*Data{\n")
	imports := map[string]bool{feelImport: true}
	for len(values) < sets {
		text := randomValue(r, data)
		typed, ds := checkText(FEEL, NewEnv(), text, data)
		if typed == nil {
			t.Fatalf("data %s: %v", text, ds)
		}
		v, err := Eval(typed, nil, clock)
		if err != nil {
			t.Fatalf("data %s: %v", text, err)
		}
		em, err := Emit(typed, Refs{})
		if err != nil {
			t.Fatalf("data %s: %v", text, err)
		}
		values = append(values, v.(feel.Context))
		fmt.Fprintf(&src, "func() *Data { var err error; x := %s; if err != nil { panic(err) }; y := Data(x); return &y }(),\n", render(em.Expr, imports))
	}
	fmt.Fprintf(&src, "}\n\ntype Data %s\n\nvar funcs = []func(d *Data) (v any, err error){\n", render(GoType(data), imports))
	type item struct {
		text  string
		typed *Typed
	}
	var list []item
	refused := 0
	for len(list) < *diffExprs {
		lang, text := FEEL, ""
		switch g := (&gen{r: r}); r.IntN(10) {
		case 0, 1:
			lang, text = JUEL, "${"+(&juelGen{r}).of(pickOf(r, "bool", "num", "str"), 1+r.IntN(3))+"}"
		case 2:
			lang, text = Go, (&goGen{r}).of(pickOf(r, "bool", "int", "float", "str"), 1+r.IntN(3))
		case 3, 4:
			text = g.builtinCall()
		case 5, 6:
			text = g.odd(1 + r.IntN(3))
		default:
			text = g.of(g.pick("bool", "bool", "num", "str", "ints", "any", "date"), 1+r.IntN(4))
		}
		env := NewEnv()
		env.Strict = true
		for _, f := range data.Fields {
			env.Declare(f.Name, f.Type, diag.Span{})
		}
		// A place asks for a type: null is a fault there, and numbers are converted.
		want := []*types.Type{nil, nil, nil, types.BoolType, types.IntType, types.FloatType, types.DecimalType, types.OptionalOf(types.IntType), types.ListOf(types.IntType), types.StringType}[r.IntN(10)]
		typed, ds := checkText(lang, env, text, want)
		if typed == nil && want != nil {
			typed, ds = checkText(lang, env, text, nil)
		}
		if typed == nil {
			if refused++; refused > 4**diffExprs {
				t.Fatalf("too many expressions are refused, such as %s: %v", text, ds)
			}
			continue
		}
		dyn := *typed
		dyn.Root = &Node{Op: Convert, Type: types.AnyType, Kids: []*Node{typed.Root}}
		em, err := Emit(&dyn, Refs{Var: func(s *Symbol) Code {
			f, _ := data.Lookup(s.Name)
			return Code{{Text: "d." + f.Go}}
		}})
		if err != nil {
			if strings.Contains(err.Error(), "depends on the item") || strings.Contains(err.Error(), "more than two") {
				continue
			}
			t.Fatalf("%s: %v", text, err)
		}
		fmt.Fprintf(&src, "func(d *Data) (v any, err error) { v = %s; return }, // %d\n", render(em.Expr, imports), len(list))
		list = append(list, item{text, typed})
	}
	fmt.Fprintf(&src, "}\n")
	out := runProgram(t, src.String(), imports)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != len(list) {
		t.Fatalf("%d lines for %d expressions", len(lines), len(list))
	}
	bad := 0
	for i, it := range list {
		var got []string
		if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
			t.Fatal(err)
		}
		for j, v := range values {
			vars := map[string]any{}
			for _, e := range v {
				vars[e.Key] = e.Value
			}
			want := "fault"
			if x, err := Eval(it.typed, vars, clock); err == nil {
				want = show(x)
			}
			if got[j] != want {
				if bad++; bad < 12 {
					t.Errorf("%s\n  compiled %s\n  eval     %s\n  data %s", it.text, got[j], want, show(v))
				}
				break
			}
		}
	}
	t.Logf("%d expressions over %d data sets, %d differ; %d more were refused by the checker", len(list), sets, bad, refused)
}

func pickOf(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

func checkText(lang Lang, env *Env, text string, want *types.Type) (*Typed, []diag.Diagnostic) {
	tree, ds := Parse(Source{Lang: lang, Text: text}, env)
	if tree == nil {
		return nil, ds
	}
	if ds := env.Infer(tree, want); hasErrors(ds) {
		return nil, ds
	}
	if ds := env.Solve(); hasErrors(ds) {
		return nil, ds
	}
	return env.Check(tree, want)
}

// render is code as a file with these imports has it.
func render(c Code, imports map[string]bool) string {
	for _, p := range c {
		if p.Import != "" {
			imports[p.Import] = true
		}
	}
	return strings.ReplaceAll(c.String(), "v2.Float64", "rand.Float64")
}

// runProgram builds and runs a Go program of this module that is not on disk.
func runProgram(t *testing.T, body string, imports map[string]bool) string {
	t.Helper()
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	head := "package main\n\nimport (\n\t\"encoding/json\"\n\t\"fmt\"\n"
	for _, p := range []string{"math", "strconv", "strings", "time", "slices", "testing", "unicode/utf8", feelImport} {
		head += "\t\"" + p + "\"\n"
	}
	head += ")\n\nvar _ = math.Pi\nvar _ = strconv.Itoa\nvar _ = strings.ToLower\nvar _ = time.UTC\nvar _ = slices.Contains[[]int]\nvar _ = utf8.ValidString\nvar _ = testing.AllocsPerRun\n" + `
func main() {
	for i := range funcs {
		out := make([]string, len(sets))
		for j := range sets {
			out[j] = run(i, j)
		}
		b, err := json.Marshal(out)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(b))
	}
}

func run(i, j int) (s string) {
	defer func() {
		if recover() != nil {
			s = "fault"
		}
	}()
	v, err := funcs[i](sets[j])
	if err != nil {
		return "fault"
	}
	b, err := feel.MarshalValue(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
`
	tmp := t.TempDir()
	file := filepath.Join(tmp, "main.go")
	if err := os.WriteFile(file, []byte(head+strings.TrimPrefix(body, "package main\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(tmp, "overlay.json")
	b, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(wd, "diffprogram", "main.go"): file}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, b, 0o600); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(tmp, "prog")
	build := exec.Command("go", "build", "-overlay", overlay, "-o", bin, "./diffprogram")
	if out, err := build.CombinedOutput(); err != nil {
		keep := filepath.Join(os.TempDir(), "diffprogram.go")
		if b, err := os.ReadFile(file); err == nil {
			_ = os.WriteFile(keep, b, 0o600)
		}
		t.Fatalf("%v\n%s", err, out)
	}
	var stdout, stderr bytes.Buffer
	run := exec.Command(bin)
	run.Stdout, run.Stderr = &stdout, &stderr
	if err := run.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return stdout.String()
}
