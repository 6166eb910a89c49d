package expr

import (
	"errors"
	"go/ast"
	"go/constant"
	"go/token"
	gotypes "go/types"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// goTyped is what go/types says of a Go expression.
type goTyped struct {
	syntax *goSyntax
	info   *gotypes.Info
	syms   map[string]*Symbol // by the name that the Go text uses
}

// checkGo checks a Go expression with go/types against the scope's data. The
// text is kept as it is written; beside it stands the tree that Eval and Reads
// understand.
func (c *checker) checkGo(tree *Tree, want *types.Type) (*Typed, []diag.Diagnostic) {
	stubs, err := stubPackages()
	if err != nil {
		c.errorf("BG3015", tree.Root.Span, "report it: this is a bug of bpmngen", "%v", err)
		return nil, c.ds
	}
	g := &goTyped{syntax: tree.Go, syms: map[string]*Symbol{}}
	pkg := gotypes.NewPackage("data", "data")
	w := &goWorld{stubs: stubs, pkg: pkg, structs: map[*types.Type]gotypes.Type{}}
	ast.Inspect(tree.Go.expr, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || pkg.Scope().Lookup(id.Name) != nil {
			return true
		}
		if s, ok := c.env.Lookup(id.Name); ok {
			g.syms[id.Name] = s
			pkg.Scope().Insert(gotypes.NewVar(token.NoPos, pkg, id.Name, w.variable(s.Type)))
		} else if id.Name == "now" {
			sig := gotypes.NewSignatureType(nil, nil, nil, nil, gotypes.NewTuple(gotypes.NewVar(token.NoPos, nil, "", stubs["time"].Scope().Lookup("Time").Type())), false)
			pkg.Scope().Insert(gotypes.NewFunc(token.NoPos, pkg, "now", sig))
		} else if p := stubs[id.Name]; p != nil {
			pkg.Scope().Insert(gotypes.NewPkgName(token.NoPos, pkg, id.Name, p))
		}
		return true
	})
	g.info = &gotypes.Info{Types: map[ast.Expr]gotypes.TypeAndValue{}, Uses: map[*ast.Ident]gotypes.Object{}, Selections: map[*ast.SelectorExpr]*gotypes.Selection{}}
	if err := gotypes.CheckExpr(tree.Go.fset, pkg, token.NoPos, tree.Go.expr, g.info); err != nil {
		c.goError(tree, err)
		return nil, c.ds
	}
	tv := g.info.Types[tree.Go.expr]
	if !tv.IsValue() {
		c.errorf("BG3015", tree.Root.Span, "write an expression with one value", "the Go expression has no value")
		return nil, c.ds
	}
	t := w.back(tv.Type)
	conv := &goTree{c: c, g: g, w: w}
	inner := conv.node(tree.Go.expr)
	root := &Node{Op: GoExpr, Span: tree.Root.Span, Type: t, Kids: []*Node{inner}, goNode: tree.Go.expr}
	if want != nil {
		root = c.fit(root, want)
	}
	if c.failed {
		return nil, c.ds
	}
	return &Typed{Source: tree.Source, Root: root, Type: root.Type, env: c.env, gox: g}, c.ds
}

// goError turns an error of go/types into a diagnostic at its place.
func (c *checker) goError(tree *Tree, err error) {
	var te gotypes.Error
	at, msg := tree.Root.Span, err.Error()
	if errors.As(err, &te) {
		msg = te.Msg
		if off := int(te.Pos) - tree.Go.base; off >= 0 && off < len(tree.Source.Text) {
			at = Span{off, 1}
			ast.Inspect(tree.Go.expr, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.Pos() == te.Pos {
					at = tree.Go.span(id)
				}
				return true
			})
		}
	}
	c.failed = true
	if name, ok := strings.CutPrefix(msg, "undefined: "); ok {
		n := &Node{Name: name, Span: at}
		if strings.Contains(name, ".") {
			c.errorf("BG3015", at, "use a pure function of strings, strconv, math, slices, time or utf8, or name a host function", "%s can't be used in an expression", name)
			return
		}
		c.ds = append(c.ds, unknownName(c.src, n, c.env))
		return
	}
	c.errorf("BG3015", at, "mend the Go expression", "%s", strings.ReplaceAll(msg, "data.", ""))
}

// goWorld maps data types to go/types and back.
type goWorld struct {
	stubs   map[string]*gotypes.Package
	pkg     *gotypes.Package
	structs map[*types.Type]gotypes.Type
}

// variable is the Go type of a variable: a date and time is a time.Time, a
// duration a time.Duration.
func (w *goWorld) variable(t *types.Type) gotypes.Type {
	switch types.Resolve(t).Kind {
	case types.DateTime:
		return w.stubs["time"].Scope().Lookup("Time").Type()
	case types.Duration:
		return w.stubs["time"].Scope().Lookup("Duration").Type()
	}
	return w.goType(t, 0)
}

func (w *goWorld) goType(t *types.Type, depth int) gotypes.Type {
	t = types.Resolve(t)
	if depth > 32 {
		return gotypes.Universe.Lookup("any").Type()
	}
	switch t.Kind {
	case types.Bool:
		return gotypes.Typ[gotypes.Bool]
	case types.String:
		return gotypes.Typ[gotypes.String]
	case types.Int, types.Float:
		if o := gotypes.Universe.Lookup(GoType(t).String()); o != nil {
			return o.Type()
		}
	case types.Bytes:
		return gotypes.NewSlice(gotypes.Typ[gotypes.Byte])
	case types.List:
		return gotypes.NewSlice(w.goType(t.Elem, depth+1))
	case types.Map:
		return gotypes.NewMap(gotypes.Typ[gotypes.String], w.goType(t.Elem, depth+1))
	case types.Optional:
		return gotypes.NewPointer(w.goType(t.Elem, depth+1))
	case types.Struct, types.Named:
		return w.structType(t, depth)
	}
	if name, ok := feelTypes[t.Kind]; ok {
		return w.stubs["feel"].Scope().Lookup(name).Type()
	}
	return gotypes.Universe.Lookup("any").Type()
}

func (w *goWorld) structType(t *types.Type, depth int) gotypes.Type {
	if g, ok := w.structs[t]; ok {
		return g
	}
	if t.Kind == types.Named && t.Path == "time" {
		if o := w.stubs["time"].Scope().Lookup(t.Name); o != nil {
			return o.Type()
		}
	}
	name := t.Name
	if name == "" {
		name = "data"
	}
	pkg := w.pkg
	if t.Path != "" {
		pkg = gotypes.NewPackage(t.Path, lastSegment(t.Path))
	}
	named := gotypes.NewNamed(gotypes.NewTypeName(token.NoPos, pkg, name, nil), nil, nil)
	w.structs[t] = named
	sh := types.Shape(t)
	if sh.Kind != types.Struct && len(t.Fields) == 0 {
		if sh.Kind == types.Named {
			named.SetUnderlying(gotypes.NewStruct(nil, nil))
			return named
		}
		named.SetUnderlying(w.goType(sh, depth+1).Underlying())
		return named
	}
	var fields []*gotypes.Var
	for _, f := range fieldsOf(t) {
		fields = append(fields, gotypes.NewField(token.NoPos, w.pkg, goField(f), w.goType(f.Type, depth+1), false))
	}
	named.SetUnderlying(gotypes.NewStruct(fields, nil))
	return named
}

// back is the data type of a Go type.
func (w *goWorld) back(g gotypes.Type) *types.Type {
	for t, s := range w.structs {
		if gotypes.Identical(s, g) {
			return t
		}
	}
	if n, ok := g.(*gotypes.Named); ok && n.Obj().Pkg() != nil {
		path := n.Obj().Pkg().Path()
		if path == feelImport {
			for k, name := range feelTypes {
				if name == n.Obj().Name() {
					return &types.Type{Kind: k}
				}
			}
		}
		t := &types.Type{Kind: types.Named, Path: path, Name: n.Obj().Name()}
		switch {
		case path == "time" && t.Name == "Time":
			t.Under = types.DateTimeType
		case path == "time" && t.Name == "Duration":
			t.Under = types.DurationType
		default:
			t.Under = w.back(n.Underlying())
		}
		return t
	}
	switch x := g.(type) {
	case *gotypes.Basic:
		info := x.Info()
		switch {
		case info&gotypes.IsBoolean != 0:
			return types.BoolType
		case info&gotypes.IsString != 0:
			return types.StringType
		case info&gotypes.IsUntyped != 0 && info&gotypes.IsInteger != 0:
			return types.IntType
		case info&gotypes.IsUntyped != 0 && info&gotypes.IsFloat != 0:
			return types.FloatType
		case info&gotypes.IsInteger != 0:
			if x.Kind() == gotypes.Int64 {
				return types.IntType
			}
			return &types.Type{Kind: types.Int, Basic: x.Name()}
		case info&gotypes.IsFloat != 0:
			if x.Kind() == gotypes.Float64 {
				return types.FloatType
			}
			return &types.Type{Kind: types.Float, Basic: x.Name()}
		}
	case *gotypes.Slice:
		return types.ListOf(w.back(x.Elem()))
	case *gotypes.Map:
		return types.MapOf(w.back(x.Elem()))
	case *gotypes.Pointer:
		return types.OptionalOf(w.back(x.Elem()))
	}
	return types.AnyType
}

// goConstant is the value of a constant expression as Eval has it.
func goConstant(v constant.Value) any {
	switch v.Kind() {
	case constant.Bool:
		return constant.BoolVal(v)
	case constant.String:
		return constant.StringVal(v)
	case constant.Int:
		if i, ok := constant.Int64Val(v); ok {
			return i
		}
	case constant.Float:
		f, _ := constant.Float64Val(v)
		return f
	}
	return nil
}

// goCall takes what a Go function's parameters tell of its arguments.
func (in *inferer) goCall(n *Node) *types.Type {
	args := in.kids(n)
	str := func() {
		for i, a := range args {
			if r := types.NonNull(a); r.Kind == types.Var {
				in.s.unify(a, types.StringType, in.use(n.Kids[i]), n.Name, 0)
			}
		}
	}
	switch n.Name {
	case "len":
		return &types.Type{Kind: types.Int, Basic: "int"}
	case "int", "int64", "int32", "float64", "float32", "uint", "uint64":
		for i, a := range args {
			in.s.number(a, types.Int, in.use(n.Kids[i]), n.Name)
		}
		if strings.HasPrefix(n.Name, "float") {
			return types.FloatType
		}
		return types.IntType
	case "string":
		return types.StringType
	case "now":
		return types.DateTimeType
	case "strings.Contains", "strings.HasPrefix", "strings.HasSuffix", "strings.EqualFold", "strings.ContainsAny":
		str()
		return types.BoolType
	case "strings.ToUpper", "strings.ToLower", "strings.TrimSpace", "strings.ReplaceAll", "strings.Trim", "strings.TrimPrefix", "strings.TrimSuffix":
		str()
		return types.StringType
	case "slices.Contains":
		if len(args) == 2 {
			in.s.unify(args[0], types.ListOf(args[1]), in.use(n), n.Name, 0)
		}
		return types.BoolType
	}
	if strings.HasPrefix(n.Name, "math.") {
		for i, a := range args {
			in.s.number(a, types.Float, in.use(n.Kids[i]), n.Name)
		}
		if !slices.Contains([]string{"math.IsNaN", "math.IsInf"}, n.Name) {
			return types.FloatType
		}
		return types.BoolType
	}
	return in.s.fresh("")
}
