package expr

import (
	"github.com/bpmngen/bpmngen/compiler/types"
)

// opText is how an operator is written, for messages.
func opText(op Op, lang Lang) string {
	feel := map[Op]string{Add: "+", Sub: "-", Mul: "*", Div: "/", Mod: "%", Pow: "**", Eq: "=", Ne: "!=", Lt: "<", Le: "<=", Gt: ">", Ge: ">=",
		And: "and", Or: "or", Not: "not", If: "if", Some: "some", Every: "every", For: "for", Neg: "-"}
	other := map[Op]string{Eq: "==", And: "&&", Or: "||", Not: "!"}
	if lang != FEEL {
		if t, ok := other[op]; ok {
			return t
		}
	}
	return feel[op]
}

// truth makes an operand a boolean: in FEEL one that can be null where it can
// be (three-valued logic), in JUEL null is false.
func (c *checker) truth(n *Node, what string) *Node {
	t := types.Shape(types.NonNull(n.Type))
	opt := types.OptionalOf(types.BoolType)
	switch t.Kind {
	case types.Bool:
		if types.Nullable(n.Type) {
			if c.lang == FEEL {
				return n
			}
			return c.conversion(n, types.BoolType, nullZero)
		}
		return n
	case types.Any, types.Null:
		if c.lang == FEEL {
			return c.conversion(n, opt, nullKeep)
		}
		return c.conversion(n, types.BoolType, nullZero)
	}
	c.errorf("BG3006", n.Span, "compare it with something, or use a boolean", "%s needs a boolean, but this is a %s", what, n.Type)
	return n
}

func (c *checker) logic(n *Node) *Node {
	a := c.truth(c.otherwise(c.check(n.Kids[0]), n.Op), opText(n.Op, c.lang))
	b := c.truth(c.otherwise(c.check(n.Kids[1]), n.Op), opText(n.Op, c.lang))
	return n.with(nullableIf(types.BoolType, types.Nullable(a.Type) || types.Nullable(b.Type)), a, b)
}

// otherwise makes a constant that is no boolean the null that FEEL's and and or
// take it for (DMN 1.4 table 50), with a warning. A variable that is none is an
// error: truth reports it.
func (c *checker) otherwise(n *Node, op Op) *Node {
	if c.lang != FEEL || n.Op != Lit || n.Value == nil || class(n.Type) == types.Bool || class(n.Type) == types.Any {
		return n
	}
	d := c.src.diagnostic("BG3016", n.Span, "%s counts a %s as null", opText(op, c.lang), n.Type)
	c.ds = append(c.ds, d.WithFix("use a boolean"))
	return &Node{Op: Lit, Span: n.Span, Type: types.NullType}
}

func (c *checker) not(n *Node) *Node {
	a := c.truth(c.check(n.Kids[0]), opText(Not, c.lang))
	return n.with(nullableIf(types.BoolType, types.Nullable(a.Type)), a)
}

// equality types = and !=. Null equals null and nothing else, so that the
// result is null only where the compiler knows too little.
func (c *checker) equality(n, a, b *Node) *Node {
	x, y := types.NonNull(a.Type), types.NonNull(b.Type)
	if x.Kind == types.Null || y.Kind == types.Null {
		return n.with(types.BoolType, a, b)
	}
	if class(x) == types.Any || class(y) == types.Any {
		return c.lenient(n.with(types.OptionalOf(types.BoolType), a, b))
	}
	if class(x) == types.Int && class(y) == types.Int {
		a, b = c.numbers(a, b)
		return n.with(types.BoolType, a, b)
	}
	if c.lang == FEEL && (class(x) == types.List) != (class(y) == types.List) {
		// A list of one equals its element (DMN 1.4 §10.3.2.9.4).
		return n.with(types.OptionalOf(types.BoolType), a, b)
	}
	if class(x) != class(y) && !mixedDates(x, y) {
		c.errorf("BG3006", n.Span, "compare values of one type", "can't compare a %s with a %s", x, y)
		return c.bad(n)
	}
	switch class(x) {
	case types.String, types.Bool:
		return n.with(types.BoolType, a, b)
	case types.List, types.Struct, types.Map, types.Range, types.Func:
		return c.lenient(n.with(types.OptionalOf(types.BoolType), a, b))
	}
	return n.with(nullableIf(types.BoolType, mixedDates(x, y)), a, b)
}

// lenient makes a comparison's null false in JUEL, which has no third value.
func (c *checker) lenient(n *Node) *Node {
	if c.lang == FEEL || !types.Nullable(n.Type) {
		return n
	}
	return c.conversion(n, types.BoolType, nullZero)
}

func mixedDates(x, y *types.Type) bool {
	a, b := class(x), class(y)
	return a == types.Date && b == types.DateTime || a == types.DateTime && b == types.Date
}

// order types <, <=, > and >=.
func (c *checker) order(n, a, b *Node) *Node {
	x, y := types.NonNull(a.Type), types.NonNull(b.Type)
	null := types.Nullable(a.Type) || types.Nullable(b.Type)
	if x.Kind == types.Null || y.Kind == types.Null || class(x) == types.Any || class(y) == types.Any {
		return c.lenient(n.with(types.OptionalOf(types.BoolType), a, b))
	}
	if class(x) == types.Int && class(y) == types.Int {
		a, b = c.numbers(a, b)
		return c.lenient(n.with(nullableIf(types.BoolType, null), a, b))
	}
	if class(x) != class(y) && !mixedDates(x, y) {
		c.errorf("BG3006", n.Span, "compare values of one type", "can't compare a %s with a %s", x, y)
		return c.bad(n)
	}
	switch class(x) {
	case types.String, types.Date, types.DateTime, types.Time, types.Duration, types.Months:
		return c.lenient(n.with(nullableIf(types.BoolType, null || mixedDates(x, y)), a, b))
	}
	c.errorf("BG3006", n.Span, "compare numbers, text, dates or durations", "a %s has no order", x)
	return c.bad(n)
}

func (c *checker) arith(n *Node) *Node {
	a, b := c.check(n.Kids[0]), c.check(n.Kids[1])
	x, y := types.NonNull(a.Type), types.NonNull(b.Type)
	op := opText(n.Op, c.lang)
	if c.lang == FEEL && (class(x) == types.Null || class(y) == types.Null) {
		return n.with(types.OptionalOf(types.AnyType), a, b)
	}
	if class(x) == types.Any || class(y) == types.Any {
		if c.lang != FEEL && n.Op != Add {
			return c.juelDynamic(n, a, b)
		}
		return n.with(types.AnyType, a, b)
	}
	null := types.Nullable(a.Type) || types.Nullable(b.Type)
	if c.lang == JUEL && null {
		a, b = c.zero(a), c.zero(b)
		x, y, null = types.NonNull(a.Type), types.NonNull(b.Type), false
	}
	if class(x) == types.Int && class(y) == types.Int {
		return c.numeric(n, a, b, null)
	}
	if n.Op == Add && class(x) == types.String && class(y) == types.String {
		return n.with(nullableIf(types.StringType, null), a, b)
	}
	if t := temporalResult(op, x, y); t != nil {
		if n.Op == Div && types.IsTemporal(y) {
			t = types.OptionalOf(t)
		}
		return n.with(nullableIf(t, null), a, b)
	}
	fix := "use numbers, text, or dates and durations"
	if n.Op == Add && (class(x) == types.String || class(y) == types.String) {
		fix = "convert with string(...)"
		if c.lang == JUEL {
			fix = "write the values one after the other: ${a}${b}"
		}
	}
	c.errorf("BG3006", n.Span, fix, "%s is not defined for a %s and a %s", op, x, y)
	return c.bad(n)
}

// juelDynamic is arithmetic on values of unknown type in JUEL, where null is 0.
func (c *checker) juelDynamic(n, a, b *Node) *Node {
	num := types.FloatType
	return c.numeric(n, c.conversion(a, num, nullZero), c.conversion(b, num, nullZero), false)
}

// zero makes null the zero value, as JUEL does in arithmetic.
func (c *checker) zero(n *Node) *Node {
	if !types.Nullable(n.Type) {
		return n
	}
	t := types.NonNull(n.Type)
	if t.Kind == types.Null {
		t = types.IntType
	}
	return c.conversion(n, t, nullZero)
}

// numeric types arithmetic on numbers. Integers stay integers in +, - and *;
// division is exact (DMN 1.4 §10.3.2.3.1), and null where the divisor is 0.
func (c *checker) numeric(n, a, b *Node, null bool) *Node {
	if n.Op == Div || n.Op == Pow {
		return c.quotient(n, a, b, null)
	}
	a, b = c.numbers(a, b)
	t := joinTypes(types.NonNull(a.Type), types.NonNull(b.Type))
	if k := types.Shape(t).Kind; t.Kind == types.Named || k == types.Int || k == types.Float {
		t = map[types.Kind]*types.Type{types.Int: types.IntType, types.Float: types.FloatType, types.Decimal: types.DecimalType}[k]
		a = c.convert(a, nullableIf(t, types.Nullable(a.Type)), nullKeep)
		b = c.convert(b, nullableIf(t, types.Nullable(b.Type)), nullKeep)
	}
	return n.with(nullableIf(t, null), a, b)
}

func (c *checker) quotient(n, a, b *Node, null bool) *Node {
	t := types.DecimalType
	if c.lang == JUEL || class2(a, types.Float) || class2(b, types.Float) {
		t = types.FloatType
	}
	d, isNumber := decimalOf(b.Value)
	safe := n.Op == Div && b.Op == Lit && isNumber && d.Sign() != 0
	a = c.convert(a, nullableIf(t, types.Nullable(a.Type)), nullKeep)
	b = c.convert(b, nullableIf(t, types.Nullable(b.Type)), nullKeep)
	if c.lang == JUEL {
		return n.with(t, a, b)
	}
	return n.with(nullableIf(t, null || !safe), a, b)
}

func class2(n *Node, k types.Kind) bool {
	return n.Op != Lit && types.Shape(types.NonNull(n.Type)).Kind == k
}

func (c *checker) neg(n *Node) *Node {
	a := c.check(n.Kids[0])
	if c.lang == JUEL {
		a = c.zero(a)
	}
	switch t := types.Shape(types.NonNull(a.Type)); t.Kind {
	case types.Int:
		a = c.convert(a, nullableIf(types.IntType, types.Nullable(a.Type)), nullKeep)
		return n.with(a.Type, a)
	case types.Float:
		a = c.convert(a, nullableIf(types.FloatType, types.Nullable(a.Type)), nullKeep)
		return n.with(a.Type, a)
	case types.Decimal, types.Duration, types.Months:
		return n.with(a.Type, a)
	case types.Any, types.Null:
		return n.with(types.AnyType, a)
	}
	c.errorf("BG3006", n.Span, "use a number or a duration", "- is not defined for a %s", a.Type)
	return c.bad(n)
}

func (c *checker) ifThenElse(n *Node) *Node {
	cond := c.truth(c.otherwise(c.check(n.Kids[0]), If), "if")
	a, b := c.check(n.Kids[1]), c.check(n.Kids[2])
	t := joinTypes(a.Type, b.Type)
	if class(a.Type) == types.Int && class(b.Type) == types.Int {
		x, y := c.numbers(a, b)
		t = joinTypes(x.Type, y.Type)
	}
	return n.with(t, cond, c.convert(a, t, nullKeep), c.convert(b, t, nullKeep))
}
