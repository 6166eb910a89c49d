package expr

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"sort"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// valueNode is a literal of a value of Eval.
func valueNode(v any) *Node {
	switch x := feel.Normalize(v).(type) {
	case []any:
		n := &Node{Op: ListLit}
		for _, e := range x {
			n.Kids = append(n.Kids, valueNode(e))
		}
		return n
	case feel.Context:
		n := &Node{Op: Context}
		for _, e := range x {
			n.Names = append(n.Names, e.Key)
			n.Kids = append(n.Kids, valueNode(e.Value))
		}
		return n
	default:
		return &Node{Op: Lit, Value: x}
	}
}

// TestCompiledTCK: the compiled code of every TCK case, and of our own of the
// built-in functions, yields what Eval yields.
func TestCompiledTCK(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a Go program")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command")
	}
	cases := builtinCases(t)
	if path := corpusIfAny("feel", "cases.json"); path != "" {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var more []tckCase
		if err := json.Unmarshal(b, &more); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, more...)
	}
	imports := map[string]bool{}
	var src bytes.Buffer
	src.WriteString("package main\n\ntype Data struct{}\n\nvar sets = []*Data{{}}\n\nvar funcs = []func(d *Data) (v any, err error){\n")
	type item struct{ id, text, want string }
	var list []item
	for _, c := range cases {
		vars, err := ParseVars(c.Vars)
		if err != nil {
			t.Fatal(err)
		}
		names := make([]string, 0, len(vars))
		for n := range vars {
			names = append(names, n)
		}
		sort.Strings(names)
		env := NewEnv()
		env.Strict = true
		for _, n := range names {
			env.Declare(n, TypeOfValue(vars[n]), diag.Span{})
		}
		typed, _ := checkText(FEEL, env, c.Expr, nil)
		if typed == nil {
			continue
		}
		want := "fault"
		norm := map[string]any{}
		for n, v := range vars {
			norm[normalName(n)] = v
		}
		if v, err := Eval(typed, norm, clock); err == nil {
			want = show(v)
		}
		code := Code{}
		for i, s := range env.Symbols() {
			cc := &checker{env: NewEnv(), lang: FEEL}
			root := cc.fit(cc.check(valueNode(vars[s.Name])), s.Type)
			if cc.failed {
				t.Fatalf("%s: %v", c.ID, cc.ds)
			}
			em, err := Emit(&Typed{Root: root}, Refs{})
			if err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			code = join(code, fmt.Sprintf("var v%d ", i), GoType(s.Type), " = ", em.Expr, "; _ = ", fmt.Sprintf("v%d; ", i))
		}
		dyn := *typed
		dyn.Root = &Node{Op: Convert, Type: types.AnyType, Kids: []*Node{typed.Root}}
		em, err := Emit(&dyn, Refs{Var: func(s *Symbol) Code { return Code{{Text: fmt.Sprintf("v%d", s.Index)}} }, Now: func() Code {
			return join(Code{{Text: "Date", Import: "time"}}, "(2024, 2, 29, 13, 14, 15, 0, ", Code{{Text: "UTC", Import: "time"}}, ")")
		}})
		if err != nil {
			t.Errorf("%s: %s: %v", c.ID, c.Expr, err)
			continue
		}
		fmt.Fprintf(&src, "func(d *Data) (v any, err error) { %s v = %s; return },\n", render(code, imports), render(em.Expr, imports))
		list = append(list, item{c.ID, strings.Join(strings.Fields(c.Expr), " "), want})
	}
	src.WriteString("}\n")
	lines := strings.Split(strings.TrimSpace(runProgram(t, src.String(), imports)), "\n")
	if len(lines) != len(list) {
		t.Fatalf("%d lines for %d cases", len(lines), len(list))
	}
	bad := 0
	for i, it := range list {
		var got []string
		if err := json.Unmarshal([]byte(lines[i]), &got); err != nil {
			t.Fatal(err)
		}
		if got[0] != it.want && it.text != "random number()" && !strings.Contains(it.want, "0x") {
			if bad++; bad < 40 {
				t.Errorf("%s: %s\n  compiled %s\n  eval     %s", it.id, it.text, got[0], it.want)
			}
		}
	}
	t.Logf("%d cases compiled, %d differ", len(list), bad)
}
