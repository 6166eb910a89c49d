package feel

// Conversion functions (DMN 1.4 table 72), not (table 73), and what engines add: is
// defined, get or else, assert, more ways to make a date and time.
var conversionBuiltins = []*Builtin{
	fn("date",
		sig("from", func(_ Env, a args) any {
			if s, ok := a.str(0); ok {
				return deref(DateFrom(s))
			}
			if d, ok := a.date(0); ok {
				return d
			}
			return nil
		}),
		sig("year, month, day", func(_ Env, a args) any {
			if f, ok := a.integers(3); ok {
				return deref(NewDate(f[0], f[1], f[2]))
			}
			return nil
		})),
	fn("time",
		sig("from", timeFromAny),
		sig("hour, minute, second, offset?", func(_ Env, a args) any {
			f, ok := a.integers(2)
			second, ok2 := a.number(2)
			if !ok || !ok2 {
				return nil
			}
			var offset *DayTimeDuration
			if a.at(3) != nil {
				d, ok := get[DayTimeDuration](a, 3)
				if !ok {
					return nil
				}
				offset = &d
			}
			return deref(NewTime(f[0], f[1], second, offset))
		})),
	fn("date and time",
		sig("from", func(_ Env, a args) any {
			if s, ok := a.str(0); ok {
				return deref(DateAndTimeFrom(s))
			}
			if d, ok := get[DateTime](a, 0); ok {
				return d
			}
			if d, ok := get[Date](a, 0); ok {
				return d.AtUTC()
			}
			return nil
		}),
		sig("date, time", func(_ Env, a args) any {
			d, ok := a.date(0)
			t, ok2 := get[Time](a, 1)
			if !ok || !ok2 {
				return nil
			}
			return d.At(t)
		}),
		sig("date, timezone", func(_ Env, a args) any {
			id, ok := a.str(1)
			switch d := Singleton(a.at(0)).(type) {
			case DateTime:
				if ok {
					return deref(d.In(id))
				}
			case Date:
				if ok {
					return deref(d.At(Time{}).In(id))
				}
			}
			return nil
		}),
		sig("year, month, day, hour, minute, second, timezone?", dateTimeOfFields),
		sig("year, month, day, hour, minute, second, offset?", dateTimeOfFields)),
	fn("duration", sig("from", func(_ Env, a args) any {
		v := Singleton(a.at(0))
		if s, ok := v.(string); ok {
			return Duration(s)
		}
		if isDuration(v) {
			return v
		}
		return nil
	})),
	fn("years and months duration", sig("from, to", func(_ Env, a args) any {
		from, ok := a.date(0)
		to, ok2 := a.date(1)
		if !ok || !ok2 {
			return nil
		}
		return YearsAndMonthsDuration(from, to)
	})),
	fn("number",
		sig("from", func(_ Env, a args) any {
			if s, ok := a.str(0); ok {
				return deref(NumberFrom(s))
			}
			return nil
		}),
		sig("from, grouping separator, decimal separator", numberFromAny)),
	fn("string", sig("from", func(_ Env, a args) any { return deref(String(a[0])) })),
	fn("not", sig("negand", func(_ Env, a args) any { return deref(Not3(Truth(Singleton(a[0])))) })),
	fn("get or else", sig("value, default", func(_ Env, a args) any {
		if v := a.at(0); v != nil {
			return v
		}
		return a.at(1)
	})),
	fn("assert", sig("value, condition, cause?", func(_ Env, a args) any {
		if IsTrue(Truth(a.at(1))) {
			return a.at(0)
		}
		return nil
	})),
	fn("is defined", sig("value", func(_ Env, a args) any { return a[0] != nil })),
}

// integers are the first n arguments where they are whole numbers.
func (a args) integers(n int) ([]int64, bool) {
	r := make([]int64, n)
	for i := range r {
		d, ok := a.number(i)
		if !ok {
			return nil, false
		}
		if r[i], ok = d.Int64(); !ok {
			return nil, false
		}
	}
	return r, true
}

func timeFromAny(_ Env, a args) any {
	switch x := Singleton(a[0]).(type) {
	case string:
		return deref(TimeFrom(x))
	case Time:
		return x
	case DateTime:
		return x.Time()
	case Date:
		return x.AtUTC().Time()
	}
	return nil
}

func numberFromAny(_ Env, a args) any {
	from, ok := a.str(0)
	if !ok {
		return nil
	}
	var separators [2]*string
	for i := range separators {
		if a[i+1] == nil {
			continue
		}
		s, ok := a.str(i + 1)
		if !ok {
			return nil
		}
		separators[i] = &s
	}
	return deref(ParseNumber(from, separators[0], separators[1]))
}

// dateTimeOfFields takes six numbers, and a zone id or an offset.
func dateTimeOfFields(_ Env, a args) any {
	f, ok := a.integers(5)
	second, ok2 := a.number(5)
	if !ok || !ok2 {
		return nil
	}
	d := NewDate(f[0], f[1], f[2])
	t := NewTime(f[3], f[4], second, nil)
	if d == nil || t == nil {
		return nil
	}
	switch z := Singleton(a.at(6)).(type) {
	case nil:
		return d.At(*t)
	case string:
		return deref(d.At(*t).In(z))
	case DayTimeDuration:
		if t = NewTime(f[3], f[4], second, &z); t != nil {
			return d.At(*t)
		}
	}
	return nil
}
