package expr

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Check types a tree against its scope. want is the type that its place asks
// for (types.BoolType for a condition), nil for any; the value is converted to
// it, and a null where want has none is a fault at run time (S3.5). A nil Typed
// comes with at least one error.
func (e *Env) Check(tree *Tree, want *types.Type) (*Typed, []diag.Diagnostic) {
	if tree == nil || tree.Root == nil {
		return nil, nil
	}
	c := &checker{env: e, src: tree.Source, lang: tree.Source.Lang}
	if tree.Go != nil {
		return c.checkGo(tree, want)
	}
	root := c.check(tree.Root)
	if want != nil && !c.failed {
		root = c.fit(root, want)
	}
	if c.failed {
		return nil, c.ds
	}
	return &Typed{Source: tree.Source, Root: root, Type: root.Type, Host: c.host, env: e}, c.ds
}

// checker types one expression.
type checker struct {
	env    *Env
	src    Source
	lang   Lang
	frames []checkFrame
	ds     []diag.Diagnostic
	failed bool
	nextID int
	host   []*HostCall
}

// checkFrame is what a construct brings into scope.
type checkFrame struct {
	locals []*local
	item   *local // inside a filter: names are its fields first
}

func (c *checker) errorf(code diag.Code, sp Span, fix, format string, args ...any) {
	c.failed = true
	d := c.src.diagnostic(code, sp, format, args...)
	if fix != "" {
		d = d.WithFix("%s", fix)
	}
	c.ds = append(c.ds, d)
}

// bad is the node that stands for what has been reported; its type is any, so
// that nothing is reported twice.
func (c *checker) bad(n *Node) *Node {
	return &Node{Op: Lit, Span: n.Span, Type: types.AnyType}
}

// with copies a node with its checked kids and type.
func (n *Node) with(t *types.Type, kids ...*Node) *Node {
	m := *n
	m.Kids, m.Type = kids, t
	return &m
}

func (c *checker) newLocal(name string, t *types.Type) *local {
	c.nextID++
	return &local{name: name, typ: t, id: c.nextID}
}

func (c *checker) checkAll(list []*Node) []*Node {
	out := make([]*Node, len(list))
	for i, k := range list {
		if k != nil {
			out[i] = c.check(k)
		}
	}
	return out
}

// check types a node and everything under it.
func (c *checker) check(n *Node) *Node {
	m := c.node(n)
	return c.fold(m)
}

func (c *checker) node(n *Node) *Node {
	switch n.Op {
	case Lit:
		return n.with(literalType(n.Value))
	case Name:
		return c.name(n)
	case Field:
		return c.field(n, c.check(n.Kids[0]))
	case Index:
		return c.index(n)
	case Filter:
		return c.filter(n)
	case And, Or:
		return c.logic(n)
	case Not:
		return c.not(n)
	case Eq, Ne:
		return c.equality(n, c.check(n.Kids[0]), c.check(n.Kids[1]))
	case Lt, Le, Gt, Ge:
		return c.order(n, c.check(n.Kids[0]), c.check(n.Kids[1]))
	case Add, Sub, Mul, Div, Mod, Pow:
		return c.arith(n)
	case Neg:
		return c.neg(n)
	case If:
		return c.ifThenElse(n)
	case Between:
		return c.between(n)
	case In:
		return c.in(n)
	case RangeLit:
		return c.rangeLit(n)
	case ListLit:
		return c.list(n)
	case Context:
		return c.context(n)
	case For, Some, Every:
		return c.iteration(n)
	case FuncLit:
		return c.function(n)
	case Call:
		return c.call(n)
	case Method:
		return c.method(n)
	case Invoke:
		return c.invoke(n)
	case Empty:
		k := c.check(n.Kids[0])
		return n.with(types.BoolType, k)
	case Concat:
		return n.with(types.StringType, c.checkAll(n.Kids)...)
	case Instance:
		return c.instance(n)
	case Host:
		return c.hostCall(n)
	case Test:
		c.errorf("BG3001", n.Span, "write the value to the left of the operator", "%s has nothing to compare", n.Name)
		return c.bad(n)
	}
	c.errorf("BG3001", n.Span, "write a value in its place", "this has no place in an expression")
	return c.bad(n)
}

// name resolves a name: what the expression binds, an item's fields, the data.
func (c *checker) name(n *Node) *Node {
	var dynamic *local
	for i := len(c.frames) - 1; i >= 0; i-- {
		f := c.frames[i]
		for j := len(f.locals) - 1; j >= 0; j-- {
			if f.locals[j].name == n.Name {
				return c.localRef(n, f.locals[j])
			}
		}
		if f.item == nil {
			continue
		}
		t := types.NonNull(f.item.typ)
		if _, ok := t.Lookup("item"); n.Name == "item" && !ok {
			return c.localRef(n, f.item)
		}
		if t.Kind == types.Any && t != emptyElem {
			if dynamic == nil {
				dynamic = f.item
			}
			continue
		}
		if hasField(t, n.Name) {
			return c.field(&Node{Op: Field, Span: n.Span, Name: n.Name, nameSpan: n.Span}, c.localRef(n, f.item))
		}
	}
	if s, ok := c.env.Lookup(n.Name); ok {
		v := &Node{Op: Var, Span: n.Span, Name: s.Name, Sym: s, Type: s.Type}
		if types.Shape(types.NonNull(s.Type)).Kind == types.Named {
			// A Go type of the host that was not resolved is looked into at run time.
			return c.conversion(v, types.AnyType, nullKeep)
		}
		return v
	}
	if dynamic != nil {
		return c.field(&Node{Op: Field, Span: n.Span, Name: n.Name, nameSpan: n.Span}, c.localRef(n, dynamic))
	}
	if isFunctionName(n.Name, c.lang) {
		return c.functionRef(n)
	}
	c.failed = true
	c.ds = append(c.ds, unknownName(c.src, n, c.env, c.localNames()...))
	return c.bad(n)
}

func (c *checker) localRef(n *Node, l *local) *Node {
	return &Node{Op: Local, Span: n.Span, Name: l.name, Type: l.typ, locals: []*local{l}}
}

func (c *checker) localNames() []string {
	var out []string
	for _, f := range c.frames {
		for _, l := range f.locals {
			out = append(out, l.name)
		}
		if f.item != nil {
			for _, fl := range types.Shape(types.NonNull(f.item.typ)).Fields {
				out = append(out, fl.Name)
			}
		}
	}
	return out
}

// hasField reports whether a type has a field or property of that name.
func hasField(t *types.Type, name string) bool {
	if _, ok := t.Lookup(name); ok {
		return true
	}
	sh := types.Shape(t)
	if sh.Kind == types.Map {
		return true
	}
	_, ok := propertyType(sh, name)
	return ok
}

// field types recv.name.
func (c *checker) field(n *Node, recv *Node) *Node {
	null := types.Nullable(recv.Type)
	t := types.NonNull(recv.Type)
	sh := types.Shape(t)
	if f, ok := t.Lookup(n.Name); ok {
		return n.with(nullableIf(types.Resolve(f.Type), null), recv)
	}
	switch sh.Kind {
	case types.Any:
		return n.with(types.AnyType, recv)
	case types.Null:
		return n.with(types.NullType, recv)
	case types.Map:
		return n.with(types.OptionalOf(types.Resolve(sh.Elem)), recv)
	case types.List:
		return c.projection(n, recv, sh, null)
	}
	if p, ok := propertyType(sh, n.Name); ok {
		return n.with(nullableIf(p, null), recv)
	}
	if c.lang == JUEL && n.Name == "empty" && sh.Kind == types.String {
		return n.with(types.BoolType, recv)
	}
	if recv.Op == Context && c.lang == FEEL {
		// A context written on the spot has no declared shape: no such entry is null.
		return n.with(types.NullType, recv)
	}
	c.unknownField(n, t)
	return c.bad(n)
}

func (c *checker) unknownField(n *Node, t *types.Type) {
	c.failed = true
	d := c.src.diagnostic("BG3005", n.nameOrSpan(), "%s has no field %s", t, n.Name)
	var names []string
	for _, f := range types.Shape(t).Fields {
		names = append(names, f.Name)
	}
	for _, f := range properties[types.Shape(t).Kind] {
		names = append(names, f.Name)
	}
	c.ds = append(c.ds, suggest(d, n.Name, names, "use one of its fields"))
}

// projection types list.name: the list of the elements' fields (DMN 1.4 §10.3.2.11).
func (c *checker) projection(n, recv *Node, list *types.Type, null bool) *Node {
	elem := types.NonNull(list.Elem)
	if list.Elem == emptyElem {
		return n.with(nullableIf(types.ListOf(types.AnyType), null), recv)
	}
	if c.lang != FEEL {
		if n.Name == "size" || n.Name == "length" || n.Name == "empty" {
			return c.method(&Node{Op: Method, Span: n.Span, Name: n.Name, nameSpan: n.nameSpan, Kids: []*Node{recv}})
		}
		c.unknownField(n, recv.Type)
		return c.bad(n)
	}
	if types.Shape(elem).Kind == types.Any {
		return n.with(nullableIf(types.ListOf(types.AnyType), null), recv)
	}
	l := c.newLocal("item", list.Elem)
	f := c.field(&Node{Op: Field, Span: n.Span, Name: n.Name, nameSpan: n.nameSpan}, c.localRef(n, l))
	m := n.with(nullableIf(types.ListOf(f.Type), null), recv, f)
	m.locals = []*local{l}
	return m
}

// nameOrSpan is the smallest span that names what a node speaks of.
func (n *Node) nameOrSpan() Span {
	if n.nameSpan.Len > 0 {
		return n.nameSpan
	}
	return n.Span
}

// fit converts the value of an expression to the type that its place asks for.
func (c *checker) fit(n *Node, want *types.Type) *Node {
	want = types.Resolve(want)
	if m := c.convert(n, want, nullFail); m != nil {
		return m
	}
	switch {
	case want.Kind == types.Bool:
		c.errorf("BG3009", n.Span, "compare it with something, or use a boolean", "a condition must be a boolean, but this is a %s", n.Type)
	default:
		c.errorf("BG3009", n.Span, "convert the value, or change the type that is declared", "this is a %s where a %s is needed", n.Type, want)
	}
	return n
}
