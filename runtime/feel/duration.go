package feel

import "time"

// DayTimeDuration is a FEEL days and time duration: exact, in nanoseconds (DMN 1.4
// §10.3.2.3.7). It spans about ±292 years (±106,751 days); what leaves that is
// null. Equal durations are equal with ==, and < orders them.
type DayTimeDuration int64

// YearMonthDuration is a FEEL years and months duration, in months (DMN 1.4
// §10.3.2.3.8). Equal durations are equal with ==, and < orders them.
type YearMonthDuration int64

// DayTimeDurationOf is d; both count nanoseconds.
func DayTimeDurationOf(d time.Duration) DayTimeDuration { return DayTimeDuration(d) }

// GoDuration is d as Go's duration; both count nanoseconds.
func (d DayTimeDuration) GoDuration() time.Duration { return time.Duration(d) }

// scaleDuration is n × unit + nanos, nil (null) out of range.
func scaleDuration(n, unit, nanos int64) *DayTimeDuration {
	// The sum can be in range where the product is not, by less than one unit.
	if n > 0 && nanos < 0 {
		n--
		nanos += unit
	} else if n < 0 && nanos > 0 {
		n++
		nanos -= unit
	}
	p, ok := MulInt(n, unit)
	if !ok {
		return nil
	}
	s, ok := AddInt(p, nanos)
	if !ok {
		return nil
	}
	return new(DayTimeDuration(s))
}

// Days is FEEL's .days. The components of a negative duration are negative.
func (d DayTimeDuration) Days() int64 { return int64(d) / nanosPerDay }

// Hours is FEEL's .hours, -23..23.
func (d DayTimeDuration) Hours() int64 { return int64(d) / nanosPerHour % 24 }

// Minutes is FEEL's .minutes, -59..59.
func (d DayTimeDuration) Minutes() int64 { return int64(d) / nanosPerMinute % 60 }

// Seconds is FEEL's .seconds, more than -60 and less than 60, with its fraction.
func (d DayTimeDuration) Seconds() Decimal { return secondOf(int64(d)) }

// Add is d + o; nil (null) out of range.
func (d DayTimeDuration) Add(o DayTimeDuration) *DayTimeDuration {
	if s, ok := AddInt(int64(d), int64(o)); ok {
		return new(DayTimeDuration(s))
	}
	return nil
}

// Sub is d - o; nil (null) out of range.
func (d DayTimeDuration) Sub(o DayTimeDuration) *DayTimeDuration {
	if s, ok := SubInt(int64(d), int64(o)); ok {
		return new(DayTimeDuration(s))
	}
	return nil
}

// Neg is -d; nil (null) for the least duration.
func (d DayTimeDuration) Neg() *DayTimeDuration { return DayTimeDuration(0).Sub(d) }

// Abs is FEEL's abs(d); nil (null) for the least duration.
func (d DayTimeDuration) Abs() *DayTimeDuration {
	if d < 0 {
		return d.Neg()
	}
	return &d
}

// Mul is d × n, cut to whole nanoseconds; nil (null) out of range.
func (d DayTimeDuration) Mul(n Decimal) *DayTimeDuration {
	return (*DayTimeDuration)(truncInt(DecimalFromInt(int64(d)).Mul(n)))
}

// Div is d / n, cut to whole nanoseconds; nil (null) for n = 0 and out of range.
func (d DayTimeDuration) Div(n Decimal) *DayTimeDuration {
	return (*DayTimeDuration)(truncInt(DecimalFromInt(int64(d)).Quo(n)))
}

// Ratio is d / o as a number; nil (null) for o of no length.
func (d DayTimeDuration) Ratio(o DayTimeDuration) *Decimal { return DivInt(int64(d), int64(o)) }

// Compare is -1, 0 or 1 as d is shorter than, equal to or longer than o.
func (d DayTimeDuration) Compare(o DayTimeDuration) int { return cmpInt(int64(d), int64(o)) }

func truncInt(d Decimal) *int64 {
	if n, ok := d.Trunc(); ok {
		return &n
	}
	return nil
}

// Years is FEEL's .years. The components of a negative duration are negative.
func (d YearMonthDuration) Years() int64 { return int64(d) / 12 }

// Months is FEEL's .months, -11..11.
func (d YearMonthDuration) Months() int64 { return int64(d) % 12 }

// Add is d + o; nil (null) out of range.
func (d YearMonthDuration) Add(o YearMonthDuration) *YearMonthDuration {
	if s, ok := AddInt(int64(d), int64(o)); ok {
		return new(YearMonthDuration(s))
	}
	return nil
}

// Sub is d - o; nil (null) out of range.
func (d YearMonthDuration) Sub(o YearMonthDuration) *YearMonthDuration {
	if s, ok := SubInt(int64(d), int64(o)); ok {
		return new(YearMonthDuration(s))
	}
	return nil
}

// Neg is -d; nil (null) for the least duration.
func (d YearMonthDuration) Neg() *YearMonthDuration { return YearMonthDuration(0).Sub(d) }

// Abs is FEEL's abs(d); nil (null) for the least duration.
func (d YearMonthDuration) Abs() *YearMonthDuration {
	if d < 0 {
		return d.Neg()
	}
	return &d
}

// Mul is d × n, cut to whole months; nil (null) out of range.
func (d YearMonthDuration) Mul(n Decimal) *YearMonthDuration {
	return (*YearMonthDuration)(truncInt(DecimalFromInt(int64(d)).Mul(n)))
}

// Div is d / n, cut to whole months; nil (null) for n = 0 and out of range.
func (d YearMonthDuration) Div(n Decimal) *YearMonthDuration {
	return (*YearMonthDuration)(truncInt(DecimalFromInt(int64(d)).Quo(n)))
}

// Ratio is d / o as a number; nil (null) for o of no length.
func (d YearMonthDuration) Ratio(o YearMonthDuration) *Decimal { return DivInt(int64(d), int64(o)) }

// Compare is -1, 0 or 1 as d is shorter than, equal to or longer than o.
func (d YearMonthDuration) Compare(o YearMonthDuration) int { return cmpInt(int64(d), int64(o)) }
