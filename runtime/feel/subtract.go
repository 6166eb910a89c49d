package feel

// Subtraction of durations is addition of their opposite, apart from the least
// duration, which has none.

// Subtract is d - duration; nil (null) where the year leaves the range.
func (d Date) Subtract(by DayTimeDuration) *Date {
	if by != minInt64 {
		return d.Add(-by)
	}
	return dateFromDays(d.days + floorDiv(-(minInt64+1), nanosPerDay))
}

// SubtractMonths is d - years and months; see AddMonths.
func (d Date) SubtractMonths(by YearMonthDuration) *Date {
	if by == minInt64 {
		return nil
	}
	return d.AddMonths(-by)
}

// Subtract is d - duration; see Add.
func (d DateTime) Subtract(by DayTimeDuration) *DateTime {
	if by != minInt64 {
		return d.Add(-by)
	}
	if r := d.Add(-(minInt64 + 1)); r != nil {
		return r.Add(1)
	}
	return nil
}

// SubtractMonths is d - years and months; see AddMonths.
func (d DateTime) SubtractMonths(by YearMonthDuration) *DateTime {
	if by == minInt64 {
		return nil
	}
	return d.AddMonths(-by)
}

// Subtract is t - duration around the clock; see Add.
func (t Time) Subtract(by DayTimeDuration) Time { return t.Add(-(by % DayTimeDuration(nanosPerDay))) }
