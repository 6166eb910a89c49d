package expr

import (
	"fmt"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// conform makes a value one of its static type: the number kind that the type
// says, and no null where the type has none.
func conform(v any, t *types.Type) (any, error) {
	if t == nil || t.Kind == types.Any {
		return v, nil
	}
	if v == nil {
		if types.Nullable(t) {
			return nil, nil
		}
		return nil, ErrNoValue
	}
	switch types.Shape(types.NonNull(t)).Kind {
	case types.Int:
		if i, ok := v.(int64); ok {
			return i, nil
		}
		if d, ok := decimalOf(v); ok {
			if i, ok := d.Int64(); ok {
				return i, nil
			}
			return nil, ErrOverflow
		}
	case types.Float:
		if _, ok := v.(float64); ok {
			return v, nil
		}
		if d, ok := decimalOf(v); ok {
			return d.Float64(), nil
		}
	case types.Decimal:
		if _, ok := v.(feel.Decimal); ok {
			return v, nil
		}
		if d, ok := decimalOf(v); ok {
			return d, nil
		}
	}
	return v, nil
}

// deepConform is conform for data from outside: elements and fields too, and a
// value of another kind is an error.
func deepConform(v any, t *types.Type) (any, error) {
	t = types.Resolve(t)
	v = feel.Normalize(v)
	if t.Kind == types.Any || types.Shape(t).Kind == types.Named {
		return deepNormalize(v), nil
	}
	if v == nil {
		return conform(nil, t)
	}
	sh := types.Shape(types.NonNull(t))
	switch sh.Kind {
	case types.List:
		list, ok := v.([]any)
		if !ok {
			return nil, mismatch(v, t)
		}
		out := make([]any, len(list))
		for i, e := range list {
			x, err := deepConform(e, sh.Elem)
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		return out, nil
	case types.Struct, types.Map:
		c, ok := v.(feel.Context)
		if !ok {
			return nil, mismatch(v, t)
		}
		return conformContext(c, types.NonNull(t), sh)
	}
	if !ofKind(v, sh.Kind) {
		return nil, mismatch(v, t)
	}
	return conform(v, t)
}

func conformContext(c feel.Context, t, sh *types.Type) (any, error) {
	out := feel.Context{}
	if sh.Kind == types.Map {
		for _, e := range c {
			x, err := deepConform(e.Value, sh.Elem)
			if err != nil {
				return nil, err
			}
			out = append(out, feel.Entry{Key: e.Key, Value: x})
		}
		return out, nil
	}
	fields := t.Fields
	if len(fields) == 0 {
		fields = sh.Fields
	}
	for _, f := range fields {
		e, ok := c.Get(f.Name)
		if !ok {
			e, _ = c.Get(f.Go)
		}
		x, err := deepConform(e, f.Type)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		out = append(out, feel.Entry{Key: f.Name, Value: x})
	}
	return out, nil
}

// deepNormalize is feel.Normalize for elements too.
func deepNormalize(v any) any {
	switch x := feel.Normalize(v).(type) {
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = deepNormalize(x[i])
		}
		return out
	case feel.Context:
		out := make(feel.Context, len(x))
		for i := range x {
			out[i] = feel.Entry{Key: x[i].Key, Value: deepNormalize(x[i].Value)}
		}
		return out
	default:
		return x
	}
}

func mismatch(v any, t *types.Type) error {
	return fmt.Errorf("a %s where a %s is needed", feel.KindOf(v), t)
}

// ofKind reports whether a dynamic value is of a static kind.
func ofKind(v any, k types.Kind) bool {
	switch k {
	case types.Any:
		return true
	case types.Int, types.Float, types.Decimal:
		return feel.KindOf(v) == feel.KindNumber
	}
	return kinds[feel.KindOf(v)] == k || k == types.Map && feel.KindOf(v) == feel.KindContext
}

var kinds = map[feel.Kind]types.Kind{
	feel.KindBoolean: types.Bool, feel.KindString: types.String, feel.KindDate: types.Date, feel.KindTime: types.Time,
	feel.KindDateTime: types.DateTime, feel.KindDayTimeDuration: types.Duration, feel.KindYearMonthDuration: types.Months,
	feel.KindList: types.List, feel.KindContext: types.Struct, feel.KindRange: types.Range, feel.KindFunction: types.Func,
}

// convertValue converts a value to a type: null as mode says, a value of
// another kind to null, which is then as mode says.
func convertValue(v any, t *types.Type, mode nullMode) (any, error) {
	t = types.Resolve(t)
	if t.Kind == types.Any {
		return v, nil
	}
	if v != nil {
		x, err := deepConform(v, t)
		if err == nil {
			return x, nil
		}
		if v = nil; err == ErrOverflow {
			return nil, err
		}
	}
	if types.Nullable(t) {
		return nil, nil
	}
	if mode == nullZero {
		return zeroOf(t), nil
	}
	return nil, ErrNoValue
}

// zeroOf is what JUEL makes of null (EL 2.2 §1.18).
func zeroOf(t *types.Type) any {
	switch types.Shape(t).Kind {
	case types.Bool:
		return false
	case types.Int:
		return int64(0)
	case types.Float:
		return float64(0)
	case types.Decimal:
		return feel.Decimal{}
	case types.String:
		return ""
	}
	return nil
}

// member is v.name; in JUEL and Go no projection over lists.
func member(v any, n *Node) any {
	switch x := v.(type) {
	case nil:
		return nil
	case feel.Context:
		m, _ := x.Get(n.Name)
		return feel.Normalize(m)
	}
	return feel.Member(v, n.Name)
}

// instanceOf is FEEL's instance of over a dynamic value (DMN 1.4 §10.3.2.3).
func instanceOf(v any, t *types.Type) bool {
	v = feel.Normalize(v)
	switch {
	case t.Kind == types.Null:
		return v == nil
	case v == nil:
		return false
	case t.Kind == types.Any:
		return true
	}
	if !ofKind(v, t.Kind) {
		return false
	}
	switch x := v.(type) {
	case []any:
		for _, e := range x {
			if t.Elem.Kind != types.Any && !instanceOf(e, t.Elem) {
				return false
			}
		}
	case feel.Context:
		for _, f := range t.Fields {
			e, ok := x.Get(f.Name)
			if !ok || e != nil && !instanceOf(e, f.Type) {
				return false
			}
		}
	case feel.Range:
		if t.Elem.Kind == types.Any {
			return true
		}
		for _, e := range []any{x.Low, x.High} {
			if e != nil && !instanceOf(e, t.Elem) {
				return false
			}
		}
	case *feel.Func:
		return t.Params == nil || len(t.Params) == len(x.Params)
	}
	return true
}

// method evaluates a method of text or a collection.
func method(name string, k []any) (any, error) {
	_, bare, _ := strings.Cut(name, ".")
	var err error
	v := feel.JavaMethod(&err, bare, k...)
	if err != nil {
		return nil, ErrNoValue
	}
	return v, nil
}
