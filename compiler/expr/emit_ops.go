package expr

import (
	"strconv"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
)

var goOps = map[Op]struct {
	text string
	prec int
}{
	Or: {" || ", precOr}, And: {" && ", precAnd}, Eq: {" == ", precCompare}, Ne: {" != ", precCompare},
	Lt: {" < ", precCompare}, Le: {" <= ", precCompare}, Gt: {" > ", precCompare}, Ge: {" >= ", precCompare},
	Add: {" + ", precAdd}, Sub: {" - ", precAdd}, Mul: {" * ", precMul}, Div: {" / ", precMul}, Mod: {" % ", precMul},
}

// infix is a op b in Go; the right operand binds one tighter.
func infix(op Op, a, b ex) ex {
	o := goOps[op]
	return ex{join(a.at(o.prec), o.text, b.at(o.prec+1)), o.prec}
}

func (e *emitter) logic(n *Node) ex {
	if types.Nullable(n.Type) {
		name := "And3"
		if n.Op == Or {
			name = "Or3"
		}
		return e.call(name, e.pointer(n.Kids[0]), e.pointer(n.Kids[1]))
	}
	return infix(n.Op, e.emit(n.Kids[0]), e.emit(n.Kids[1]))
}

// pointer is a value as *T.
func (e *emitter) pointer(n *Node) ex {
	if types.Nullable(n.Type) {
		return e.emit(n)
	}
	return primary("new(", e.typedValue(n).code, ")")
}

// native is a value with the built-in Go type of its shape, for operators: a
// value of a named host type is converted. A constant takes the other's type.
func (e *emitter) native(n, other *Node) ex {
	x := e.emit(n)
	t := types.Resolve(n.Type)
	if t.Kind != types.Named || other != nil && (other.Op == Lit && t.Path != "time" || types.Equal(other.Type, t)) {
		return x
	}
	sh := types.Shape(t)
	switch {
	case t.Path == "time" && t.Name == "Time":
		return e.call("DateTimeOf", x)
	case t.Path == "time" && t.Name == "Duration":
		return e.call("DayTimeDurationOf", x)
	case sh.Kind == types.String || sh.Kind == types.Bool || sh.Kind == types.Int || sh.Kind == types.Float:
		return primary(e.goType(sh), "(", x.code, ")")
	}
	return x
}

// isNull reports whether a node can only be null.
func isNull(n *Node) bool {
	return n.Op == Lit && n.Value == nil || types.Resolve(n.Type).Kind == types.Null
}

func (e *emitter) equality(n *Node) ex {
	a, b := n.Kids[0], n.Kids[1]
	if isNull(a) {
		a, b = b, a
	}
	if isNull(b) {
		if types.Nullable(n.Type) {
			return primary("new(", e.nullTest(a, n.Op).code, ")")
		}
		return e.nullTest(a, n.Op)
	}
	if n.Type.Kind == types.Optional {
		name := "Equal"
		if n.Op == Ne {
			name = "NotEqual"
		}
		return e.call(name, e.dynamic(a), e.dynamic(b))
	}
	if types.Nullable(a.Type) || types.Nullable(b.Type) {
		return e.equalNull(n.Op, a, b)
	}
	return e.compare(n.Op, a, b)
}

// nullTest is x = null.
func (e *emitter) nullTest(n *Node, op Op) ex {
	if isNull(n) || !types.Nullable(n.Type) {
		return primary(strconv.FormatBool((op == Eq) == isNull(n)))
	}
	x := e.emit(n)
	if types.Resolve(n.Type).Kind != types.Optional {
		x = e.call("Normalize", x)
	}
	o := goOps[op]
	return ex{join(x.at(precCompare), o.text, "nil"), precCompare}
}

// equalNull compares values of which one can be null.
func (e *emitter) equalNull(op Op, a, b *Node) ex {
	if types.Nullable(a.Type) && types.Nullable(b.Type) {
		x, y := e.fresh("x"), e.fresh("x")
		t := types.NonNull(a.Type)
		la, lb := e.localFor(x, t, a.Span), e.localFor(y, types.NonNull(b.Type), b.Span)
		body := e.compare(Eq, la, lb)
		c := e.call("EqualNull", e.emit(a), e.emit(b), join("func(", x, ", ", y, " ", e.goType(t), ") bool { return ", body.code, " }"))
		if op == Ne {
			return ex{join("!", c.code), precUnary}
		}
		return c
	}
	if types.Nullable(b.Type) {
		a, b = b, a
	}
	return e.guarded(op, a, b, op == Ne)
}

// guarded is a op b where a can be null; whenNull is the result where it is.
func (e *emitter) guarded(op Op, a, b *Node, whenNull bool) ex {
	x := e.emit(a)
	if !simple(a) || x.prec < precPrimary {
		name := e.fresh("x")
		l := e.localFor(name, types.NonNull(a.Type), a.Span)
		body := e.compare(op, l, b)
		return e.call("OrElse", e.call("Lift1", x, join("func(", name, " ", e.goType(l.Type), ") bool { return ", body.code, " }")), strconv.FormatBool(whenNull))
	}
	deref := e.fresh("x")
	l := e.localFor(deref, types.NonNull(a.Type), a.Span)
	e.names[l.locals[0].id] = "*" + deref
	body := e.compare(op, l, b)
	code := replaceName(body.code, "*"+deref, join("*", x.code))
	if whenNull {
		return ex{join(x.code, " == nil || ", ex{code, body.prec}.at(precOr)), precOr}
	}
	return ex{join(x.code, " != nil && ", ex{code, body.prec}.at(precAnd)), precAnd}
}

// replaceName puts code where a placeholder stands.
func replaceName(c Code, name string, with Code) Code {
	var out Code
	for _, p := range c {
		if p.Import == "" {
			rest := p.Text
			for {
				i := indexOf(rest, name)
				if i < 0 {
					break
				}
				pre := rest[:i]
				// A method call on what a pointer points to needs parentheses.
				if after := rest[i+len(name):]; after != "" && after[0] == '.' {
					out = join(out, pre, "(", with, ")")
				} else {
					out = join(out, pre, with)
				}
				rest = rest[i+len(name):]
			}
			out = join(out, rest)
			continue
		}
		out = append(out, p)
	}
	return out
}

func indexOf(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		if s[i:i+len(sub)] == sub {
			end := i + len(sub)
			if end == len(s) || s[end] < '0' || s[end] > '9' {
				return i
			}
		}
	}
	return -1
}

// localFor is a node that reads a name of the emitted code.
func (e *emitter) localFor(name string, t *types.Type, sp Span) *Node {
	e.next++
	l := &local{name: name, typ: t, id: -1000000 - e.next}
	e.names[l.id] = name
	return &Node{Op: Local, Span: sp, Type: t, locals: []*local{l}}
}

// compare compares two values of one class, neither null.
func (e *emitter) compare(op Op, a, b *Node) ex {
	x, y := e.native(a, b), e.native(b, a)
	switch types.Shape(a.Type).Kind {
	case types.Decimal, types.Date, types.Time, types.DateTime:
		method := "Compare"
		if types.Shape(a.Type).Kind == types.Decimal {
			method = "Cmp"
		}
		if op == Eq || op == Ne {
			c := primary(x.at(precPrimary), ".Equal(", y.code, ")")
			if op == Ne {
				return ex{join("!", c.code), precUnary}
			}
			return c
		}
		return ex{join(x.at(precPrimary), ".", method, "(", y.code, ")", goOps[op].text, "0"), precCompare}
	}
	if types.Shape(a.Type).Kind == types.Bool && b.Op == Lit {
		return boolTest(op, x, b.Value == true)
	}
	if types.Shape(a.Type).Kind == types.Bool && a.Op == Lit {
		return boolTest(op, y, a.Value == true)
	}
	return infix(op, x, y)
}

// boolTest is x == true in the words of staticcheck: x, or !x.
func boolTest(op Op, x ex, v bool) ex {
	if (op == Eq) == v {
		return x
	}
	return ex{join("!", x.at(precUnary)), precUnary}
}

func (e *emitter) order(n *Node) ex {
	a, b := n.Kids[0], n.Kids[1]
	if anyOf(n.Kids, types.Any) || anyOf(n.Kids, types.Null) || mixedDates(types.NonNull(a.Type), types.NonNull(b.Type)) {
		name := map[Op]string{Lt: "Less", Le: "LessEqual", Gt: "Greater", Ge: "GreaterEqual"}[n.Op]
		return e.call(name, e.dynamic(a), e.dynamic(b))
	}
	if anyNullable(n.Kids) {
		return e.lifted(n, func(m *Node) ex { return e.compare(m.Op, m.Kids[0], m.Kids[1]) })
	}
	return e.compare(n.Op, a, b)
}

func (e *emitter) arith(n *Node) ex {
	if class(n.Type) == types.Any || anyOf(n.Kids, types.Null) || anyOf(n.Kids, types.Any) {
		return e.dynamicArith(n)
	}
	if anyNullable(n.Kids) {
		return e.lifted(n, e.arithValues)
	}
	return e.arithValues(n)
}

var dynamicNames = map[Op]string{Add: "Add", Sub: "Sub", Mul: "Mul", Div: "Div", Pow: "Pow", Neg: "Neg"}

func (e *emitter) dynamicArith(n *Node) ex {
	name := dynamicNames[n.Op]
	if n.Op == Add && e.lang == JUEL {
		name = "AddOrJoin"
	}
	args := make([]any, len(n.Kids))
	for i, k := range n.Kids {
		args[i] = e.dynamic(k)
	}
	c := e.call(name, args...)
	if n.Type.Kind == types.Any {
		return c
	}
	return e.fromAny(c, n.Type)
}

// arithValues is arithmetic on values, none of them null.
func (e *emitter) arithValues(n *Node) ex {
	t := types.Shape(types.NonNull(n.Type))
	if types.IsTemporal(t) || anyTemporal(n.Kids) {
		return e.temporal(n)
	}
	a := e.emit(n.Kids[0])
	var b ex
	if len(n.Kids) > 1 {
		b = e.emit(n.Kids[1])
	}
	switch t.Kind {
	case types.Int:
		name := map[Op]string{Add: "AddChecked", Sub: "SubChecked", Mul: "MulChecked", Neg: "NegChecked", Mod: "RemChecked"}[n.Op]
		if n.Op == Neg {
			return e.call(name, e.errArg(), a)
		}
		return e.call(name, e.errArg(), a, b)
	case types.Float:
		switch {
		case n.Op == Neg:
			return ex{join("-", a.at(precPrimary)), precUnary}
		case n.Op == Pow:
			return e.call("PowFloat", a, b)
		case n.Op == Mod:
			return primary(qualified("math", "Mod"), "(", a.code, ", ", b.code, ")")
		case n.Op == Div && types.Nullable(n.Type):
			return e.call("DivFloat", a, b)
		case n.Op == Div && n.Kids[1].Op == Lit && n.Kids[1].Value == float64(0):
			return e.call("JavaDiv", a, b)
		}
		return infix(n.Op, a, b)
	case types.Decimal:
		method := map[Op]string{Add: "Add", Sub: "Sub", Mul: "Mul", Div: "Quo", Pow: "Pow", Neg: "Neg"}[n.Op]
		if n.Op == Div && types.Nullable(n.Type) {
			method = "Div"
		}
		if n.Op == Neg {
			return primary(a.at(precPrimary), ".Neg()")
		}
		return primary(a.at(precPrimary), ".", method, "(", b.code, ")")
	case types.String:
		return infix(Add, e.native(n.Kids[0], nil), e.native(n.Kids[1], nil))
	}
	return e.fail("arithmetic on %s can't be emitted", n.Type)
}

func anyTemporal(list []*Node) bool {
	for _, k := range list {
		if types.IsTemporal(types.NonNull(k.Type)) {
			return true
		}
	}
	return false
}

// temporal is arithmetic on dates, times and durations: by the dynamic
// operators, whose result is of the static type.
func (e *emitter) temporal(n *Node) ex {
	m := *n
	m.Type = types.OptionalOf(types.NonNull(n.Type))
	c := e.dynamicArith(&m)
	if types.Nullable(n.Type) {
		return c
	}
	return e.call("Must", e.errArg(), c)
}

func (e *emitter) ifThenElse(n *Node) ex {
	cond := e.condition(n.Kids[0])
	t := e.goType(n.Type)
	return primary("func() ", t, " { if ", cond.code, " { return ", e.emit(n.Kids[1]).code, " }; return ", e.emit(n.Kids[2]).code, " }()")
}

// condition is whether a boolean is true, null being not.
func (e *emitter) condition(n *Node) ex {
	if types.Nullable(n.Type) {
		return e.call("IsTrue", e.emit(n))
	}
	return e.emit(n)
}

func (e *emitter) in(n *Node) ex {
	v := e.dynamic(n.Kids[0])
	if !simple(n.Kids[0]) {
		name := e.fresh("x")
		body := e.tests(primary(name), n.Kids[1:])
		return primary("func(", name, " any) *bool { return ", body.code, " }(", v.code, ")")
	}
	return e.tests(v, n.Kids[1:])
}

func (e *emitter) tests(v ex, tests []*Node) ex {
	var out ex
	for i, t := range tests {
		x := e.test(v, t)
		if i == 0 {
			out = x
			continue
		}
		out = e.call("Or3", out, x)
	}
	return out
}

func (e *emitter) test(v ex, t *Node) ex {
	switch t.Op {
	case Test:
		name := map[string]string{"<": "Less", "<=": "LessEqual", ">": "Greater", ">=": "GreaterEqual", "=": "Equal", "!=": "NotEqual"}[t.Name]
		return e.call(name, v, e.dynamic(t.Kids[0]))
	case ListLit:
		if hasTest(t) {
			return e.tests(v, t.Kids)
		}
	}
	return e.call("In", v, e.dynamic(t))
}

// negate emits not: a test for equality is turned round, all else gets a !.
func (e *emitter) negate(n *Node) ex {
	x := e.emit(n)
	if x.prec == precCompare && len(x.code) == 1 && x.code[0].Import == "" {
		if before, after, ok := strings.Cut(x.code[0].Text, " == "); ok && !strings.ContainsAny(before+after, "\"'`=<>!") {
			return ex{text1(before + " != " + after), precCompare}
		}
	}
	return ex{join("!", x.at(precUnary)), precUnary}
}
