package expr

import "github.com/bpmngen/bpmngen/compiler/types"

// simple reports whether a value can be written twice: it has no effect and costs nothing.
func simple(n *Node) bool {
	switch n.Op {
	case Lit, Var, Local:
		return true
	case Field:
		return len(n.locals) == 0 && simple(n.Kids[0])
	case Convert:
		return n.mode != nullFail && simple(n.Kids[0])
	}
	return false
}

// between is a >= low and a <= high.
func (c *checker) between(n *Node) *Node {
	k := c.checkAll(n.Kids)
	low := c.order(&Node{Op: Ge, Span: n.Span}, k[0], k[1])
	high := c.order(&Node{Op: Le, Span: n.Span}, k[0], k[2])
	if c.failed {
		return c.bad(n)
	}
	if simple(k[0]) {
		return c.fold(c.both(And, n.Span, c.fold(low), c.fold(high)))
	}
	return n.with(nullableIf(types.BoolType, types.Nullable(low.Type) || types.Nullable(high.Type)), k...)
}

func (c *checker) both(op Op, sp Span, a, b *Node) *Node {
	return &Node{Op: op, Span: sp, Kids: []*Node{a, b}, Type: nullableIf(types.BoolType, types.Nullable(a.Type) || types.Nullable(b.Type))}
}

// in types `value in tests`. What is simple becomes comparisons.
func (c *checker) in(n *Node) *Node {
	v := c.check(n.Kids[0])
	var alts []*Node
	plain := simple(v)
	tests := make([]*Node, 0, len(n.Kids)-1)
	for _, t := range n.Kids[1:] {
		before := len(c.ds)
		m := c.test(v, t, &alts, &plain)
		if c.failed && len(c.ds) > before {
			return c.bad(n)
		}
		tests = append(tests, m)
	}
	if plain && len(alts) > 0 {
		out := alts[0]
		for _, a := range alts[1:] {
			out = c.fold(c.both(Or, n.Span, out, a))
		}
		return out
	}
	return n.with(types.OptionalOf(types.BoolType), append([]*Node{v}, tests...)...)
}

// test types one test; alts gets the comparison that stands for it, and plain
// becomes false where none does.
func (c *checker) test(v, t *Node, alts *[]*Node, plain *bool) *Node {
	add := func(n *Node) { *alts = append(*alts, c.fold(n)) }
	switch t.Op {
	case Test:
		k := c.check(t.Kids[0])
		op := map[string]Op{"<": Lt, "<=": Le, ">": Gt, ">=": Ge, "=": Eq, "!=": Ne}[t.Name]
		cmp := &Node{Op: op, Span: t.Span}
		if op == Eq || op == Ne {
			add(c.equality(cmp, v, k))
		} else {
			add(c.order(cmp, v, k))
		}
		if !simple(k) {
			*plain = *plain && simple(v)
		}
		return t.with(types.BoolType, k)
	case RangeLit:
		r := c.rangeLit(t)
		c.rangeTest(v, r, t, add)
		return r
	case ListLit:
		if class(v.Type) != types.List {
			return c.testList(v, t, alts, plain)
		}
	}
	k := c.check(t)
	c.testValue(v, t, k, alts, plain)
	return k
}

// testList types a list in which each item is a test of its own.
func (c *checker) testList(v, t *Node, alts *[]*Node, plain *bool) *Node {
	l := &Node{Op: ListLit, Span: t.Span, Type: types.ListOf(types.AnyType)}
	if len(t.Kids) == 0 {
		*alts = append(*alts, &Node{Op: Lit, Span: t.Span, Value: false, Type: types.BoolType})
	}
	operators := hasTest(t)
	for _, k := range t.Kids {
		if k.Op == Test || k.Op == RangeLit || k.Op == ListLit && operators {
			l.Kids = append(l.Kids, c.test(v, k, alts, plain))
			continue
		}
		m := c.check(k)
		l.Kids = append(l.Kids, m)
		if cls := class(m.Type); cls != class(v.Type) && cls != types.Null && cls != types.Range && !mixedDates(types.NonNull(m.Type), types.NonNull(v.Type)) {
			// An item of another type is not equal; that is no mistake in a list of several.
			*plain = false
			continue
		}
		c.testValue(v, k, m, alts, plain)
	}
	return l
}

// testValue adds the comparison with one value.
func (c *checker) testValue(v, t, k *Node, alts *[]*Node, plain *bool) {
	tt := types.NonNull(k.Type)
	switch {
	case class(tt) == types.Any || class(v.Type) == types.Any || class(tt) == types.List || class(tt) == types.Range || class(v.Type) == types.List,
		class(tt) == types.Bool && class(v.Type) != types.Bool:
		*plain = false
	default:
		*alts = append(*alts, c.fold(c.equality(&Node{Op: Eq, Span: t.Span}, v, k)))
	}
}

// rangeTest adds v >= low and v <= high.
func (c *checker) rangeTest(v, r, at *Node, add func(*Node)) {
	var parts []*Node
	if low := r.Kids[0]; low != nil {
		op := Ge
		if r.lowOpen {
			op = Gt
		}
		parts = append(parts, c.fold(c.order(&Node{Op: op, Span: at.Span}, v, low)))
	}
	if high := r.Kids[1]; high != nil {
		op := Le
		if r.highOpen {
			op = Lt
		}
		parts = append(parts, c.fold(c.order(&Node{Op: op, Span: at.Span}, v, high)))
	}
	switch len(parts) {
	case 1:
		add(parts[0])
	case 2:
		add(c.both(And, at.Span, parts[0], parts[1]))
	}
}
