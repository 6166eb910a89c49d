package expr

import (
	"go/ast"
	"go/token"
	gotypes "go/types"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// goExpr emits Go as it is written; only names are replaced: data by how the
// caller reads it, packages by qualified identifiers, now() by the clock.
func (e *emitter) goExpr(n *Node) ex {
	g := e.typed.gox
	root := n.goNode
	if root == nil || g == nil {
		return e.fail("the Go expression is not type-checked")
	}
	type change struct {
		at   Span
		code Code
	}
	var changes []change
	var walk func(n ast.Node) bool
	walk = func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.CallExpr:
			if id, ok := x.Fun.(*ast.Ident); ok && id.Name == "now" && g.syms["now"] == nil {
				if e.refs.Now == nil {
					e.fail("now() needs the engine's clock, and nothing gives it here")
					return false
				}
				e.clock = true
				changes = append(changes, change{g.syntax.span(x), e.refs.Now()})
				return false
			}
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok {
				if p, ok := g.info.Uses[id].(*gotypes.PkgName); ok {
					changes = append(changes, change{g.syntax.span(x), qualified(p.Imported().Path(), x.Sel.Name)})
					return false
				}
			}
			ast.Inspect(x.X, walk)
			return false
		case *ast.KeyValueExpr:
			ast.Inspect(x.Value, walk)
			return false
		case *ast.Ident:
			if _, isVar := g.info.Uses[x].(*gotypes.Var); isVar && g.syms[x.Name] != nil {
				changes = append(changes, change{g.syntax.span(x), e.goVar(g.syms[x.Name])})
			}
		}
		return true
	}
	ast.Inspect(root, walk)
	if e.err != nil {
		return primary("nil")
	}
	slices.SortFunc(changes, func(a, b change) int { return a.at.Off - b.at.Off })
	var out Code
	text, at := e.typed.Source.Text, 0
	for _, c := range changes {
		out = join(out, text[at:c.at.Off], c.code)
		at = c.at.Off + c.at.Len
	}
	return ex{join(out, text[at:]), goPrec(root)}
}

func (e *emitter) goVar(s *Symbol) Code {
	if e.refs.Var == nil {
		return e.fail("nothing tells how to read %s", s.Name).code
	}
	c := e.refs.Var(s)
	switch types.Resolve(s.Type).Kind {
	case types.DateTime:
		return join(c, ".GoTime(", qualified("time", "UTC"), ")")
	case types.Duration:
		return join(c, ".GoDuration()")
	}
	return c
}

func goPrec(x ast.Expr) int {
	switch x := x.(type) {
	case *ast.BinaryExpr:
		return x.Op.Precedence()
	case *ast.UnaryExpr, *ast.StarExpr:
		return precUnary
	}
	return precPrimary
}

// goTree makes the tree that Eval and Reads understand from checked Go.
type goTree struct {
	c *checker
	g *goTyped
	w *goWorld
}

func (t *goTree) kids(list ...ast.Expr) []*Node {
	out := make([]*Node, len(list))
	for i, e := range list {
		out[i] = t.node(e)
	}
	return out
}

func (t *goTree) node(e ast.Expr) *Node {
	tv := t.g.info.Types[e]
	n := &Node{Span: t.g.syntax.span(e), Type: types.AnyType}
	if tv.Type != nil {
		n.Type = t.w.back(tv.Type)
	}
	if tv.Value != nil {
		if v := goConstant(tv.Value); v != nil {
			n.Op, n.Value = Lit, v
			if x, err := conform(v, n.Type); err == nil {
				n.Value = x
			}
			return n
		}
	}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return t.node(x.X)
	case *ast.Ident:
		if s := t.g.syms[x.Name]; s != nil {
			n.Op, n.Sym, n.Name, n.Type = Var, s, s.Name, s.Type
			return n
		}
		if x.Name == "nil" {
			n.Op, n.Type = Lit, types.NullType
			return n
		}
	case *ast.BinaryExpr:
		if op, ok := goBinary[x.Op]; ok {
			n.Op, n.Kids = op, t.kids(x.X, x.Y)
			return n
		}
	case *ast.UnaryExpr:
		switch x.Op {
		case token.SUB:
			n.Op, n.Kids = Neg, t.kids(x.X)
			return n
		case token.NOT:
			n.Op, n.Kids = Not, t.kids(x.X)
			return n
		case token.ADD:
			return t.node(x.X)
		}
	case *ast.StarExpr:
		n.Op, n.Kids, n.mode = Convert, t.kids(x.X), nullFail
		return n
	case *ast.SelectorExpr:
		if sel := t.g.info.Selections[x]; sel != nil && sel.Kind() == gotypes.FieldVal {
			return t.field(n, x)
		}
	case *ast.IndexExpr:
		n.Op, n.Kids = Index, t.kids(x.X, x.Index)
		return n
	case *ast.CallExpr:
		return t.call(n, x)
	}
	n.Op = GoExpr
	c := &goConverter{src: t.c.src, base: t.g.syntax.base}
	probe := &Node{}
	c.names(e, probe)
	for _, k := range probe.Kids {
		t.reads(k, n)
	}
	return n
}

// reads adds the variables under an untyped node to an opaque one.
func (t *goTree) reads(k, into *Node) {
	if k.Op == Name {
		if s := t.g.syms[k.Name]; s != nil {
			into.Kids = append(into.Kids, &Node{Op: Var, Span: k.Span, Name: s.Name, Sym: s, Type: s.Type})
		}
		return
	}
	for _, x := range k.Kids {
		t.reads(x, into)
	}
}

// field is a field by the name that the data's type has for it.
func (t *goTree) field(n *Node, x *ast.SelectorExpr) *Node {
	recv := t.node(x.X)
	n.Op, n.Name, n.Kids = Field, x.Sel.Name, []*Node{recv}
	for _, f := range fieldsOf(types.NonNull(recv.Type)) {
		if goField(f) == x.Sel.Name {
			n.Name, n.Type = f.Name, types.Resolve(f.Type)
		}
	}
	return n
}

// call is a conversion, a builtin function, or a function of a package.
func (t *goTree) call(n *Node, x *ast.CallExpr) *Node {
	if t.g.info.Types[x.Fun].IsType() && len(x.Args) == 1 {
		n.Op, n.Name, n.Kids = GoCall, "convert", t.kids(x.Args...)
		return n
	}
	if id, ok := x.Fun.(*ast.Ident); ok {
		n.Op, n.Name, n.Kids = GoCall, id.Name, t.kids(x.Args...)
		return n
	}
	sel, ok := x.Fun.(*ast.SelectorExpr)
	if !ok {
		n.Op = GoExpr
		n.Kids = t.kids(x.Args...)
		return n
	}
	n.Op = GoCall
	if id, ok := sel.X.(*ast.Ident); ok {
		if _, pkg := t.g.info.Uses[id].(*gotypes.PkgName); pkg {
			n.Name, n.Kids = id.Name+"."+sel.Sel.Name, t.kids(x.Args...)
			return n
		}
	}
	n.Name, n.Kids = "."+sel.Sel.Name, append(t.kids(sel.X), t.kids(x.Args...)...)
	return n
}
