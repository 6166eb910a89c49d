package expr

import (
	"github.com/bpmngen/bpmngen/compiler/types"
)

func (c *checker) rangeLit(n *Node) *Node {
	k := c.checkAll(n.Kids)
	elem := types.AnyType
	switch {
	case k[0] == nil && k[1] != nil:
		elem = types.NonNull(k[1].Type)
	case k[1] == nil && k[0] != nil:
		elem = types.NonNull(k[0].Type)
	case k[0] != nil:
		x, y := types.NonNull(k[0].Type), types.NonNull(k[1].Type)
		switch {
		case x.Kind == types.Null:
			elem = y
		case y.Kind == types.Null:
			elem = x
		case class(x) != class(y) && class(x) != types.Any && class(y) != types.Any:
			c.errorf("BG3006", n.Span, "give both ends one type", "a range can't go from a %s to a %s", x, y)
			return c.bad(n)
		default:
			elem = joinTypes(x, y)
		}
	}
	switch class(elem) {
	case types.Bool, types.List, types.Struct, types.Map, types.Range, types.Func:
		c.errorf("BG3006", n.Span, "use numbers, text, dates or durations", "a range of %s has no order", elem)
	}
	return n.with(types.RangeOf(elem), k...)
}

func (c *checker) list(n *Node) *Node {
	k := c.checkAll(n.Kids)
	if len(k) == 0 {
		return n.with(types.ListOf(emptyElem))
	}
	elem := k[0].Type
	for _, e := range k[1:] {
		elem = joinTypes(elem, e.Type)
	}
	if elem.Kind == types.Null {
		elem = types.AnyType
	}
	for i, e := range k {
		k[i] = c.convert(e, elem, nullKeep)
		if k[i] == nil {
			k[i], elem = e, types.AnyType
		}
	}
	return n.with(types.ListOf(elem), k...)
}

// context types { key: value, ... }; an entry sees those before it.
func (c *checker) context(n *Node) *Node {
	t := &types.Type{Kind: types.Struct}
	m := n.with(t)
	taken := map[string]bool{}
	c.frames = append(c.frames, checkFrame{})
	top := len(c.frames) - 1
	for i, k := range n.Kids {
		var l *local
		if k.Op == FuncLit {
			// A function may call itself by its key.
			l = c.newLocal(n.Names[i], types.FuncOf(types.AnyType))
			c.frames[top].locals = append(c.frames[top].locals, l)
		}
		v := c.check(k)
		if l == nil {
			l = c.newLocal(n.Names[i], v.Type)
			c.frames[top].locals = append(c.frames[top].locals, l)
		}
		goName := exportedName(n.Names[i], taken)
		taken[goName] = true
		t.Fields = append(t.Fields, types.Field{Name: n.Names[i], Go: goName, Type: v.Type})
		m.Kids = append(m.Kids, v)
		m.locals = append(m.locals, l)
	}
	c.frames = c.frames[:top]
	return m
}

// elements makes a domain or a filter's operand a list: a single value is a
// list of one (DMN 1.4 §10.3.2.9.4), null an empty one.
func (c *checker) elements(n *Node) (*Node, *types.Type) {
	t := types.NonNull(n.Type)
	sh := types.Shape(t)
	switch sh.Kind {
	case types.List:
		return n, types.Resolve(sh.Elem)
	case types.Any:
		return n, types.AnyType
	case types.Range:
		return n, types.Resolve(sh.Elem)
	case types.Null:
		return n, types.AnyType
	}
	if types.Nullable(n.Type) {
		return n, t
	}
	return &Node{Op: ListLit, Span: n.Span, Kids: []*Node{n}, Type: types.ListOf(n.Type)}, t
}

func (c *checker) filter(n *Node) *Node {
	recv := c.check(n.Kids[0])
	if class(recv.Type) == types.Range {
		c.errorf("BG3006", n.Span, "filter a list", "a range can't be filtered")
		return c.bad(n)
	}
	list, elem := c.elements(recv)
	l := c.newLocal("item", elem)
	c.frames = append(c.frames, checkFrame{item: l})
	cond := c.check(n.Kids[1])
	c.frames = c.frames[:len(c.frames)-1]
	dynamic := types.Shape(types.NonNull(list.Type)).Kind != types.List
	var t *types.Type
	switch class(cond.Type) {
	case types.Int:
		t = types.OptionalOf(elem)
		if dynamic {
			t = types.AnyType
		}
	case types.Bool:
		t = types.ListOf(elem)
	case types.Any, types.Null:
		t = types.AnyType
	default:
		c.errorf("BG3006", n.Kids[1].Span, "write a condition, or a number for one item", "a filter needs a boolean or a number, but this is a %s", cond.Type)
		return c.bad(n)
	}
	m := n.with(t, list, cond)
	m.locals = []*local{l}
	return m
}

// index types a[i] of JUEL: a zero-based position or a key.
func (c *checker) index(n *Node) *Node {
	recv, key := c.check(n.Kids[0]), c.check(n.Kids[1])
	sh := types.Shape(types.NonNull(recv.Type))
	switch sh.Kind {
	case types.Any:
		return n.with(types.AnyType, recv, key)
	case types.List:
		if class(key.Type) != types.Int && class(key.Type) != types.Any {
			c.errorf("BG3006", n.Kids[1].Span, "use a number", "a list's index is a number, but this is a %s", key.Type)
			return c.bad(n)
		}
		return n.with(types.OptionalOf(types.Resolve(sh.Elem)), recv, key)
	case types.Map:
		if class(key.Type) != types.String && class(key.Type) != types.Any {
			c.errorf("BG3006", n.Kids[1].Span, "use text", "a map's key is text, but this is a %s", key.Type)
			return c.bad(n)
		}
		return n.with(types.OptionalOf(types.Resolve(sh.Elem)), recv, key)
	case types.Struct:
		return n.with(types.AnyType, recv, key)
	}
	c.errorf("BG3006", n.Span, "use a list or a map", "a %s has no elements", recv.Type)
	return c.bad(n)
}

func (c *checker) iteration(n *Node) *Node {
	m := n.with(nil)
	null := false
	c.frames = append(c.frames, checkFrame{})
	top := len(c.frames) - 1
	for i, name := range n.Names {
		d, elem := c.domain(n.Kids[i])
		null = null || nullDomain(d)
		l := c.newLocal(name, elem)
		c.frames[top].locals = append(c.frames[top].locals, l)
		m.Kids = append(m.Kids, d)
		m.locals = append(m.locals, l)
	}
	if n.Op == For {
		l := c.newLocal("partial", types.ListOf(types.AnyType))
		c.frames[top].locals = append(c.frames[top].locals, l)
		m.locals = append(m.locals, l)
	}
	body := c.check(n.Kids[len(n.Names)])
	c.frames = c.frames[:top]
	if n.Op == For {
		m.Type = types.ListOf(body.Type)
		if body.Type.Kind == types.Null {
			m.Type = types.ListOf(types.AnyType)
		}
		m.Type = nullableIf(m.Type, null)
	} else {
		body = c.truth(body, "satisfies")
		m.Type = nullableIf(types.BoolType, null || types.Nullable(body.Type))
	}
	m.Kids = append(m.Kids, body)
	return m
}

// nullDomain reports whether a domain can be null; then so can the result.
func nullDomain(d *Node) bool {
	if d.Op == Iter {
		return anyNullable(d.Kids)
	}
	return types.Nullable(d.Type)
}

func (c *checker) domain(n *Node) (*Node, *types.Type) {
	if n.Op != Iter {
		return c.elements(c.check(n))
	}
	k := c.checkAll(n.Kids)
	for i, e := range k {
		switch class(e.Type) {
		case types.Int:
			if t := types.Shape(types.NonNull(e.Type)); t.Kind != types.Int {
				k[i] = c.conversion(e, types.OptionalOf(types.IntType), nullKeep)
			} else {
				k[i] = c.convert(e, nullableIf(types.IntType, types.Nullable(e.Type)), nullKeep)
			}
		case types.Any, types.Date, types.Null, types.DateTime:
		default:
			c.errorf("BG3006", e.Span, "use numbers or dates", "for can't run over a range of %s", e.Type)
			return n.with(types.RangeOf(types.AnyType), k...), types.AnyType
		}
	}
	elem := types.NonNull(k[0].Type)
	if class(k[0].Type) != class(k[1].Type) || class(elem) == types.Null {
		elem = types.AnyType
	}
	return n.with(types.RangeOf(elem), k...), elem
}

// function types a function literal; its values are dynamic unless declared.
func (c *checker) function(n *Node) *Node {
	m := n.with(nil)
	t := &types.Type{Kind: types.Func, Params: []*types.Type{}}
	f := checkFrame{}
	for i, name := range n.Names {
		pt := types.AnyType
		if d := n.paramTypes[i]; d != nil && d.Kind != types.Struct && d.Kind != types.List && d.Kind != types.Func {
			pt = types.OptionalOf(plainDeclared(d))
		}
		l := c.newLocal(name, pt)
		f.locals = append(f.locals, l)
		m.locals = append(m.locals, l)
		t.Params = append(t.Params, pt)
	}
	c.frames = append(c.frames, f)
	body := c.check(n.Kids[0])
	c.frames = c.frames[:len(c.frames)-1]
	t.Result = body.Type
	m.Type, m.Kids = t, []*Node{body}
	return m
}

// plainDeclared is a type that FEEL text names as the compiler has it.
func plainDeclared(t *types.Type) *types.Type {
	if t == numberType {
		return types.DecimalType
	}
	return t
}

// invoke types the call of a function value.
func (c *checker) invoke(n *Node) *Node {
	k := c.checkAll(n.Kids)
	return c.invokeValue(n, k[0], k[1:])
}

func (c *checker) invokeValue(n, f *Node, args []*Node) *Node {
	switch class(f.Type) {
	case types.Func, types.Any:
		m := n.with(types.AnyType, append([]*Node{f}, args...)...)
		m.Op = Invoke
		if f.Op == FuncLit && len(n.Names) == 0 && len(args) != len(f.Names) {
			c.errorf("BG3008", n.Span, "give one value for each parameter", "the function takes %d arguments, not %d", len(f.Names), len(args))
		}
		return m
	}
	c.errorf("BG3006", n.Span, "call a function", "a %s can't be called", f.Type)
	return c.bad(n)
}

// instance types `value instance of type`: known at compile time where the
// value's type is.
func (c *checker) instance(n *Node) *Node {
	k := c.check(n.Kids[0])
	return n.with(types.BoolType, k)
}
