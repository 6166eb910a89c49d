package expr

import (
	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// convert makes a node's value one of type t, nil where no value of its type
// can be. mode says what null becomes where t has none.
func (c *checker) convert(n *Node, t *types.Type, mode nullMode) *Node {
	from := types.Resolve(n.Type)
	t = types.Resolve(t)
	if types.Equal(from, t) {
		return n
	}
	if n.Op == Lit {
		if m := convertLit(n, t); m != nil {
			return m
		}
		if _, isNumber := decimalOf(n.Value); isNumber && types.IsNumeric(types.NonNull(t)) {
			m := convertLit(n, types.NonNull(t))
			if m == nil {
				return nil // a constant that the type does not hold
			}
			n = m
		}
	}
	switch {
	case t.Kind == types.Any:
		return c.conversion(n, t, mode)
	case from.Kind == types.Null:
		if types.Nullable(t) {
			return c.conversion(n, t, mode)
		}
		if mode == nullZero {
			return c.conversion(n, t, mode)
		}
		return nil
	case from.Kind == types.Any:
		return c.conversion(n, t, mode)
	}
	if !convertible(types.NonNull(from), types.NonNull(t), 0) {
		return nil
	}
	return c.conversion(n, t, mode)
}

func (c *checker) conversion(n *Node, t *types.Type, mode nullMode) *Node {
	m := &Node{Op: Convert, Span: n.Span, Type: t, Kids: []*Node{n}}
	if types.Nullable(n.Type) && !types.Nullable(t) {
		m.mode = mode
	}
	return m
}

// convertible reports whether every value of a has one of b that stands for it.
func convertible(a, b *types.Type, depth int) bool {
	a, b = types.Resolve(a), types.Resolve(b)
	if depth > 32 || types.Equal(a, b) || a.Kind == types.Any || b.Kind == types.Any {
		return true
	}
	if a.Kind == types.Null {
		return types.Nullable(b)
	}
	if a.Kind == types.Optional {
		return types.Nullable(b) && convertible(types.NonNull(a), types.NonNull(b), depth+1)
	}
	if b.Kind == types.Optional {
		return convertible(a, types.NonNull(b), depth+1)
	}
	x, y := types.Shape(a), types.Shape(b)
	if types.IsNumeric(x) && types.IsNumeric(y) {
		return true
	}
	switch {
	case x.Kind == types.List && y.Kind == types.List, x.Kind == types.Map && y.Kind == types.Map, x.Kind == types.Range && y.Kind == types.Range:
		return isEmptyList(x) || convertible(x.Elem, y.Elem, depth+1)
	case x.Kind == types.Struct && y.Kind == types.Struct:
		for _, f := range b.Fields {
			g, ok := a.Lookup(f.Name)
			if !ok {
				if !types.Nullable(f.Type) {
					return false
				}
				continue
			}
			if !convertible(g.Type, f.Type, depth+1) {
				return false
			}
		}
		return true
	case x.Kind == types.Struct && y.Kind == types.Map:
		for _, f := range a.Fields {
			if !convertible(f.Type, y.Elem, depth+1) {
				return false
			}
		}
		return true
	}
	return x.Kind == y.Kind && (x.Kind == types.String || x.Kind == types.Bool)
}

// convertLit converts a literal number at compile time.
func convertLit(n *Node, t *types.Type) *Node {
	if !types.IsNumeric(types.NonNull(t)) || t.Kind == types.Optional {
		return nil
	}
	d, ok := decimalOf(n.Value)
	if !ok {
		return nil
	}
	m := n.with(t)
	switch types.Shape(t).Kind {
	case types.Int:
		i, ok := d.Int64()
		if !ok {
			return nil
		}
		m.Value = i
	case types.Float:
		m.Value = d.Float64()
	case types.Decimal:
		m.Value = d
	}
	return m
}

func decimalOf(v any) (feel.Decimal, bool) {
	switch x := v.(type) {
	case int64:
		return feel.DecimalFromInt(x), true
	case float64:
		if p := feel.DecimalFromFloat(x); p != nil {
			return *p, true
		}
	case feel.Decimal:
		return x, true
	}
	return feel.Decimal{}, false
}

// numbers brings two numeric operands to one type: literals take the other's.
func (c *checker) numbers(a, b *Node) (*Node, *Node) {
	x, y := types.NonNull(a.Type), types.NonNull(b.Type)
	t := joinTypes(x, y)
	if a.Op == Lit && b.Op != Lit {
		if m := convertLit(a, plainNumber(y)); m != nil {
			return m, b
		}
	}
	if b.Op == Lit && a.Op != Lit {
		if m := convertLit(b, plainNumber(x)); m != nil {
			return a, m
		}
	}
	if t.Kind == types.Int && types.Shape(x).Basic != types.Shape(y).Basic {
		t = types.IntType
	}
	return c.convert(a, nullableIf(t, types.Nullable(a.Type)), nullKeep), c.convert(b, nullableIf(t, types.Nullable(b.Type)), nullKeep)
}

// plainNumber is the type that a literal takes beside a value of type t.
func plainNumber(t *types.Type) *types.Type {
	sh := types.Shape(t)
	return sh
}
