package expr

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// literal is the Go of a constant of a type.
func (e *emitter) literal(v any, t *types.Type) ex {
	if v == nil {
		switch {
		case t.Kind == types.Optional:
			return primary("(", e.goType(t), ")(nil)")
		}
		return primary("any(nil)")
	}
	if types.Nullable(t) && t.Kind != types.Any {
		inner := types.NonNull(t)
		return primary("new(", e.typedConst(e.constant(v, inner), v, inner).code, ")")
	}
	if t.Kind == types.Any {
		inner := literalType(v)
		return primary("any(", e.typedConst(e.constant(v, inner), v, inner).code, ")")
	}
	return e.constant(v, t)
}

// constant is a constant that takes its Go type from where it stands.
func (e *emitter) constant(v any, t *types.Type) ex {
	switch x := v.(type) {
	case bool:
		return primary(strconv.FormatBool(x))
	case string:
		return primary(strconv.Quote(x))
	case int64:
		return number1(strconv.FormatInt(x, 10))
	case float64:
		s := strconv.FormatFloat(x, 'g', -1, 64)
		return number1(s)
	case feel.Decimal:
		return e.decimal(x)
	case feel.Date:
		y, m, d := x.Civil()
		return pointee(feelName("NewDate"), "(", strconv.FormatInt(y, 10), ", ", strconv.FormatInt(m, 10), ", ", strconv.FormatInt(d, 10), ")")
	case feel.Time:
		return pointee(feelName("TimeFrom"), "(", strconv.Quote(x.String()), ")")
	case feel.DateTime:
		return primary("*", feelName("DateAndTimeFrom"), "(", strconv.Quote(x.String()), ")")
	case feel.DayTimeDuration:
		return primary(feelName("DayTimeDuration"), "(", strconv.FormatInt(int64(x), 10), ")")
	case feel.YearMonthDuration:
		return primary(feelName("YearMonthDuration"), "(", strconv.FormatInt(int64(x), 10), ")")
	}
	return e.fail("a constant %s can't be emitted", t)
}

func number1(s string) ex {
	if s[0] == '-' {
		return ex{text1(s), precUnary}
	}
	return primary(s)
}

func (e *emitter) decimal(d feel.Decimal) ex {
	if i, ok := d.Int64(); ok {
		return primary(feelName("DecimalFromInt"), "(", strconv.FormatInt(i, 10), ")")
	}
	return primary(feelName("DecimalLiteral"), "(", strconv.Quote(d.String()), ")")
}

// typedValue is emit for places where an untyped constant would take Go's default
// type, such as an any or a type argument.
func (e *emitter) typedValue(n *Node) ex {
	x := e.emit(n)
	if n.Op != Lit {
		return x
	}
	return e.typedConst(x, n.Value, n.Type)
}

func (e *emitter) typedConst(x ex, v any, t *types.Type) ex {
	switch v.(type) {
	case int64, float64:
		if t.Kind == types.Int || t.Kind == types.Float {
			return primary(e.goType(t), "(", x.code, ")")
		}
	}
	return x
}

// pointee is what a call's result points to.
func pointee(parts ...any) ex { return ex{join(append([]any{"*"}, parts...)...), precUnary} }
