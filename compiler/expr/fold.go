package expr

import (
	"time"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// fold replaces an operation on literals by its value: exact, since numbers
// without a variable are decimals. What has no literal for a value stays.
func (c *checker) fold(n *Node) *Node {
	if c.failed || !foldable(n) {
		return n
	}
	for _, k := range n.Kids {
		if k == nil || k.Op != Lit {
			return n
		}
	}
	ev := &evaluator{lang: c.lang, env: feel.Env{Now: time.Time{}}, steps: maxSteps - 100_000}
	var v any
	var err error
	if n.Op == And || n.Op == Or {
		v, err = ev.logic(n)
	} else {
		k := make([]any, len(n.Kids))
		for i := range k {
			k[i] = n.Kids[i].Value
		}
		v, err = c.foldStrict(ev, n, k)
	}
	if err != nil {
		return n
	}
	if s, ok := v.(string); ok && len(s) > 4096 {
		return n
	}
	return c.literal(n, v)
}

func (c *checker) foldStrict(ev *evaluator, n *Node, k []any) (any, error) {
	switch n.Op {
	case Field:
		return member(k[0], n), nil
	case If:
		if k[0] == true {
			return k[1], nil
		}
		return k[2], nil
	case Convert:
		return convertValue(k[0], n.Type, n.mode)
	case Add, Sub, Mul, Neg:
		if types.Shape(types.NonNull(n.Type)).Kind == types.Int && c.lang == FEEL {
			// A constant that leaves int64 goes on as a decimal.
			return dynamicArith(n.Op, k), nil
		}
	}
	return ev.strict(n, k)
}

// literal is the node of a folded value.
func (c *checker) literal(n *Node, v any) *Node {
	m := &Node{Op: Lit, Span: n.Span, Value: v, Type: n.Type}
	if v == nil {
		if !types.Nullable(n.Type) {
			return n
		}
		if m.Type.Kind == types.Any {
			m.Type = types.NullType
		}
		c.warnNever(n)
		return m
	}
	t := literalType(v)
	if t.Kind == types.Any {
		return n
	}
	if f, ok := v.(float64); ok && (f != f || f-f != 0) {
		return n
	}
	want := types.NonNull(n.Type)
	switch {
	case want.Kind == types.Any:
		m.Type = t
	case want.Kind == types.Int && t.Kind == types.Decimal:
		m.Type = t
	case types.IsNumeric(want) && want.Kind != types.Named:
		x, err := conform(v, want)
		if err != nil {
			return n
		}
		m.Value, m.Type = x, want
	case class(want) == class(t):
		m.Type = want
	default:
		return n
	}
	return m
}

// warnNever warns of a date, time or duration literal that is none.
func (c *checker) warnNever(n *Node) {
	if n.Op != Call {
		return
	}
	switch n.Name {
	case "date", "time", "date and time", "duration", "number":
		if s, ok := n.Kids[0].Value.(string); ok && len(n.Kids) == 1 {
			d := c.src.diagnostic("BG3014", n.Kids[0].Span, "%q is no %s, so the value is always null", s, n.Name)
			c.ds = append(c.ds, d.WithFix("write a valid %s", n.Name))
		}
	}
}

func foldable(n *Node) bool {
	switch n.Op {
	case And, Or, Not, Eq, Ne, Lt, Le, Gt, Ge, Add, Sub, Mul, Div, Mod, Pow, Neg, If, Empty, Concat, Instance, Method, Between:
		return true
	case Convert:
		return n.mode == nullKeep && n.Type.Kind != types.Any && n.Type.Kind != types.Optional
	case Field:
		return types.IsTemporal(types.NonNull(n.Kids[0].Type))
	case Call:
		return n.fn != nil && !n.fn.clock && n.Name != "random number" && n.Name != "is defined" && n.Name != "assert"
	}
	return false
}
