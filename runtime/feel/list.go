package feel

import (
	"slices"
	"sort"
)

// same tells whether two elements of a list are equal in FEEL; elements of
// different kinds are not. Numbers of different Go types are of one kind.
func same[T any](a, b T) bool {
	switch x := any(a).(type) {
	case string:
		if y, ok := any(b).(string); ok {
			return x == y
		}
	case int64:
		if y, ok := any(b).(int64); ok {
			return x == y
		}
	case bool:
		if y, ok := any(b).(bool); ok {
			return x == y
		}
	}
	return IsTrue(Equal(a, b))
}

// ListContains is FEEL's list contains(list, element). Null is an element like any
// other.
func ListContains[T any](list []T, element T) bool {
	for i := range list {
		if same(list[i], element) {
			return true
		}
	}
	return false
}

// Count is FEEL's count(list).
func Count[T any](list []T) int64 { return int64(len(list)) }

// Min is FEEL's min(list); nil (null) for the empty list and for elements that do
// not compare.
func Min[T any](list []T) *T { return extreme(list, -1) }

// Max is FEEL's max(list); nil (null) as Min.
func Max[T any](list []T) *T { return extreme(list, 1) }

func extreme[T any](list []T, sign int) *T {
	if len(list) == 0 {
		return nil
	}
	best := list[0]
	value := Normalize(best)
	if _, ok := compare(value, value); !ok {
		return nil
	}
	for i := 1; i < len(list); i++ {
		v := Normalize(list[i])
		c, ok := compare(v, value)
		if !ok {
			return nil
		}
		if c == sign {
			best, value = list[i], v
		}
	}
	return &best
}

// Sublist is FEEL's sublist(list, start position); nil (null) where start is 0 or
// outside of the list (DMN 1.4 table 75, footnote 1).
func Sublist[T any](list []T, start int64) *[]T {
	i, ok := position(start, len(list))
	if !ok {
		return nil
	}
	r := slices.Clone(list[i:])
	return &r
}

// SublistLen is FEEL's sublist(list, start position, length); nil (null) where start
// is as in Sublist, or length is less than 1 or reaches past the end (footnote 2).
func SublistLen[T any](list []T, start, length int64) *[]T {
	i, ok := position(start, len(list))
	if !ok || length < 1 || length > int64(len(list)-i) {
		return nil
	}
	r := slices.Clone(list[i : i+int(length)])
	return &r
}

// Append is FEEL's append(list, item...).
func Append[T any](list []T, items ...T) []T {
	return append(append(make([]T, 0, len(list)+len(items)), list...), items...)
}

// Concatenate is FEEL's concatenate(list...).
func Concatenate[T any](lists ...[]T) []T {
	n := 0
	for _, l := range lists {
		n += len(l)
	}
	r := make([]T, 0, n)
	for _, l := range lists {
		r = append(r, l...)
	}
	return r
}

// InsertBefore is FEEL's insert before(list, position, newItem); nil (null) where
// the position is 0 or outside of the list.
func InsertBefore[T any](list []T, pos int64, item T) *[]T {
	i, ok := position(pos, len(list))
	if !ok {
		return nil
	}
	r := make([]T, 0, len(list)+1)
	r = append(append(append(r, list[:i]...), item), list[i:]...)
	return &r
}

// Remove is FEEL's remove(list, position); nil (null) as InsertBefore.
func Remove[T any](list []T, pos int64) *[]T {
	i, ok := position(pos, len(list))
	if !ok {
		return nil
	}
	r := append(append(make([]T, 0, len(list)), list[:i]...), list[i+1:]...)
	return &r
}

// ListReplace is FEEL's list replace(list, position, newItem); nil (null) as
// InsertBefore.
func ListReplace[T any](list []T, pos int64, item T) *[]T {
	i, ok := position(pos, len(list))
	if !ok {
		return nil
	}
	r := slices.Clone(list)
	r[i] = item
	return &r
}

// ListReplaceWhere is FEEL's list replace(list, match, newItem): every element for
// which match(element, newItem) is true is replaced.
func ListReplaceWhere[T any](list []T, match func(item, newItem T) bool, item T) []T {
	r := make([]T, len(list))
	for i := range list {
		if r[i] = list[i]; match(list[i], item) {
			r[i] = item
		}
	}
	return r
}

// Reverse is FEEL's reverse(list).
func Reverse[T any](list []T) []T {
	r := make([]T, len(list))
	for i := range list {
		r[len(list)-1-i] = list[i]
	}
	return r
}

// IndexOf is FEEL's index of(list, match): the positions, from 1, of the elements
// that are equal to match.
func IndexOf[T any](list []T, match T) []int64 {
	r := []int64{}
	for i := range list {
		if same(list[i], match) {
			r = append(r, int64(i+1))
		}
	}
	return r
}

// DistinctValues is FEEL's distinct values(list): the first of each.
func DistinctValues[T any](list []T) []T {
	r := make([]T, 0, len(list))
	seen := newSeen[T]()
	for i := range list {
		if seen.add(list[i]) {
			r = append(r, list[i])
		}
	}
	return r
}

// Union is FEEL's union(list...): concatenation without duplicates.
func Union[T any](lists ...[]T) []T { return DistinctValues(Concatenate(lists...)) }

// seen keeps the elements met so far: those that hash in maps, the others in a list.
type seen[T any] struct {
	keys map[any]bool
	rest []T
}

func newSeen[T any]() *seen[T] { return &seen[T]{keys: map[any]bool{}} }

// add tells whether v is new.
func (s *seen[T]) add(v T) bool {
	if key, ok := hashKey(v); ok {
		if s.keys[key] {
			return false
		}
		s.keys[key] = true
		return true
	}
	for i := range s.rest {
		if same(s.rest[i], v) {
			return false
		}
	}
	s.rest = append(s.rest, v)
	return true
}

// numberKey is the key of a number: its text, apart from strings.
type numberKey string

// hashKey gives equal keys for equal values, and false for values whose equality is
// wider than that of their fields.
func hashKey(v any) (any, bool) {
	switch x := Normalize(v).(type) {
	case nil, bool, string, Date, DayTimeDuration, YearMonthDuration:
		return x, true
	case int64, float64, Decimal:
		d, ok := toDecimal(x)
		return numberKey(d.String()), ok
	}
	return nil, false
}

// Flatten is FEEL's flatten(list) over untyped elements: nested lists give way to
// their elements.
func Flatten(list []any) []any { return flatten(make([]any, 0, len(list)), list, maxDepth) }

func flatten(into, list []any, depth int) []any {
	for _, v := range list {
		if nested, ok := Normalize(v).([]any); ok && depth > 0 {
			into = flatten(into, nested, depth-1)
		} else {
			into = append(into, v)
		}
	}
	return into
}

// FlattenLists is FEEL's flatten(list) of one level of typed lists.
func FlattenLists[T any](lists [][]T) []T { return Concatenate(lists...) }

// Sort is FEEL's sort(list, precedes). It is stable, and ends for any function,
// also for one that is no order.
func Sort[T any](list []T, precedes func(a, b T) bool) []T {
	r := slices.Clone(list)
	if r == nil {
		r = []T{}
	}
	sort.SliceStable(r, func(i, j int) bool { return precedes(r[i], r[j]) })
	return r
}

// SortAscending is sort(list) without a function, in ascending order; nil (null)
// where elements do not compare.
func SortAscending[T any](list []T) *[]T {
	comparable := true
	r := Sort(list, func(a, b T) bool {
		c, ok := compare(Normalize(a), Normalize(b))
		comparable = comparable && ok
		return ok && c < 0
	})
	if !comparable || len(list) == 1 && Compare(list[0], list[0]) == nil {
		return nil
	}
	return &r
}
