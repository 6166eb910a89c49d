package expr

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// convert emits a conversion to the node's type.
func (e *emitter) convert(n *Node) ex {
	k := n.Kids[0]
	from, to := types.Resolve(k.Type), types.Resolve(n.Type)
	if n.mode == nullZero && to.Kind == types.Bool && k.Op != Lit {
		if x, ok := e.falseOnNull(k); ok {
			return x
		}
	}
	switch {
	case from.Kind == types.Null:
		if to.Kind == types.Optional {
			return primary("(", e.goType(to), ")(nil)")
		}
		if n.mode == nullZero {
			return e.zero(to)
		}
		return primary("any(nil)")
	case to.Kind == types.Any:
		return e.toAny(e.typedValue(k), from)
	case from.Kind == types.Any:
		x := e.fromAny(e.emit(k), types.OptionalOf(types.NonNull(to)))
		if types.Nullable(to) {
			return x
		}
		return e.unwrap(x, to, n.mode)
	case from.Kind == types.Optional && to.Kind == types.Optional:
		return e.mapNull(e.emit(k), types.NonNull(from), types.NonNull(to))
	case from.Kind == types.Optional:
		x := e.emit(k)
		if !sameGo(types.NonNull(from), to) {
			x = e.mapNull(x, types.NonNull(from), to)
		}
		return e.unwrap(x, to, n.mode)
	case to.Kind == types.Optional:
		if k.Op == Lit {
			return e.literal(mustConform(k.Value, types.NonNull(to)), to)
		}
		if x, null := e.value(e.emit(k), from, types.NonNull(to)); null {
			return x
		} else {
			return primary("new(", x.code, ")")
		}
	}
	x, null := e.value(e.typedValue(k), from, to)
	if null {
		return e.unwrap(x, to, n.mode)
	}
	return x
}

func mustConform(v any, t *types.Type) any {
	if x, err := conform(v, t); err == nil {
		return x
	}
	return v
}

// falseOnNull is a JUEL comparison, where null makes false without a detour
// through a third value.
func (e *emitter) falseOnNull(k *Node) (ex, bool) {
	switch k.Op {
	case Lt, Le, Gt, Ge:
	default:
		return ex{}, false
	}
	a, b := k.Kids[0], k.Kids[1]
	if anyOf(k.Kids, types.Any) || anyOf(k.Kids, types.Null) || mixedDates(types.NonNull(a.Type), types.NonNull(b.Type)) || types.Nullable(a.Type) == types.Nullable(b.Type) {
		return ex{}, false
	}
	if types.Nullable(b.Type) {
		a, b = b, a
		k = k.with(k.Type, a, b)
		k.Op = map[Op]Op{Lt: Gt, Le: Ge, Gt: Lt, Ge: Le}[k.Op]
	}
	return e.guarded(k.Op, a, b, false), true
}

// sameGo reports whether values of both types have one Go type.
func sameGo(a, b *types.Type) bool { return types.Equal(a, b) }

// unwrap is what a pointer points to; null as mode says.
func (e *emitter) unwrap(x ex, t *types.Type, mode nullMode) ex {
	if mode == nullZero {
		return e.call("OrZero", x)
	}
	return e.call("Must", e.errArg(), x)
}

func (e *emitter) zero(t *types.Type) ex {
	switch types.Shape(t).Kind {
	case types.Bool:
		return primary("false")
	case types.Int, types.Float:
		return primary(e.goType(t), "(0)")
	case types.String:
		return primary(`""`)
	}
	return primary("*new(", e.goType(t), ")")
}

// mapNull converts what a pointer points to.
func (e *emitter) mapNull(x ex, from, to *types.Type) ex {
	if sameGo(from, to) {
		return x
	}
	name := e.fresh("x")
	body, null := e.value(primary(name), from, to)
	if null {
		return e.call("Lift1Null", x, join("func(", name, " ", e.goType(from), ") *", e.goType(to), " { return ", body.code, " }"))
	}
	return e.call("Lift1", x, join("func(", name, " ", e.goType(from), ") ", e.goType(to), " { return ", body.code, " }"))
}

// value converts a value that is not null between types without null; null
// reports that the result is a pointer, which can be.
func (e *emitter) value(x ex, from, to *types.Type) (out ex, null bool) {
	if sameGo(from, to) {
		return x, false
	}
	a, b := types.Shape(from), types.Shape(to)
	switch {
	case b.Kind == types.Any:
		return e.toAny(x, from), false
	case a.Kind == types.Any:
		return e.fromAny(x, types.OptionalOf(to)), true
	case a.Kind == types.Decimal && b.Kind == types.Int:
		return e.sized(e.call("IntOf", e.errArg(), x), to), false
	case a.Kind == types.Decimal && b.Kind == types.Float:
		return primary(x.at(precPrimary), ".Float64()"), false
	case a.Kind == types.Int && b.Kind == types.Decimal:
		if a.Basic != "" && a.Basic != "int64" || from.Kind == types.Named {
			x = primary("int64(", x.code, ")")
		}
		return e.call("DecimalFromInt", x), false
	case a.Kind == types.Float && b.Kind == types.Decimal:
		if a.Basic == "float32" || from.Kind == types.Named {
			x = primary("float64(", x.code, ")")
		}
		return e.call("DecimalFromFloat", x), true
	case a.Kind == types.Float && b.Kind == types.Int:
		if a.Basic == "float32" || from.Kind == types.Named {
			x = primary("float64(", x.code, ")")
		}
		return e.sized(e.call("IntOfFloat", e.errArg(), x), to), false
	case types.IsNumeric(a) && types.IsNumeric(b), a.Kind == types.String && b.Kind == types.String, a.Kind == types.Bool && b.Kind == types.Bool:
		return primary(e.goType(to), "(", x.code, ")"), false
	case a.Kind == types.List && b.Kind == types.List:
		return e.eachItem("MapSlice", x, a.Elem, b.Elem, to), false
	case a.Kind == types.Map && b.Kind == types.Map:
		return e.eachItem("MapEntries", x, a.Elem, b.Elem, to), false
	case a.Kind == types.Struct && b.Kind == types.Struct:
		return e.structTo(x, from, to), false
	}
	return e.fromAny(e.toAny(x, from), types.OptionalOf(to)), true
}

// sized is an int64 as another integer type.
func (e *emitter) sized(x ex, to *types.Type) ex {
	if t := e.goType(to); t.String() != "int64" {
		return primary(t, "(", x.code, ")")
	}
	return x
}

// item converts one value that may be null to a type that may have null.
func (e *emitter) item(x ex, from, to *types.Type) ex {
	from, to = types.Resolve(from), types.Resolve(to)
	switch {
	case to.Kind == types.Any:
		return e.toAny(x, from)
	case from.Kind == types.Optional && to.Kind == types.Optional:
		return e.mapNull(x, types.NonNull(from), types.NonNull(to))
	case from.Kind == types.Optional:
		return e.unwrap(e.mapNull(x, types.NonNull(from), to), to, nullFail)
	case to.Kind == types.Optional:
		y, null := e.value(x, from, types.NonNull(to))
		if null {
			return y
		}
		return primary("new(", y.code, ")")
	}
	y, null := e.value(x, from, to)
	if null {
		return e.unwrap(y, to, nullFail)
	}
	return y
}

func (e *emitter) eachItem(fn string, x ex, from, to, whole *types.Type) ex {
	if from == emptyElem {
		return primary(e.goType(whole), "{}")
	}
	name := e.fresh("x")
	return e.call(fn, x, join("func(", name, " ", e.goType(from), ") ", e.goType(to), " { return ", e.item(primary(name), from, to).code, " }"))
}

// structTo copies field by field into another struct type.
func (e *emitter) structTo(x ex, from, to *types.Type) ex {
	name := e.fresh("x")
	c := join("func(", name, " ", e.goType(from), ") ", e.goType(to), " { return ", e.goType(to), "{")
	first := true
	for _, f := range fieldsOf(to) {
		g, ok := from.Lookup(f.Name)
		if !ok {
			continue
		}
		if !first {
			c = join(c, ", ")
		}
		first = false
		c = join(c, goField(f), ": ", e.item(primary(name, ".", goField(g)), g.Type, f.Type).code)
	}
	return primary(c, "} }(", x.code, ")")
}

func fieldsOf(t *types.Type) []types.Field {
	t = types.Resolve(t)
	if len(t.Fields) == 0 && t.Kind == types.Named {
		return types.Shape(t).Fields
	}
	return t.Fields
}

// holdsStruct reports whether a type is a struct or holds one: reflection
// would name its fields as Go does, so they are converted by hand.
func holdsStruct(t *types.Type, depth int) bool {
	t = types.NonNull(t)
	sh := types.Shape(t)
	switch sh.Kind {
	case types.Struct:
		return len(fieldsOf(t)) > 0
	case types.List, types.Map:
		return depth < 32 && holdsStruct(sh.Elem, depth+1)
	}
	return false
}

// toAny is a value as a dynamic one.
func (e *emitter) toAny(x ex, t *types.Type) ex {
	t = types.Resolve(t)
	if t.Kind == types.Any || t.Kind == types.Func || t.Kind == types.Null {
		return x
	}
	if t.Kind == types.Optional {
		if !holdsStruct(t, 0) {
			return e.call("NullOf", x)
		}
		name := e.fresh("x")
		body := e.toAny(primary(name), types.NonNull(t))
		return e.call("NullOf", e.call("Lift1", x, join("func(", name, " ", e.goType(types.NonNull(t)), ") any { return ", body.code, " }")))
	}
	if !holdsStruct(t, 0) {
		return primary("any(", x.code, ")")
	}
	sh := types.Shape(t)
	name := e.fresh("x")
	switch sh.Kind {
	case types.List, types.Map:
		fn := map[types.Kind]string{types.List: "MapSlice", types.Map: "MapEntries"}[sh.Kind]
		body := e.toAny(primary(name), sh.Elem)
		return primary("any(", e.call(fn, x, join("func(", name, " ", e.goType(sh.Elem), ") any { return ", body.code, " }")).code, ")")
	}
	c := join("func(", name, " ", e.goType(t), ") any { return ", feelName("Context"), "{")
	for i, f := range fieldsOf(t) {
		if i > 0 {
			c = join(c, ", ")
		}
		c = join(c, "{Key: ", strconv.Quote(f.Name), ", Value: ", e.toAny(primary(name, ".", goField(f)), f.Type).code, "}")
	}
	return primary(c, "} }(", x.code, ")")
}

// fromAny is a dynamic value as a pointer to the value of an optional type;
// null where it is of another kind.
func (e *emitter) fromAny(x ex, opt *types.Type) ex {
	t := types.NonNull(opt)
	if t.Kind == types.Any || t.Kind == types.Func {
		return x
	}
	sh := types.Shape(t)
	name := e.fresh("x")
	switch sh.Kind {
	case types.List, types.Map:
		elem := types.Resolve(sh.Elem)
		fn := map[types.Kind]string{types.List: "AsList", types.Map: "AsMap"}[sh.Kind]
		if elem.Kind == types.Any || elem.Kind == types.Func {
			if sh.Kind == types.List {
				return primary(feelName("As"), "[[]any](", x.code, ")")
			}
			return e.call(fn, x, join("func(", name, " any) *any { return &", name, " }"))
		}
		if elem.Kind == types.Optional {
			fn += "Null"
		}
		inner := types.NonNull(elem)
		body := e.fromAny(primary(name), types.OptionalOf(inner))
		return e.call(fn, x, join("func(", name, " any) *", e.goType(inner), " { return ", body.code, " }"))
	case types.Struct:
		return e.structFrom(x, t)
	}
	if t.Kind == types.Named {
		return e.mapNull(e.fromAny(x, types.OptionalOf(sh)), sh, t)
	}
	if sh.Kind == types.Int && sh.Basic != "" && sh.Basic != "int64" || sh.Basic == "float32" {
		base := types.IntType
		if sh.Kind == types.Float {
			base = types.FloatType
		}
		return e.mapNull(e.fromAny(x, types.OptionalOf(base)), base, t)
	}
	return primary(feelName("As"), "[", e.goType(t), "](", x.code, ")")
}

func (e *emitter) structFrom(x ex, t *types.Type) ex {
	c := e.fresh("c")
	into := e.fresh("x")
	body := Code{}
	for i, f := range fieldsOf(t) {
		if i > 0 {
			body = join(body, " && ")
		}
		entry := primary(c, `.Entry0(`, strconv.Quote(f.Name), ")")
		ft := types.Resolve(f.Type)
		dst := "&" + into + "." + goField(f)
		switch {
		case ft.Kind == types.Any || ft.Kind == types.Func:
			v := e.fresh("v")
			body = join(body, e.call("Set", dst, join("func(", v, " any) *any { return &", v, " }(", entry.code, ")")).code)
		case ft.Kind == types.Optional:
			body = join(body, e.call("SetNull", dst, e.fromAny(entry, ft), entry).code)
		default:
			body = join(body, e.call("Set", dst, e.fromAny(entry, types.OptionalOf(ft))).code)
		}
	}
	if len(body) == 0 {
		body = text1("true")
	}
	return e.call("AsStruct", x, join("func(", c, " ", feelName("Context"), ", ", into, " *", e.goType(t), ") bool { return ", body, " }"))
}
