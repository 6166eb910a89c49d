// What compiled expressions need of lists, maps and contexts.

package feel

import "iter"

// MapSlice is the list of f of every item.
func MapSlice[T, R any](list []T, f func(T) R) []R {
	out := make([]R, len(list))
	for i := range list {
		out[i] = f(list[i])
	}
	return out
}

// MapEntries is the map of f of every value.
func MapEntries[T, R any](m map[string]T, f func(T) R) map[string]R {
	out := make(map[string]R, len(m))
	for k, v := range m {
		out[k] = f(v)
	}
	return out
}

// Where is the list of the items that f holds for.
func Where[T any](list []T, f func(T) bool) []T {
	out := make([]T, 0, len(list))
	for i := range list {
		if f(list[i]) {
			out = append(out, list[i])
		}
	}
	return out
}

// WhereAny is FEEL's v[f] where the types of v or of f are not known: a filter
// where f is a boolean, an item where it is a number.
func WhereAny(v any, f func(item any) any) any {
	list := ListOf(v)
	if len(list) == 0 {
		if at := f(nil); KindOf(at) == KindNumber {
			return Index(list, at)
		}
	}
	out := []any{}
	for _, item := range list {
		c := Normalize(f(Normalize(item)))
		if KindOf(c) == KindNumber {
			return Index(list, c)
		}
		if c == true {
			out = append(out, item)
		}
	}
	return out
}

// AsList is a dynamic value as a list of T; null where it is no list or holds
// what conv answers null for.
func AsList[T any](v any, conv func(any) *T) *[]T {
	list, ok := Normalize(v).([]any)
	if !ok {
		return nil
	}
	out := make([]T, len(list))
	for i := range list {
		p := conv(list[i])
		if p == nil {
			return nil
		}
		out[i] = *p
	}
	return &out
}

// AsListNull is AsList for items that can be null.
func AsListNull[T any](v any, conv func(any) *T) *[]*T {
	list, ok := Normalize(v).([]any)
	if !ok {
		return nil
	}
	out := make([]*T, len(list))
	for i := range list {
		if out[i] = conv(list[i]); out[i] == nil && Normalize(list[i]) != nil {
			return nil
		}
	}
	return &out
}

// AsMap is a dynamic value as a map to T; null as in AsList.
func AsMap[T any](v any, conv func(any) *T) *map[string]T {
	c, ok := Normalize(v).(Context)
	if !ok {
		return nil
	}
	out := make(map[string]T, len(c))
	for _, e := range c {
		p := conv(e.Value)
		if p == nil {
			return nil
		}
		out[e.Key] = *p
	}
	return &out
}

// AsStruct is a dynamic value as a struct that set fills field by field; null
// where it is no context, or set reports false.
func AsStruct[T any](v any, set func(c Context, into *T) bool) *T {
	c, ok := Normalize(v).(Context)
	if !ok {
		return nil
	}
	var t T
	if !set(c, &t) {
		return nil
	}
	return &t
}

// Entry0 is the value of a context's entry, null where there is none.
func (c Context) Entry0(key string) any {
	v, _ := c.Get(key)
	return v
}

// Set stores what p points to; false where it is null.
func Set[T any](into *T, p *T) bool {
	if p == nil {
		return false
	}
	*into = *p
	return true
}

// SetNull stores p; false where it is null though v is not.
func SetNull[T any](into **T, p *T, v any) bool {
	*into = p
	return p != nil || Normalize(v) == nil
}

// MapGet is a map's value; null where there is none.
func MapGet[T any](m map[string]T, key string) *T {
	v, ok := m[key]
	if !ok {
		return nil
	}
	return &v
}

// ItemAt is a list's item at a zero-based position; null where there is none.
func ItemAt[T any](list []T, at int64) *T {
	if at < 0 || at >= int64(len(list)) {
		return nil
	}
	return new(list[at])
}

// Steps are the integers from a to b, both included, up or down.
func Steps(a, b int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		step := int64(1)
		if a > b {
			step = -1
		}
		for i := a; yield(i) && i != b; {
			i += step
		}
	}
}

// Elements are what a for runs over: the items of a list, the integers or days
// of a range, nothing for null, and a single value otherwise.
func Elements(v any) iter.Seq[any] {
	return func(yield func(any) bool) {
		r, ok := Normalize(v).(Range)
		if !ok {
			for _, item := range ListOf(v) {
				if !yield(Normalize(item)) {
					return
				}
			}
			return
		}
		low, okLow := r.Low.(Date)
		high, okHigh := r.High.(Date)
		if okLow && okHigh {
			days(low, high, r, yield)
			return
		}
		a, b := As[int64](r.Low), As[int64](r.High)
		if a == nil || b == nil {
			return
		}
		for i := range Steps(*a, *b) {
			if i == *a && !r.LowClosed || i == *b && !r.HighClosed {
				continue
			}
			if !yield(i) {
				return
			}
		}
	}
}

func days(a, b Date, r Range, yield func(any) bool) {
	const day = DayTimeDuration(24 * 60 * 60 * 1_000_000_000)
	for d := a; ; {
		skip := d.Equal(a) && !r.LowClosed || d.Equal(b) && !r.HighClosed
		if !skip && !yield(d) || d.Equal(b) {
			return
		}
		next := d.Add(day)
		if a.Compare(b) > 0 {
			next = d.Subtract(day)
		}
		if next == nil {
			return
		}
		d = *next
	}
}

// EveryItem reports whether v is a list and f holds for all its items.
func EveryItem(v any, f func(any) bool) bool {
	list, ok := Normalize(v).([]any)
	if !ok {
		return false
	}
	for _, e := range list {
		if !f(Normalize(e)) {
			return false
		}
	}
	return true
}

// HasEntry reports whether v is a context with the entry, null or one that f holds for.
func HasEntry(v any, key string, f func(any) bool) bool {
	c, ok := Normalize(v).(Context)
	if !ok {
		return false
	}
	e, ok := c.Get(key)
	e = Normalize(e)
	return ok && (e == nil || f(e))
}

// RangeOver reports whether v is a range whose ends f holds for.
func RangeOver(v any, f func(any) bool) bool {
	r, ok := Normalize(v).(Range)
	return ok && (r.Low == nil || f(Normalize(r.Low))) && (r.High == nil || f(Normalize(r.High)))
}

// AsMapNull is AsMap for values that can be null.
func AsMapNull[T any](v any, conv func(any) *T) *map[string]*T {
	c, ok := Normalize(v).(Context)
	if !ok {
		return nil
	}
	out := make(map[string]*T, len(c))
	for _, e := range c {
		p := conv(e.Value)
		if p == nil && Normalize(e.Value) != nil {
			return nil
		}
		out[e.Key] = p
	}
	return &out
}
