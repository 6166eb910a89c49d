package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// split takes the target of a mapping apart: `parcel.code` is the part code of
// the value parcel. False where it is no path of names (S3.4).
func (mv *move) split() bool {
	path := strings.Split(mv.name, ".")
	for i, p := range path {
		path[i] = strings.TrimSpace(p)
		if path[i] == "" || strings.ContainsAny(p, "[]") {
			return false
		}
	}
	if mv.name = path[0]; len(path) > 1 {
		mv.path = path[1:]
	}
	return true
}

// target is the type that a mapping's value must have: that of the symbol, or
// of the part of it that the mapping writes.
func (mv move) target(env *expr.Env, sym *expr.Symbol) func() typeOf {
	if len(mv.path) == 0 {
		return func() typeOf { return sym.Type }
	}
	part := env.Part(sym.Type, mv.path, mv.nameAt)
	return func() typeOf {
		if t, _, ok := partOf(sym.Type, mv.path); ok {
			return t
		}
		return part
	}
}

// partOf follows a path of struct fields. Where that ends early, t is what has no such field, and n how far it came.
func partOf(t *types.Type, path []string) (of typeOf, n int, ok bool) {
	t = types.Resolve(t)
	for i, name := range path {
		f, ok := t.Lookup(name)
		if !ok || types.Shape(t).Kind != types.Struct {
			return t, i, false
		}
		t = types.Resolve(f.Type)
	}
	return t, len(path), true
}

// fits says that a mapping writes to a part of what has no such part that can be written alone.
func (mv move) fits(n *graph.Node, sym *expr.Symbol) func() *diag.Diagnostic {
	if len(mv.path) == 0 {
		return nil
	}
	return func() *diag.Diagnostic {
		t, i, ok := partOf(sym.Type, mv.path)
		if ok {
			return nil
		}
		whole := strings.Join(append([]string{mv.name}, mv.path[:i]...), ".")
		d := n.Report(CodeNoPart, mv.nameAt, "%s has no part %s that a mapping can write: its type is %s", whole, mv.path[i], t)
		switch shape := types.Shape(t); {
		case shape.Kind == types.Struct:
			var names []string
			for _, f := range t.Fields {
				names = append(names, f.Name)
			}
			if best, ok := graph.Suggest(mv.path[i], names); ok {
				d = d.WithFix("did you mean %s.%s?", whole, best)
			} else {
				d = d.WithFix("write to one of its fields: %s", strings.Join(names, ", "))
			}
		default:
			d = d.WithFix("write %s as a whole", whole)
		}
		return &d
	}
}

// unreadable reports a parameter of Camunda 7 whose value is built by elements:
// a list, a map or a script, which an interpreter would have to read.
func (b *builder) unreadable(n *graph.Node) {
	for _, x := range n.Extensions {
		if (x.Name.Space != camundaNS && x.Name.Space != flowableNS) || x.Name.Local != "inputOutput" {
			continue
		}
		for _, c := range x.Children {
			if len(c.Children) == 0 {
				continue
			}
			v := c.Children[0]
			d := n.Report(CodeBuiltValue, v.Span, "a %s as the value of a parameter of %s is not compiled", graph.Words(v.Name.Local), n.Label())
			b.bag.Add(d.WithFix("%s", instead(v)))
		}
	}
}

func instead(v *bpmn.Raw) string {
	switch v.Name.Local {
	case "script":
		return "write an expression (${...}), or compute the value in a task in front"
	case "list":
		return "let a variable hold the list, and write ${variable}"
	case "map":
		return "let a variable hold the values, and write ${variable}; or write one parameter a value"
	}
	return "write an expression (${...})"
}
