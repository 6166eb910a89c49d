package expr

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/types"
)

var propertyMethods = map[string]string{
	"year": "Year", "month": "Month", "day": "Day", "weekday": "Weekday", "hour": "Hour", "minute": "Minute", "second": "Second",
	"time offset": "TimeOffset", "timezone": "Timezone", "days": "Days", "hours": "Hours", "minutes": "Minutes", "seconds": "Seconds",
	"years": "Years", "months": "Months",
}

func (e *emitter) field(n *Node) ex {
	recv := n.Kids[0]
	if n.Type.Kind == types.Null {
		return primary("any(nil)")
	}
	if types.NonNull(recv.Type).Kind == types.Any {
		return e.call("Member", e.emit(recv), strconv.Quote(n.Name))
	}
	if isNull(recv) || recv.Type.Kind == types.Null {
		return primary("any(nil)")
	}
	if types.Nullable(recv.Type) {
		return e.lifted(n, e.fieldOf)
	}
	return e.fieldOf(n)
}

// fieldOf is a field of a value that is not null.
func (e *emitter) fieldOf(n *Node) ex {
	recv := n.Kids[0]
	x := e.emit(recv)
	t := types.NonNull(recv.Type)
	if f, ok := t.Lookup(n.Name); ok {
		return primary(x.at(precPrimary), ".", goField(f))
	}
	sh := types.Shape(t)
	switch sh.Kind {
	case types.Map:
		c := e.call("MapGet", x, strconv.Quote(n.Name))
		if types.Nullable(sh.Elem) && types.Resolve(sh.Elem).Kind == types.Optional {
			c = e.call("Flat", c)
		}
		return c
	case types.List:
		if len(n.locals) == 0 {
			return e.fromList(e.call("Member", e.toAny(x, t), strconv.Quote(n.Name)), n.Type)
		}
		name := e.bind(n.locals[0])
		f := n.Kids[1]
		return e.call("MapSlice", x, join("func(", name, " ", e.goType(sh.Elem), ") ", e.goType(f.Type), " { return ", e.emit(f).code, " }"))
	case types.Range:
		c := e.call("Member", e.toAny(x, t), strconv.Quote(n.Name))
		if types.Nullable(n.Type) {
			return e.fromAny(c, n.Type)
		}
		return e.call("Must", e.errArg(), e.fromAny(c, types.OptionalOf(n.Type)))
	}
	if m, ok := propertyMethods[n.Name]; ok {
		return primary(e.native(recv, nil).at(precPrimary), ".", m, "()")
	}
	if n.Name == "empty" {
		return ex{join(x.at(precCompare), ` == ""`), precCompare}
	}
	return e.fail("field %s of a %s can't be emitted", n.Name, t)
}

// fromList is a dynamic list as the list type of a node.
func (e *emitter) fromList(x ex, t *types.Type) ex {
	p := e.fromAny(x, types.OptionalOf(t))
	if types.Nullable(t) {
		return p
	}
	return e.call("OrZero", p)
}

func (e *emitter) index(n *Node) ex {
	recv, key := n.Kids[0], n.Kids[1]
	sh := types.Shape(types.NonNull(recv.Type))
	if sh.Kind == types.Any || sh.Kind == types.Struct || types.Nullable(recv.Type) || types.Nullable(key.Type) || class(key.Type) == types.Any || class2(key, types.Decimal) || class2(key, types.Float) {
		c := e.call("ItemOrEntry", e.dynamic(recv), e.dynamic(key))
		if n.Type.Kind == types.Any {
			return c
		}
		return e.fromAny(c, n.Type)
	}
	fn := "ItemAt"
	if sh.Kind == types.Map {
		fn = "MapGet"
	}
	c := e.call(fn, e.emit(recv), e.emit(key))
	if types.Resolve(sh.Elem).Kind == types.Optional {
		c = e.call("Flat", c)
	}
	return c
}

// items is a list value as a slice; null is an empty one. typed reports
// whether it is a slice of the element type, and not a dynamic value.
func (e *emitter) items(n *Node) (x ex, typed bool) {
	if types.Shape(types.NonNull(n.Type)).Kind != types.List {
		return e.dynamic(n), false
	}
	x = e.emit(n)
	if types.Nullable(n.Type) {
		x = e.call("OrZero", x)
	}
	return x, true
}

func (e *emitter) filter(n *Node) ex {
	list, cond := n.Kids[0], n.Kids[1]
	l := n.locals[0]
	x, typed := e.items(list)
	if class(cond.Type) == types.Int {
		return e.filterIndex(n, x, typed)
	}
	name := e.bind(l)
	if !typed || class(cond.Type) != types.Bool || n.Type.Kind == types.Any {
		item := join("func(", name, " any) any { return ", e.dynamicLocal(l, name, cond).code, " }")
		list := x
		if typed {
			list = e.toAny(x, types.NonNull(n.Kids[0].Type))
		}
		c := e.call("WhereAny", list, item)
		if n.Type.Kind == types.Any {
			return c
		}
		return e.fromList(c, n.Type)
	}
	elem := types.Shape(types.NonNull(list.Type)).Elem
	return e.call("Where", x, join("func(", name, " ", e.goType(elem), ") bool { return ", e.condition(cond).code, " }"))
}

// dynamicLocal is the dynamic value of a body whose local variable arrives as
// any: it is converted where the local has a type.
func (e *emitter) dynamicLocal(l *local, name string, body *Node) ex {
	t := types.Resolve(l.typ)
	if t.Kind == types.Any {
		return e.dynamic(body)
	}
	inner := e.bind(l)
	p := e.fromAny(primary(name), types.OptionalOf(types.NonNull(t)))
	if !types.Nullable(t) {
		p = e.call("OrZero", p)
	}
	return primary("func(", inner, " ", e.goType(t), ") any { return ", e.dynamic(body).code, " }(", p.code, ")")
}

func (e *emitter) filterIndex(n *Node, x ex, typed bool) ex {
	at := n.Kids[1]
	usesItem := uses(at, n.locals[0])
	if typed && !usesItem && !types.Nullable(at.Type) && types.Shape(at.Type).Kind == types.Int {
		elem := types.Shape(types.NonNull(n.Kids[0].Type)).Elem
		i := e.emit(at)
		if types.Shape(at.Type).Basic != "" && types.Shape(at.Type).Basic != "int64" {
			i = primary("int64(", i.code, ")")
		}
		c := e.call("At", x, i)
		switch types.Resolve(elem).Kind {
		case types.Optional:
			c = e.call("Flat", c)
		case types.Any:
			c = e.call("NullOf", c)
		}
		return c
	}
	if usesItem {
		return e.fail("an index that depends on the item can't be emitted")
	}
	list := x
	if typed {
		list = e.toAny(x, types.NonNull(n.Kids[0].Type))
	}
	c := e.call("Index", list, e.dynamic(at))
	if n.Type.Kind == types.Any {
		return c
	}
	return e.fromAny(c, n.Type)
}

// uses reports whether a local variable is read under a node.
func uses(n *Node, l *local) bool {
	if n == nil {
		return false
	}
	if n.Op == Local && n.locals[0].id == l.id {
		return true
	}
	for _, k := range n.Kids {
		if uses(k, l) {
			return true
		}
	}
	return false
}

func (e *emitter) rangeLit(n *Node) ex {
	c := join(feelName("Range"), "{")
	add := func(s ...any) { c = join(append([]any{c}, s...)...) }
	if n.Kids[0] != nil {
		add("Low: ", e.dynamic(n.Kids[0]).code, ", ")
	} else {
		add("LowOpen: true, ")
	}
	if n.Kids[1] != nil {
		add("High: ", e.dynamic(n.Kids[1]).code, ", ")
	} else {
		add("HighOpen: true, ")
	}
	add("LowClosed: ", strconv.FormatBool(!n.lowOpen), ", HighClosed: ", strconv.FormatBool(!n.highOpen))
	return primary(c, "}")
}

func (e *emitter) list(n *Node) ex {
	elem := types.Resolve(n.Type.Elem)
	c := join("[]", e.goType(elem), "{")
	for i, k := range n.Kids {
		if i > 0 {
			c = join(c, ", ")
		}
		if elem.Kind == types.Any {
			c = join(c, e.toAny(e.typedValue(k), k.Type).code)
			continue
		}
		c = join(c, e.emit(k).code)
	}
	return primary(c, "}")
}

// context emits a struct value; where an entry reads another, by way of variables.
func (e *emitter) context(n *Node) ex {
	shared := false
	for i := range n.locals {
		for _, k := range n.Kids[i:] {
			shared = shared || uses(k, n.locals[i])
		}
	}
	t := e.goType(n.Type)
	lit := join(t, "{")
	pre := Code{}
	for i, k := range n.Kids {
		if i > 0 {
			lit = join(lit, ", ")
		}
		f := n.Type.Fields[i]
		if uses(k, n.locals[i]) {
			name := e.bind(n.locals[i])
			pre = join(pre, "var ", name, " any; ", name, " = ", e.emit(k).code, "; ")
			lit = join(lit, goField(f), ": ", name)
			continue
		}
		x := e.dynamicIf(k.Type.Kind == types.Any || k.Type.Kind == types.Null, k)
		if shared {
			name := e.bind(n.locals[i])
			pre = join(pre, "var ", name, " ", e.goType(f.Type), " = ", x.code, "; ")
			x = primary(name)
		}
		lit = join(lit, goField(f), ": ", x.code)
	}
	lit = join(lit, "}")
	if !shared {
		return ex{lit, precPrimary}
	}
	return primary("func() ", t, " { ", pre, "return ", lit, " }()")
}

// dynamicIf is a node's value, as any where that is asked for.
func (e *emitter) dynamicIf(dynamic bool, n *Node) ex {
	if dynamic {
		return e.dynamic(n)
	}
	return e.emit(n)
}
