package feel

import "time"

// Date is a FEEL date: a day of the proleptic Gregorian calendar, years
// -999,999,999..999,999,999 where year 0 is 1 BC (DMN 1.4 §10.3.2.3.5). The zero
// value is 1970-01-01. Dates are comparable with ==.
type Date struct {
	days int64 // from 1970-01-01
}

// NewDate is FEEL's date(year, month, day); nil (null) where no such day exists.
func NewDate(year, month, day int64) *Date {
	if checkDate(year, month, day) != nil {
		return nil
	}
	return &Date{days: daysFromCivil(year, month, day)}
}

func dateFromDays(days int64) *Date {
	if days < minDay || days > maxDay {
		return nil
	}
	return &Date{days: days}
}

// DateOf is the day that t falls on in t's own location. Years beyond MaxYear
// are cut to the first or last day there is.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	days := daysFromCivil(int64(y), int64(m), int64(d))
	return Date{days: min(max(days, minDay), maxDay)}
}

// Civil is the year, month (1..12) and day (1..31).
func (d Date) Civil() (year, month, day int64) { return civilFromDays(d.days) }

// Year is FEEL's .year.
func (d Date) Year() int64 { y, _, _ := d.Civil(); return y }

// Month is FEEL's .month, 1..12.
func (d Date) Month() int64 { _, m, _ := d.Civil(); return m }

// Day is FEEL's .day, 1..31.
func (d Date) Day() int64 { _, _, day := d.Civil(); return day }

// Weekday is FEEL's .weekday: 1 is Monday, 7 is Sunday (ISO 8601).
func (d Date) Weekday() int64 { return floorMod(d.days+3, 7) + 1 }

// DayOfYear is FEEL's day of year(date), 1..366.
func (d Date) DayOfYear() int64 { return d.days - daysFromCivil(d.Year(), 1, 1) + 1 }

// DayOfWeek is FEEL's day of week(date): the English name.
func (d Date) DayOfWeek() string { return dayNames[d.Weekday()-1] }

// MonthOfYear is FEEL's month of year(date): the English name.
func (d Date) MonthOfYear() string { return monthNames[d.Month()-1] }

// WeekOfYear is FEEL's week of year(date): the ISO 8601 week, 1..53; the first
// and last days of a year can belong to the week of its neighbour.
func (d Date) WeekOfYear() int64 {
	thursday := Date{days: d.days - d.Weekday() + 4}
	return (thursday.DayOfYear()-1)/7 + 1
}

// LastDayOfMonth is the last day of d's month.
func (d Date) LastDayOfMonth() Date {
	y, m, _ := d.Civil()
	return Date{days: daysFromCivil(y, m, daysInMonth(y, m))}
}

// Compare is -1, 0 or 1 as d is before, on or after o.
func (d Date) Compare(o Date) int { return cmpInt(d.days, o.days) }

// Equal tells whether d and o are the same day.
func (d Date) Equal(o Date) bool { return d == o }

// Before tells whether d < o.
func (d Date) Before(o Date) bool { return d.days < o.days }

// Add is d + duration: midnight UTC of d plus the duration, cut to its day (DMN
// 1.4 table 57). Nil (null) where the year leaves the range.
func (d Date) Add(by DayTimeDuration) *Date {
	return dateFromDays(d.days + floorDiv(int64(by), nanosPerDay))
}

// AddMonths is d + years and months: the same day of the month that is so many
// months away, or that month's last day where it is shorter (as XPath's
// op:add-yearMonthDuration-to-date). Nil (null) where the year leaves the range.
func (d Date) AddMonths(by YearMonthDuration) *Date {
	y, m, day := d.Civil()
	total, ok := AddInt(y*12+m-1, int64(by))
	if !ok {
		return nil
	}
	y, m = floorDiv(total, 12), floorMod(total, 12)+1
	if y < -MaxYear || y > MaxYear {
		return nil
	}
	return NewDate(y, m, min(day, daysInMonth(y, m)))
}

// Sub is d - o in whole days; nil (null) where that leaves DayTimeDuration.
func (d Date) Sub(o Date) *DayTimeDuration {
	return scaleDuration(d.days-o.days, nanosPerDay, 0)
}

// YearsAndMonthsDuration is FEEL's years and months duration(from, to): the whole
// months from one day to the other, toward zero.
func YearsAndMonthsDuration(from, to Date) YearMonthDuration {
	fy, fm, fd := from.Civil()
	ty, tm, td := to.Civil()
	months := (ty*12 + tm) - (fy*12 + fm)
	switch {
	case months > 0 && td < fd:
		months--
	case months < 0 && td > fd:
		months++
	}
	return YearMonthDuration(months)
}

// Today is FEEL's today(): the day of the engine's clock value, in its location.
func Today(now time.Time) Date { return DateOf(now) }

// AtUTC is d as date and time: UTC midnight, which is what a date stands for where
// a date and time is asked for (DMN 1.4 §10.3.2.3.5).
func (d Date) AtUTC() DateTime { return DateTime{days: d.days, zone: utc} }

// At is FEEL's date and time(date, time).
func (d Date) At(t Time) DateTime { return DateTime{days: d.days, nanos: t.nanos, zone: t.zone} }

// GoTime is midnight of d in loc; nil loc is UTC.
func (d Date) GoTime(loc *time.Location) time.Time {
	if loc == nil {
		loc = time.UTC
	}
	y, m, day := d.Civil()
	return time.Date(int(y), time.Month(m), int(day), 0, 0, 0, 0, loc)
}
