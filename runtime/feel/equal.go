package feel

import "strings"

// maxDepth bounds how deep lists and contexts are followed: a Go value can hold
// itself.
const maxDepth = 512

// Equal is FEEL's a = b over any two values (DMN 1.4 §10.3.2.13, tables 52, 53):
// true or false for values of one kind, and for null against anything; nil (null)
// for values of different kinds. Numbers compare by value; times and dates with
// times by instant.
func Equal(a, b any) *bool { return equal(Normalize(a), Normalize(b), maxDepth) }

// NotEqual is FEEL's a != b: not(a = b).
func NotEqual(a, b any) *bool { return Not3(Equal(a, b)) }

func equal(a, b any, depth int) *bool {
	if depth == 0 {
		return nil
	}
	if a == nil || b == nil {
		return new(a == nil && b == nil)
	}
	switch x := a.(type) {
	case bool:
		if y, ok := b.(bool); ok {
			return new(x == y)
		}
	case []any:
		if y, ok := b.([]any); ok {
			return equalLists(x, y, depth)
		}
	case Context:
		if y, ok := b.(Context); ok {
			return equalContexts(x, y, depth)
		}
	case Range:
		if y, ok := b.(Range); ok {
			return equalRanges(x, y, depth)
		}
	case *Func:
		if y, ok := b.(*Func); ok {
			return new(x == y)
		}
	default:
		if c, ok := compare(a, b); ok {
			return new(c == 0)
		}
	}
	return nil
}

func equalLists(a, b []any, depth int) *bool {
	if len(a) != len(b) {
		return new(false)
	}
	r := new(true)
	for i := range a {
		e := equal(Normalize(a[i]), Normalize(b[i]), depth-1)
		if e == nil {
			// Elements of different kinds are not equal, so the lists are not.
			e = new(false)
		}
		if r = And3(r, e); !*r {
			return r
		}
	}
	return r
}

func equalContexts(a, b Context, depth int) *bool {
	if len(a) != len(b) {
		return new(false)
	}
	for i := range a {
		v, ok := b.Get(a[i].Key)
		if !ok || !IsTrue(equal(Normalize(a[i].Value), Normalize(v), depth-1)) {
			return new(false)
		}
	}
	return new(true)
}

func equalRanges(a, b Range, depth int) *bool {
	same := a.LowClosed == b.LowClosed && a.HighClosed == b.HighClosed &&
		a.LowOpen == b.LowOpen && a.HighOpen == b.HighOpen &&
		IsTrue(equal(Normalize(a.Low), Normalize(b.Low), depth-1)) &&
		IsTrue(equal(Normalize(a.High), Normalize(b.High), depth-1))
	return &same
}

// Is is FEEL's is(a, b): whether both are the same element of the semantic domain
// (DMN 1.4 table 77). It is never null. Times are the same only with the same
// fields: 20:00:00+00:00 is not 21:00:00+01:00.
func Is(a, b any) bool {
	x, y := Normalize(a), Normalize(b)
	switch t := x.(type) {
	case Time:
		u, ok := y.(Time)
		return ok && t == u
	case DateTime:
		u, ok := y.(DateTime)
		return ok && t == u
	case []any:
		u, ok := y.([]any)
		if !ok || len(t) != len(u) {
			return false
		}
	}
	return IsTrue(equal(x, y, maxDepth))
}

// Compare is -1, 0 or 1 as a is less than, equal to or greater than b; nil (null)
// where they are not of one kind that has an order: numbers, strings, dates, times,
// dates with times, durations (DMN 1.4 table 54). Strings compare by code points.
func Compare(a, b any) *int {
	if c, ok := compare(Normalize(a), Normalize(b)); ok {
		return &c
	}
	return nil
}

// compare is Compare over normalized values, ok false for null.
func compare(a, b any) (c int, ok bool) {
	switch x := a.(type) {
	case int64:
		if y, ok := b.(int64); ok {
			return cmpInt(x, y), true
		}
	case string:
		// UTF-8 keeps the order of code points.
		y, ok := b.(string)
		return strings.Compare(x, y), ok
	case Date:
		y, ok := b.(Date)
		return x.Compare(y), ok
	case Time:
		y, ok := b.(Time)
		return x.Compare(y), ok
	case DateTime:
		y, ok := b.(DateTime)
		return x.Compare(y), ok
	case DayTimeDuration:
		y, ok := b.(DayTimeDuration)
		return x.Compare(y), ok
	case YearMonthDuration:
		y, ok := b.(YearMonthDuration)
		return x.Compare(y), ok
	}
	x, ok := toDecimal(a)
	y, ok2 := toDecimal(b)
	return x.Cmp(y), ok && ok2
}

// Less is a < b; nil (null) as Compare.
func Less(a, b any) *bool { return compared(a, b, func(c int) bool { return c < 0 }) }

// LessEqual is a <= b; nil (null) as Compare.
func LessEqual(a, b any) *bool { return compared(a, b, func(c int) bool { return c <= 0 }) }

// Greater is a > b; nil (null) as Compare.
func Greater(a, b any) *bool { return compared(a, b, func(c int) bool { return c > 0 }) }

// GreaterEqual is a >= b; nil (null) as Compare.
func GreaterEqual(a, b any) *bool { return compared(a, b, func(c int) bool { return c >= 0 }) }

func compared(a, b any, test func(int) bool) *bool {
	if c, ok := compare(Normalize(a), Normalize(b)); ok {
		return new(test(c))
	}
	return nil
}

// Between is v between low and high: v >= low and v <= high (DMN 1.4 table 55).
func Between(v, low, high any) *bool { return And3(GreaterEqual(v, low), LessEqual(v, high)) }
