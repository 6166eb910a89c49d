package feel

import (
	"strings"
	"unicode/utf8"
)

// What JUEL expressions call: Java's methods on text and collections, and EL's
// conversions of values whose types the compiler does not know.

// JavaSubstring is Java's substring(from, to) on code points: zero-based, to
// exclusive; nil where the bounds don't fit, as Java throws there.
func JavaSubstring(s string, from, to int64) *string {
	r := []rune(s)
	if from < 0 || to > int64(len(r)) || from > to {
		return nil
	}
	return new(string(r[from:to]))
}

// RuneIndex is a byte index into s as a number of characters, -1 for none.
func RuneIndex(s string, at int) int64 {
	if at < 0 {
		return -1
	}
	return int64(utf8.RuneCountInString(s[:at]))
}

// PositionOf is the zero-based position of the first item that equals v, -1 for none.
func PositionOf(list []any, v any) int64 {
	for i, e := range list {
		if IsTrue(Equal(e, v)) {
			return int64(i)
		}
	}
	return -1
}

// IsEmpty is EL's empty: null, "", an empty list or map.
func IsEmpty(v any) bool {
	switch x := Normalize(v).(type) {
	case nil:
		return true
	case string:
		return x == ""
	case []any:
		return len(x) == 0
	case Context:
		return len(x) == 0
	}
	return false
}

// Text is a value as it is joined into a string; null is empty.
func Text(v any) string {
	v = Normalize(v)
	if s, ok := v.(string); ok {
		return s
	}
	if s := String(v); s != nil && v != nil {
		return *s
	}
	return ""
}

// AddOrJoin is + over values of unknown type in JUEL: text is joined, all else added.
func AddOrJoin(a, b any) any {
	a, b = Normalize(a), Normalize(b)
	_, x := a.(string)
	_, y := b.(string)
	if x || y {
		return Text(a) + Text(b)
	}
	if a == nil {
		a = int64(0)
	}
	if b == nil {
		b = int64(0)
	}
	return Add(a, b)
}

// ItemOrEntry is v[i] of JUEL over values of unknown type: the item at a
// zero-based position, or the entry of a key.
func ItemOrEntry(v, i any) any {
	switch x := Normalize(v).(type) {
	case []any:
		at := As[int64](i)
		if at == nil || *at < 0 || *at >= int64(len(x)) {
			return nil
		}
		return Normalize(x[*at])
	case Context:
		key := As[string](i)
		if key == nil {
			return nil
		}
		return Normalize(x.Entry0(*key))
	}
	return nil
}

// JavaMethod calls a method of text or a collection on a value of unknown type:
// args[0] is the receiver. ErrNoValue where the receiver is null or an argument
// does not fit, as Java throws there.
func JavaMethod(err *error, name string, args ...any) any {
	for i := range args {
		args[i] = Normalize(args[i])
	}
	v, ok := javaMethod(name, args)
	if !ok || v == nil && name != "get" {
		fail(err, ErrNoValue)
		return nil
	}
	return v
}

func javaMethod(name string, args []any) (any, bool) {
	if len(args) == 0 || args[0] == nil {
		return nil, false
	}
	switch name {
	case "isEmpty":
		return IsEmpty(args[0]), true
	case "equals":
		return IsTrue(Equal(args[0], args[1])), true
	case "toString":
		return Text(args[0]), true
	case "get":
		return ItemOrEntry(args[0], args[1]), true
	case "intValue", "longValue", "doubleValue":
		d, ok := toDecimal(args[0])
		if !ok {
			return nil, false
		}
		if name == "doubleValue" {
			return d.Float64(), true
		}
		return d.Trunc()
	}
	switch x := args[0].(type) {
	case bool:
		return x, name == "booleanValue"
	case []any:
		switch name {
		case "size", "length":
			return int64(len(x)), true
		case "contains":
			return PositionOf(x, args[1]) >= 0, true
		case "indexOf":
			return PositionOf(x, args[1]), true
		}
	case Context:
		switch name {
		case "size":
			return int64(len(x)), true
		case "containsKey":
			key, _ := args[1].(string)
			_, ok := x.Get(key)
			return ok, true
		}
	case string:
		return javaText(name, x, args[1:])
	}
	return nil, false
}

func javaText(name, s string, args []any) (any, bool) {
	var text [2]string
	for i := range args {
		if i < 2 {
			text[i], _ = args[i].(string)
		}
	}
	switch name {
	case "length", "size":
		return int64(utf8.RuneCountInString(s)), true
	case "isBlank":
		return strings.TrimSpace(s) == "", true
	case "startsWith":
		return strings.HasPrefix(s, text[0]), true
	case "endsWith":
		return strings.HasSuffix(s, text[0]), true
	case "contains":
		return strings.Contains(s, text[0]), true
	case "equalsIgnoreCase":
		return strings.EqualFold(s, text[0]), true
	case "toUpperCase":
		return strings.ToUpper(s), true
	case "toLowerCase":
		return strings.ToLower(s), true
	case "trim":
		return strings.TrimSpace(s), true
	case "concat":
		return s + text[0], true
	case "replace":
		return strings.ReplaceAll(s, text[0], text[1]), true
	case "compareTo":
		return int64(strings.Compare(s, text[0])), true
	case "indexOf":
		return RuneIndex(s, strings.Index(s, text[0])), true
	case "lastIndexOf":
		return RuneIndex(s, strings.LastIndex(s, text[0])), true
	case "substring":
		from, to := As[int64](args[0]), new(int64(utf8.RuneCountInString(s)))
		if len(args) > 1 {
			to = As[int64](args[1])
		}
		if from == nil || to == nil {
			return nil, false
		}
		return NullOf(JavaSubstring(s, *from, *to)), true
	}
	return nil, false
}
