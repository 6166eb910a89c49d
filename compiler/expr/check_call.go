package expr

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// call types a function call by name: a function value in scope, or a built-in.
func (c *checker) call(n *Node) *Node {
	if c.lang == JUEL {
		return c.juelFunction(n)
	}
	if c.bound(n.Name) {
		f := c.name(&Node{Op: Name, Span: n.nameOrSpan(), Name: n.Name})
		return c.invokeValue(n, f, c.checkAll(n.Kids))
	}
	alts := builtins[n.Name]
	if len(alts) == 0 {
		c.unknownFunction(n)
		return c.bad(n)
	}
	args := c.checkAll(n.Kids)
	if c.failed {
		return c.bad(n)
	}
	var first *Node
	for _, b := range alts {
		if !b.takes(len(args), n.Names) {
			continue
		}
		m, misfit := c.apply(n, b, args)
		if misfit < 0 {
			return m
		}
		if first == nil || misfit > first.Span.Len {
			first = &Node{Op: Call, fn: b, Span: Span{Len: misfit}}
		}
	}
	if first == nil {
		c.wrongArity(n, alts)
		return c.bad(n)
	}
	i := first.Span.Len
	p, _ := first.fn.param(i, n.Names)
	c.errorf("BG3008", args[i].Span, "convert the value, or call another function", "%s takes a %s for its parameter %s, but this is a %s", n.Name, classText(p.class), p.name, args[i].Type)
	return c.bad(n)
}

// bound reports whether a name is a variable of the expression or of the data.
func (c *checker) bound(name string) bool {
	for _, f := range c.frames {
		for _, l := range f.locals {
			if l.name == name {
				return true
			}
		}
		if f.item != nil {
			if _, ok := types.NonNull(f.item.typ).Lookup(name); ok {
				return true
			}
		}
	}
	s, ok := c.env.Lookup(name)
	if !ok {
		return false
	}
	return builtins[name] == nil || class(s.Type) == types.Func
}

func (c *checker) unknownFunction(n *Node) {
	var names []string
	for name := range builtins {
		names = append(names, name)
	}
	slices.Sort(names)
	c.failed = true
	d := c.src.diagnostic("BG3007", n.nameOrSpan(), "unknown function %s", n.Name)
	c.ds = append(c.ds, suggest(d, n.Name, names, "use a FEEL function, or a host function (language=\"go\")"))
}

func (c *checker) wrongArity(n *Node, alts []*builtin) {
	if len(n.Names) > 0 {
		for i, name := range n.Names {
			known := false
			var names []string
			for _, b := range alts {
				for _, p := range b.params {
					known = known || p.name == name
					names = append(names, p.name)
				}
			}
			if !known {
				c.failed = true
				d := c.src.diagnostic("BG3008", n.Kids[i].Span, "%s has no parameter %s", n.Name, name)
				c.ds = append(c.ds, suggest(d, name, names, "use "+alts[0].usage()))
				return
			}
		}
	}
	c.errorf("BG3008", n.Span, "write "+alts[0].usage(), "%s can't be called with %d arguments", n.Name, len(n.Kids))
}

// usage shows how a function is called.
func (b *builtin) usage() string {
	s := b.name + "("
	for i, p := range b.params {
		if i > 0 {
			s += ", "
		}
		s += p.name
	}
	return s + ")"
}

func classText(class string) string {
	switch class {
	case "key":
		return "string"
	case "stringOrDate":
		return "text or a date"
	case "stringOrTime":
		return "text or a time"
	case "anyDate":
		return "date"
	case "numberOrDuration":
		return "number or a duration"
	case "numberOrFunction":
		return "number or a function"
	case "duration":
		return "days and time duration"
	}
	return class
}

// apply types a call of one alternative; misfit is the first argument that
// can't be, -1 where all can.
func (c *checker) apply(n *Node, b *builtin, args []*Node) (m *Node, misfit int) {
	m = n.with(nil)
	m.fn, m.Names = b, nil
	ordered := args
	if len(n.Names) > 0 {
		ordered = make([]*Node, 0, len(b.params))
		for _, p := range b.params {
			if i := slices.Index(n.Names, p.name); i >= 0 {
				ordered = append(ordered, args[i])
			} else {
				ordered = append(ordered, nil)
			}
		}
		for len(ordered) > 0 && ordered[len(ordered)-1] == nil && b.params[len(ordered)-1].optional {
			ordered = ordered[:len(ordered)-1]
		}
	}
	null := false
	ts := make([]*types.Type, len(ordered))
	for i, a := range ordered {
		if a == nil {
			ordered[i] = &Node{Op: Lit, Span: n.Span, Type: types.NullType}
			ts[i] = types.NullType
			continue
		}
		p, ok := b.param(i, nil)
		if !ok {
			return nil, 0
		}
		if !accepts(p.class, a.Type) {
			return nil, slices.Index(args, a)
		}
		null = null || types.Nullable(a.Type)
		ts[i] = a.Type
	}
	m.Kids = ordered
	t := b.result
	if t == nil {
		t = types.AnyType
		if len(ts) > 0 {
			t = b.rule(ts)
		}
	}
	m.Type = nullableIf(t, null && !b.nulls)
	if b.name == "not" {
		m.Type = nullableIf(types.BoolType, class(ts[0]) != types.Bool || types.Nullable(ts[0]))
	}
	return m, -1
}

// accepts reports whether a value of type t can be an argument of a class.
// Lists of one count as their element, and the other way round (DMN 1.4 §10.3.2.9.4).
func accepts(cls string, t *types.Type) bool {
	k := class(t)
	if k == types.Any || k == types.Null || cls == "any" {
		return true
	}
	if cls == "key" {
		return k == types.String
	}
	if k == types.List && cls != "list" {
		sh := types.Shape(types.NonNull(t))
		return accepts(cls, sh.Elem) && class(sh.Elem) != types.List
	}
	switch cls {
	case "string":
		return k == types.String
	case "number":
		return k == types.Int
	case "boolean":
		return k == types.Bool
	case "list":
		return true
	case "time":
		return k == types.Time || k == types.DateTime
	case "duration":
		return k == types.Duration
	case "numberOrDuration":
		return k == types.Int || k == types.Duration || k == types.Months
	case "numberOrFunction":
		return k == types.Int || k == types.Func
	case "stringOrDate":
		return k == types.String || k == types.Date || k == types.DateTime
	case "stringOrTime":
		return k == types.String || k == types.Time || k == types.DateTime || k == types.Date
	case "anyDate":
		return k == types.Date || k == types.DateTime
	case "context":
		return k == types.Struct || k == types.Map
	case "function":
		return k == types.Func
	}
	return true
}

// functionRef is a built-in function as a value.
func (c *checker) functionRef(n *Node) *Node {
	return &Node{Op: FuncRef, Span: n.Span, Name: n.Name, fn: builtins[n.Name][0], Type: types.FuncOf(types.AnyType)}
}

// hostCall types a call of host code: what the host's Go says where it is
// known, else what the arguments and the use tell.
func (c *checker) hostCall(n *Node) *Node {
	k := c.checkAll(n.Kids)
	if n.Call.Path != "" && c.env.hostFunc() != nil && !n.Call.Known {
		if err := c.env.hostFunc()(n.Call); err != nil {
			c.errorf("BG3012", n.Span, "name a function that exists: import path, dot, name", "host function %s.%s: %v", n.Call.Path, n.Call.Method, err)
			return c.bad(n)
		}
	}
	c.beanSignature(n.Call)
	if n.Call.Args == nil && !n.Call.Known {
		n.Call.Args = []*types.Type{}
		for _, a := range k {
			t := a.Type
			if t.Kind == types.Null {
				t = types.AnyType
			}
			n.Call.Args = append(n.Call.Args, t)
		}
	}
	for i, a := range k {
		if i < len(n.Call.Args) {
			if m := c.convert(a, n.Call.Args[i], nullFail); m != nil {
				k[i] = m
				continue
			}
			c.errorf("BG3008", a.Span, "convert the value", "%s needs a %s here, but this is a %s", n.Call.GoName, n.Call.Args[i], a.Type)
		}
	}
	t := types.Resolve(n.Call.Result)
	if n.Call.Result == nil {
		t = types.AnyType
	}
	if hasVar(t, 0) {
		t = c.env.state.finalType(t, 0)
	}
	n.Call.Result = t
	c.host = append(c.host, n.Call)
	return n.with(t, k...)
}
