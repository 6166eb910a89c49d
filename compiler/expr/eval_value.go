package expr

import (
	"fmt"
	"strings"
	"unicode/utf8"

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
	if t.Kind == types.Any {
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

// indexValue is JUEL's a[i]: a zero-based position, or a key.
func indexValue(v, i any) any {
	switch x := v.(type) {
	case []any:
		d, ok := decimalOf(i)
		if !ok {
			return nil
		}
		at, ok := d.Int64()
		if !ok || at < 0 || at >= int64(len(x)) {
			return nil
		}
		return feel.Normalize(x[at])
	case feel.Context:
		key, _ := i.(string)
		m, _ := x.Get(key)
		return feel.Normalize(m)
	}
	return nil
}

// isEmpty is JUEL's empty: null, "", an empty list or map.
func isEmpty(v any) bool {
	switch x := v.(type) {
	case nil:
		return true
	case string:
		return x == ""
	case []any:
		return len(x) == 0
	case feel.Context:
		return len(x) == 0
	}
	return false
}

// text is a value as JUEL joins it into a string; null is empty.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	if s := feel.String(v); s != nil && v != nil {
		return *s
	}
	return ""
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
	s, _ := k[0].(string)
	arg := func(i int) string { a, _ := k[i].(string); return a }
	_, bare, _ := strings.Cut(name, ".")
	if k[0] == nil && name != "Any.equals" {
		return nil, ErrNoValue
	}
	switch bare {
	case "length", "size":
		switch x := k[0].(type) {
		case []any:
			return int64(len(x)), nil
		case feel.Context:
			return int64(len(x)), nil
		}
		return int64(utf8.RuneCountInString(s)), nil
	case "isEmpty":
		return isEmpty(k[0]), nil
	case "isBlank":
		return strings.TrimSpace(s) == "", nil
	case "startsWith":
		return strings.HasPrefix(s, arg(1)), nil
	case "endsWith":
		return strings.HasSuffix(s, arg(1)), nil
	case "equalsIgnoreCase":
		return strings.EqualFold(s, arg(1)), nil
	case "toUpperCase":
		return strings.ToUpper(s), nil
	case "toLowerCase":
		return strings.ToLower(s), nil
	case "trim":
		return strings.TrimSpace(s), nil
	case "concat":
		return s + arg(1), nil
	case "replace":
		return strings.ReplaceAll(s, arg(1), arg(2)), nil
	case "compareTo":
		return int64(strings.Compare(s, arg(1))), nil
	case "lastIndexOf":
		return runeIndex(s, strings.LastIndex(s, arg(1))), nil
	case "contains":
		if list, ok := k[0].([]any); ok {
			return positionOf(list, k[1]) >= 0, nil
		}
		return strings.Contains(s, arg(1)), nil
	case "indexOf":
		if list, ok := k[0].([]any); ok {
			return positionOf(list, k[1]), nil
		}
		return runeIndex(s, strings.Index(s, arg(1))), nil
	case "substring":
		from, to := k[1].(int64), int64(utf8.RuneCountInString(s))
		if len(k) > 2 {
			to = k[2].(int64)
		}
		return feel.NullOf(feel.JavaSubstring(s, from, to)), nil
	case "get":
		return indexValue(k[0], k[1]), nil
	case "containsKey":
		c, _ := k[0].(feel.Context)
		_, ok := c.Get(arg(1))
		return ok, nil
	case "equals":
		return compareValues(Eq, k[0], k[1]) == true, nil
	case "toString":
		return text(k[0]), nil
	case "intValue", "longValue":
		if d, ok := decimalOf(k[0]); ok {
			if i, ok := d.Trunc(); ok {
				return i, nil
			}
		}
		return nil, ErrNoValue
	case "doubleValue":
		if d, ok := decimalOf(k[0]); ok {
			return d.Float64(), nil
		}
		return nil, ErrNoValue
	case "booleanValue":
		b, ok := k[0].(bool)
		if !ok {
			return nil, ErrNoValue
		}
		return b, nil
	}
	return nil, fmt.Errorf("method %s can't be evaluated", bare)
}

func positionOf(list []any, v any) int64 {
	for i, e := range list {
		if compareValues(Eq, feel.Normalize(e), v) == true {
			return int64(i)
		}
	}
	return -1
}

// runeIndex is a byte index as a number of characters.
func runeIndex(s string, at int) int64 {
	if at < 0 {
		return -1
	}
	return int64(utf8.RuneCountInString(s[:at]))
}
