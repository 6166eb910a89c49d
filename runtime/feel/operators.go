package feel

// Add is FEEL's a + b over any two values (DMN 1.4 §10.3.2.14, tables 56, 57):
// numbers, strings, durations, dates and times with durations. Nil (null) for all
// else, and where the result is out of range.
func Add(a, b any) any {
	a, b = Normalize(a), Normalize(b)
	switch x := a.(type) {
	case int64:
		if y, ok := b.(int64); ok {
			if s, ok := AddInt(x, y); ok {
				return s
			}
		}
	case string:
		if y, ok := b.(string); ok {
			return x + y
		}
		return nil
	case DayTimeDuration:
		if r, ok := addTemporal(b, x); ok {
			return r
		}
		return nil
	case YearMonthDuration:
		if r, ok := addTemporal(b, x); ok {
			return r
		}
		return nil
	}
	if r, ok := addTemporal(a, b); ok {
		return r
	}
	return numeric(a, b, Decimal.Add)
}

// addTemporal adds a duration to a temporal value or to a duration of its kind.
func addTemporal(a, by any) (any, bool) {
	switch d := by.(type) {
	case DayTimeDuration:
		switch x := a.(type) {
		case Date:
			return deref(x.Add(d)), true
		case Time:
			return x.Add(d), true
		case DateTime:
			return deref(x.Add(d)), true
		case DayTimeDuration:
			return deref(x.Add(d)), true
		}
	case YearMonthDuration:
		switch x := a.(type) {
		case Date:
			return deref(x.AddMonths(d)), true
		case DateTime:
			return deref(x.AddMonths(d)), true
		case YearMonthDuration:
			return deref(x.Add(d)), true
		}
	}
	return nil, false
}

// Sub is FEEL's a - b over any two values; see Add. A date beside a date and time
// counts as UTC midnight (DMN 1.4 table 57).
func Sub(a, b any) any {
	a, b = Normalize(a), Normalize(b)
	switch y := b.(type) {
	case int64:
		if x, ok := a.(int64); ok {
			if s, ok := SubInt(x, y); ok {
				return s
			}
		}
	case DayTimeDuration:
		switch x := a.(type) {
		case Date:
			return deref(x.Subtract(y))
		case Time:
			return x.Subtract(y)
		case DateTime:
			return deref(x.Subtract(y))
		case DayTimeDuration:
			return deref(x.Sub(y))
		}
		return nil
	case YearMonthDuration:
		switch x := a.(type) {
		case Date:
			return deref(x.SubtractMonths(y))
		case DateTime:
			return deref(x.SubtractMonths(y))
		case YearMonthDuration:
			return deref(x.Sub(y))
		}
		return nil
	case Time:
		if x, ok := a.(Time); ok {
			return deref(x.Sub(y))
		}
		return nil
	case Date:
		switch x := a.(type) {
		case Date:
			return deref(x.Sub(y))
		case DateTime:
			return deref(x.Sub(y.AtUTC()))
		}
		return nil
	case DateTime:
		switch x := a.(type) {
		case Date:
			return deref(x.AtUTC().Sub(y))
		case DateTime:
			return deref(x.Sub(y))
		}
		return nil
	}
	return numeric(a, b, Decimal.Sub)
}

// Mul is FEEL's a * b over any two values (DMN 1.4 tables 58, 59): numbers, and a
// duration with a number on either side. Nil (null) for all else.
func Mul(a, b any) any {
	a, b = Normalize(a), Normalize(b)
	if isDuration(b) {
		a, b = b, a
	}
	switch x := a.(type) {
	case int64:
		if y, ok := b.(int64); ok {
			if p, ok := MulInt(x, y); ok {
				return p
			}
		}
	case DayTimeDuration:
		if n, ok := toDecimal(b); ok {
			return deref(x.Mul(n))
		}
		return nil
	case YearMonthDuration:
		if n, ok := toDecimal(b); ok {
			return deref(x.Mul(n))
		}
		return nil
	}
	return numeric(a, b, Decimal.Mul)
}

func isDuration(v any) bool {
	switch v.(type) {
	case DayTimeDuration, YearMonthDuration:
		return true
	}
	return false
}

// Div is FEEL's a / b over any two values (DMN 1.4 tables 58, 59): numbers, a
// duration by a number, a duration by one of its kind. Nil (null) for all else and
// for division by zero.
func Div(a, b any) any {
	a, b = Normalize(a), Normalize(b)
	switch x := a.(type) {
	case DayTimeDuration:
		if y, ok := b.(DayTimeDuration); ok {
			return deref(x.Ratio(y))
		}
		if n, ok := toDecimal(b); ok {
			return deref(x.Div(n))
		}
		return nil
	case YearMonthDuration:
		if y, ok := b.(YearMonthDuration); ok {
			return deref(x.Ratio(y))
		}
		if n, ok := toDecimal(b); ok {
			return deref(x.Div(n))
		}
		return nil
	}
	return numeric(a, b, Decimal.Quo)
}

// Pow is FEEL's a ** b over any two values; nil (null) unless both are numbers
// (DMN 1.4 table 60).
func Pow(a, b any) any {
	x, ok := toDecimal(a)
	y, ok2 := toDecimal(b)
	if !ok || !ok2 {
		return nil
	}
	return deref(x.Pow(y))
}

// Neg is FEEL's -a: 0 - a for numbers, and the opposite of durations. Nil (null)
// for all else.
func Neg(a any) any {
	switch x := Normalize(a).(type) {
	case DayTimeDuration:
		return deref(x.Neg())
	case YearMonthDuration:
		return deref(x.Neg())
	case int64:
		if n, ok := NegInt(x); ok {
			return n
		}
	}
	if d, ok := toDecimal(a); ok {
		return d.Neg()
	}
	return nil
}

func numeric(a, b any, op func(x, y Decimal) Decimal) any {
	x, ok := toDecimal(a)
	y, ok2 := toDecimal(b)
	if !ok || !ok2 {
		return nil
	}
	if r := op(x, y); !r.IsNull() {
		return r
	}
	return nil
}
