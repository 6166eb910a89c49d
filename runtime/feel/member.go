package feel

// Member is FEEL's v.name over any value (DMN 1.4 tables 64 to 67): an entry of a
// context, a property of a date, time, duration or range, and of a list the list of
// its elements' members. Nil (null) where there is none.
func Member(v any, name string) any { return member(Normalize(v), name, maxDepth) }

func member(v any, name string, depth int) any {
	if depth == 0 {
		return nil
	}
	switch x := v.(type) {
	case Context:
		m, _ := x.Get(name)
		return Normalize(m)
	case []any:
		r := make([]any, len(x))
		for i := range x {
			r[i] = member(Normalize(x[i]), name, depth-1)
		}
		return r
	case Date:
		return dateMember(x, name)
	case DateTime:
		return dateTimeMember(x, name)
	case Time:
		return timeMember(x, name)
	case DayTimeDuration:
		return dayTimeMember(x, name)
	case YearMonthDuration:
		switch name {
		case "years":
			return x.Years()
		case "months":
			return x.Months()
		}
	case Range:
		return rangeMember(x, name)
	}
	return nil
}

func dateMember(d Date, name string) any {
	switch name {
	case "year":
		return d.Year()
	case "month":
		return d.Month()
	case "day":
		return d.Day()
	case "weekday":
		return d.Weekday()
	}
	return nil
}

func dateTimeMember(d DateTime, name string) any {
	switch name {
	case "time offset":
		return deref(d.TimeOffset())
	case "hour", "minute", "second", "timezone":
		return timeMember(d.Time(), name)
	}
	return dateMember(d.Date(), name)
}

func timeMember(t Time, name string) any {
	switch name {
	case "hour":
		return t.Hour()
	case "minute":
		return t.Minute()
	case "second":
		return t.Second()
	case "time offset":
		return deref(t.TimeOffset())
	case "timezone":
		return deref(t.Timezone())
	}
	return nil
}

func dayTimeMember(d DayTimeDuration, name string) any {
	switch name {
	case "days":
		return d.Days()
	case "hours":
		return d.Hours()
	case "minutes":
		return d.Minutes()
	case "seconds":
		return d.Seconds()
	}
	return nil
}

func rangeMember(r Range, name string) any {
	switch name {
	case "start":
		return Normalize(r.Low)
	case "end":
		return Normalize(r.High)
	case "start included":
		return r.LowClosed
	case "end included":
		return r.HighClosed
	}
	return nil
}

// Index is FEEL's list[n] over any two values: the element at n from 1, or from
// the end for negative n; nil (null) where there is none. What is no list counts
// as the list of itself (DMN 1.4 §10.3.2.5, §10.3.2.9.4). A fraction of n is cut.
func Index(list, n any) any {
	d, ok := toDecimal(n)
	if !ok {
		return nil
	}
	pos, ok := d.Trunc()
	if !ok {
		return nil
	}
	items := ListOf(list)
	if i, ok := position(pos, len(items)); ok {
		return Normalize(items[i])
	}
	return nil
}

// At is list[n] for a typed list; nil (null) where there is no such element.
func At[T any](list []T, n int64) *T {
	if i, ok := position(n, len(list)); ok {
		return new(list[i])
	}
	return nil
}

// position turns a FEEL position, from 1 or from -1 at the end, into an index.
func position(pos int64, length int) (int, bool) {
	switch {
	case pos > 0 && pos <= int64(length):
		return int(pos - 1), true
	case pos < 0 && pos >= -int64(length):
		return int(int64(length) + pos), true
	}
	return 0, false
}

// ListOf is v as a list: v itself, the singleton list of any other value, the
// empty list for null (a filter over null is empty).
func ListOf(v any) []any {
	switch x := Normalize(v).(type) {
	case nil:
		return nil
	case []any:
		return x
	default:
		return []any{x}
	}
}

// Singleton unwraps a list of one element, as FEEL does where a value is wanted
// that is no list (DMN 1.4 §10.3.2.9.4). Anything else comes back as it is.
func Singleton(v any) any {
	v = Normalize(v)
	if list, ok := v.([]any); ok && len(list) == 1 {
		return Normalize(list[0])
	}
	return v
}
