package expr

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
)

// parseGo parses a Go expression, or the qualified name of a host function.
// The tree of what inference and evaluation understand stands beside the Go
// syntax, which is emitted as written.
func parseGo(src Source) (*Tree, []diag.Diagnostic) {
	text := src.Text
	if hostFunction.MatchString(text) {
		dot := strings.LastIndexByte(text, '.')
		call := &HostCall{Span: Span{0, len(text)}, Path: text[:dot], Method: text[dot+1:], GoName: text[dot+1:], Data: true}
		n := &Node{Op: Host, Span: call.Span, Name: call.Method, Call: call}
		return &Tree{Source: src, Root: n, Host: []*HostCall{call}}, nil
	}
	if d := goDepth(text); d >= 0 {
		return nil, []diag.Diagnostic{src.diagnostic("BG3002", Span{d, 1}, "expression is nested more than %d deep", maxDepth).
			WithFix("split the expression, or move it into a host function")}
	}
	fset := token.NewFileSet()
	e, err := parser.ParseExprFrom(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		at, msg := Span{0, len(text)}, err.Error()
		var list scanner.ErrorList
		if errors.As(err, &list) && len(list) > 0 {
			off := min(list[0].Pos.Offset, len(text))
			at, msg = Span{off, min(1, len(text)-off)}, list[0].Msg
		}
		return nil, []diag.Diagnostic{src.diagnostic("BG3001", at, "the Go expression can't be parsed: %s", msg).WithFix(fixSyntax)}
	}
	c := &goConverter{src: src, base: int(e.Pos())}
	if f := fset.File(e.Pos()); f != nil {
		c.base = f.Base()
	}
	if bad := c.forbidden(e); bad != nil {
		return nil, []diag.Diagnostic{*bad}
	}
	return &Tree{Source: src, Root: c.convert(e), Go: &goSyntax{fset: fset, expr: e, base: c.base}}, nil
}

// goSyntax is the Go side of a tree.
type goSyntax struct {
	fset *token.FileSet
	expr ast.Expr
	base int
}

func (g *goSyntax) span(n ast.Node) Span {
	return Span{int(n.Pos()) - g.base, int(n.End()) - int(n.Pos())}
}

// goDepth returns where brackets or prefix operators nest too deep for the
// parser of the standard library, -1 where they don't.
func goDepth(text string) int {
	depth, run := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
			run = 0
		case ')', ']', '}':
			depth--
			run = 0
		case '!', '-', '+', '*', '&', '^', '<', '~':
			run++
		case ' ', '\t', '\n', '\r':
		default:
			run = 0
		}
		if depth > maxDepth || run > maxDepth {
			return i
		}
	}
	return -1
}

type goConverter struct {
	src  Source
	base int
}

func (c *goConverter) span(n ast.Node) Span {
	return Span{int(n.Pos()) - c.base, int(n.End()) - int(n.Pos())}
}

// forbidden finds what an expression of a model must not hold: code that
// writes, waits or runs on.
func (c *goConverter) forbidden(e ast.Expr) (bad *diag.Diagnostic) {
	depth := 0
	ast.Inspect(e, func(n ast.Node) bool {
		if n == nil {
			depth--
			return true
		}
		if depth++; bad != nil {
			return true
		}
		what := ""
		switch x := n.(type) {
		case *ast.FuncLit:
			what = "a function literal"
		case *ast.UnaryExpr:
			switch x.Op {
			case token.ARROW:
				what = "a channel receive"
			case token.AND:
				what = "taking an address"
			}
		case *ast.BadExpr:
			what = "a syntax error"
		}
		if depth > maxDepth*4 {
			d := c.src.diagnostic("BG3002", c.span(n), "expression is nested more than %d deep", maxDepth*4).
				WithFix("split the expression, or move it into a host function")
			bad = &d
		} else if what != "" {
			d := c.src.diagnostic("BG3001", c.span(n), "%s has no place in an expression", what).
				WithFix(`move it into a host function and name that one: example.com/shop/order.IsLarge`)
			bad = &d
		}
		return true
	})
	return bad
}

var goBinary = map[token.Token]Op{
	token.ADD: Add, token.SUB: Sub, token.MUL: Mul, token.QUO: Div, token.REM: Mod, token.EQL: Eq, token.NEQ: Ne,
	token.LSS: Lt, token.LEQ: Le, token.GTR: Gt, token.GEQ: Ge, token.LAND: And, token.LOR: Or,
}

// convert makes a node; what it does not know becomes an opaque GoExpr whose
// kids are the variables inside it, so that reads stay exact.
func (c *goConverter) convert(e ast.Expr) *Node {
	n := &Node{Span: c.span(e), goNode: e}
	switch x := e.(type) {
	case *ast.ParenExpr:
		return c.convert(x.X)
	case *ast.Ident:
		switch x.Name {
		case "true", "false":
			n.Op, n.Value = Lit, x.Name == "true"
		case "nil":
			n.Op = Lit
		default:
			n.Op, n.Name = Name, x.Name
		}
		return n
	case *ast.BasicLit:
		v := constant.MakeFromLiteral(x.Value, x.Kind, 0)
		switch x.Kind {
		case token.INT, token.CHAR:
			if i, exact := constant.Int64Val(constant.ToInt(v)); exact {
				n.Op, n.Value = Lit, i
				return n
			}
		case token.FLOAT:
			f, _ := constant.Float64Val(v)
			n.Op, n.Value = Lit, f
			return n
		case token.STRING:
			n.Op, n.Value = Lit, constant.StringVal(v)
			return n
		}
	case *ast.BinaryExpr:
		if op, ok := goBinary[x.Op]; ok {
			n.Op, n.Kids = op, []*Node{c.convert(x.X), c.convert(x.Y)}
			return n
		}
	case *ast.UnaryExpr:
		switch x.Op {
		case token.SUB:
			n.Op, n.Kids = Neg, []*Node{c.convert(x.X)}
			return n
		case token.NOT:
			n.Op, n.Kids = Not, []*Node{c.convert(x.X)}
			return n
		case token.ADD:
			return c.convert(x.X)
		}
	case *ast.SelectorExpr:
		n.Op, n.Name, n.Kids, n.nameSpan = Field, x.Sel.Name, []*Node{c.convert(x.X)}, c.span(x.Sel)
		return n
	case *ast.IndexExpr:
		n.Op, n.Kids = Index, []*Node{c.convert(x.X), c.convert(x.Index)}
		return n
	case *ast.CallExpr:
		sel, selects := x.Fun.(*ast.SelectorExpr)
		id, named := x.Fun.(*ast.Ident)
		switch {
		case x.Ellipsis.IsValid():
		case selects && goPackages[packageOf(sel)]:
			n.Op, n.Name, n.nameSpan = Call, callName(sel), c.span(sel)
		case selects:
			n.Op, n.Name, n.nameSpan = Method, sel.Sel.Name, c.span(sel.Sel)
			n.Kids = []*Node{c.convert(sel.X)}
		case named:
			n.Op, n.Name, n.nameSpan = Call, id.Name, c.span(id)
		}
		if n.Op != BadOp {
			for _, a := range x.Args {
				n.Kids = append(n.Kids, c.convert(a))
			}
			return n
		}
	}
	n.Op = GoExpr
	c.names(e, n)
	return n
}

// names collects the sub-expressions of what can't be converted.
func (c *goConverter) names(e ast.Expr, into *Node) {
	ast.Inspect(e, func(m ast.Node) bool {
		switch x := m.(type) {
		case *ast.SelectorExpr:
			if goPackages[packageOf(x)] {
				return false
			}
			if callName(x) != "" {
				into.Kids = append(into.Kids, c.convert(x))
				return false
			}
			ast.Inspect(x.X, func(k ast.Node) bool {
				if id, ok := k.(*ast.Ident); ok {
					into.Kids = append(into.Kids, &Node{Op: Name, Name: id.Name, Span: c.span(id), goNode: id})
				}
				return true
			})
			return false
		case *ast.KeyValueExpr:
			c.names(x.Value, into)
			return false
		case *ast.Ident:
			into.Kids = append(into.Kids, &Node{Op: Name, Name: x.Name, Span: c.span(x), goNode: x})
		}
		return true
	})
}

// callName is the dotted name of a function, "" where it is none.
func callName(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		if p := callName(x.X); p != "" {
			return p + "." + x.Sel.Name
		}
	}
	return ""
}

func packageOf(x *ast.SelectorExpr) string {
	if id, ok := x.X.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
