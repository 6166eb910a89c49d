package expr

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// loop opens the nested loops of for, some and every; it returns their heads
// and how many braces close them.
func (e *emitter) loop(n *Node, nullStmt string) (head Code, braces int) {
	for i := range n.Names {
		d, l := n.Kids[i], n.locals[i]
		name := e.bind(l)
		elem := types.Resolve(l.typ)
		sh := types.Shape(types.NonNull(d.Type))
		switch {
		case d.Op == Iter && elem.Kind == types.Int && !anyNullable(d.Kids):
			head = join(head, "for ", name, " := range ", e.call("Steps", e.emit(d.Kids[0]), e.emit(d.Kids[1])).code, " { ")
		case sh.Kind == types.List && types.Equal(sh.Elem, elem):
			x := e.emit(d)
			if types.Nullable(d.Type) {
				p := e.fresh("p")
				head = join(head, p, " := ", x.code, "; if ", p, " == nil { ", nullStmt, "}; ")
				x = e.call("OrZero", primary(p))
			}
			head = join(head, "for _, ", name, " := range ", x.code, " { ")
		default:
			x := e.domain(d)
			if nullStmt != "" && nullDomain(d) {
				p := e.fresh("p")
				head = join(head, p, " := ", x.code, "; if ", feelName("NullDomain"), "(", p, ") { ", nullStmt, "}; ")
				x = primary(p)
			}
			if elem.Kind == types.Any {
				head = join(head, "for ", name, " := range ", e.call("Elements", x).code, " { ")
				break
			}
			v := e.fresh("v")
			p := e.fromAny(primary(v), types.OptionalOf(types.NonNull(elem)))
			if !types.Nullable(elem) {
				p = e.call("OrZero", p)
			}
			head = join(head, "for ", v, " := range ", e.call("Elements", x).code, " { ", name, " := ", p.code, "; ")
		}
		head = join(head, "_ = ", name, "; ")
		braces++
	}
	return head, braces
}

func (e *emitter) domain(d *Node) ex {
	if d.Op != Iter {
		return e.dynamic(d)
	}
	return primary(feelName("Range"), "{Low: ", e.dynamic(d.Kids[0]).code, ", High: ", e.dynamic(d.Kids[1]).code, ", LowClosed: true, HighClosed: true}")
}

func closing(n int) string {
	s := ""
	for range n {
		s += "}; "
	}
	return s
}

func (e *emitter) forLoop(n *Node) ex {
	body := n.Kids[len(n.Names)]
	list := types.NonNull(n.Type)
	t := e.goType(list)
	out := e.fresh("out")
	null := types.Nullable(n.Type)
	whenNull := ""
	if null {
		whenNull = out + "n = true "
	}
	head, braces := e.loop(n, whenNull)
	partial := n.locals[len(n.Names)]
	pre := Code{}
	if uses(body, partial) {
		name := e.bind(partial)
		pre = join(name, " := ", e.call("MapSlice", out+"[:len("+out+"):len("+out+")]", e.itemToAny(list.Elem)).code, "; ")
	}
	x := e.dynamicIf(types.Resolve(list.Elem).Kind == types.Any, body)
	loop := join(head, pre, out, " = append(", out, ", ", x.code, "); ", closing(braces))
	if null {
		return primary("func() *", t, " { ", out, ", ", out, "n := ", t, "{}, false; ", loop, "if ", out, "n { return nil }; return &", out, " }()")
	}
	return primary("func() ", t, " { ", out, " := ", t, "{}; ", loop, "return ", out, " }()")
}

func (e *emitter) itemToAny(elem *types.Type) Code {
	name := e.fresh("x")
	return join("func(", name, " ", e.goType(elem), ") any { return ", e.toAny(primary(name), elem).code, " }")
}

// quantified emits some and every; null where a condition is null and none decides.
func (e *emitter) quantified(n *Node) ex {
	body := n.Kids[len(n.Names)]
	stop, end := "true", "false"
	if n.Op == Every {
		stop, end = "false", "true"
	}
	if !types.Nullable(n.Type) {
		head, braces := e.loop(n, "")
		c := e.emit(body)
		test := c.code
		if n.Op == Every {
			test = join("!", c.at(precUnary))
		}
		return primary("func() bool { ", head, "if ", test, " { return ", stop, " }; ", closing(braces), "return ", end, " }()")
	}
	r, b, test := e.fresh("r"), e.fresh("b"), "*"
	if n.Op == Every {
		test = "!*"
	}
	head, braces := e.loop(n, r+" = nil")
	return primary("func() *bool { ", r, " := new(", end, "); ", head, b, " := ", e.pointer(body).code, "; if ", b, " == nil { ", r, " = nil } else if ", test, b,
		" { return ", b, " }; ", closing(braces), "return ", r, " }()")
}

func (e *emitter) function(n *Node) ex {
	params := Code{}
	pre := Code{}
	for i, l := range n.locals {
		if i > 0 {
			params = join(params, ", ")
		}
		params = join(params, strconv.Quote(n.Names[i]))
		name := e.bind(l)
		arg := primary(feelName("Normalize"), "(args[", strconv.Itoa(i), "])")
		if types.Resolve(l.typ).Kind != types.Any {
			arg = e.fromAny(arg, l.typ)
		}
		pre = join(pre, name, " := ", arg.code, "; _ = ", name, "; ")
	}
	return primary("any(&", feelName("Func"), "{Params: []string{", params, "}, Call: func(args ...any) any { if len(args) != ", strconv.Itoa(len(n.locals)),
		" { return nil }; ", pre, "return ", e.dynamic(n.Kids[0]).code, " }})")
}

func (e *emitter) invoke(n *Node) ex {
	names := "nil"
	if len(n.Names) > 0 {
		names = "[]string{"
		for i, name := range n.Names {
			if i > 0 {
				names += ", "
			}
			names += strconv.Quote(name)
		}
		names += "}"
	}
	args := []any{e.dynamic(n.Kids[0]), names}
	for _, k := range n.Kids[1:] {
		args = append(args, e.dynamic(k))
	}
	return e.call("Invoke", args...)
}
