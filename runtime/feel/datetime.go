package feel

import "time"

// DateTime is a FEEL date and time with nanoseconds: local, with an offset from UTC
// or with a zone id (DMN 1.4 §10.3.2.3.6). The zero value is 1970-01-01T00:00:00
// local. DateTimes are comparable with ==, which is FEEL's is(): the same fields.
// Equal compares the instants.
type DateTime struct {
	days  int64 // from 1970-01-01, on its own calendar
	nanos int64 // since midnight, on its own clock
	zone  zone
}

// DateTimeOf is the instant t, with the zone id of t's location where the zone
// database knows it and t's offset otherwise. Years beyond MaxYear are cut to the
// first or last day there is.
func DateTimeOf(t time.Time) DateTime {
	h, m, s := t.Clock()
	nanos := int64(h)*nanosPerHour + int64(m)*nanosPerMinute + int64(s)*nanosPerSecond + int64(t.Nanosecond())
	return DateTime{days: DateOf(t).days, nanos: nanos, zone: zoneOf(t)}
}

// Now is FEEL's now(): the engine's clock value.
func Now(now time.Time) DateTime { return DateTimeOf(now) }

// Date is FEEL's date(date and time): the day on d's own calendar.
func (d DateTime) Date() Date { return Date{days: d.days} }

// Time is FEEL's time(date and time): the time of day on d's own clock.
func (d DateTime) Time() Time { return Time{nanos: d.nanos, zone: d.zone} }

// IsLocal tells whether d has neither an offset nor a zone id.
func (d DateTime) IsLocal() bool { return d.zone.kind == zoneLocal }

// TimeOffset is FEEL's .time offset; nil (null) for a local one. For a zone id it
// is the offset that the zone has at d.
func (d DateTime) TimeOffset() *DayTimeDuration {
	seconds, ok := d.zone.offsetAt(d.days, d.nanos)
	if !ok {
		return nil
	}
	return new(DayTimeDuration(seconds * nanosPerSecond))
}

// Timezone is FEEL's .timezone: the zone id, nil (null) without one.
func (d DateTime) Timezone() *string { return d.zone.id() }

// GoTime is the instant of d. A local d is taken to be in loc; nil loc is UTC.
func (d DateTime) GoTime(loc *time.Location) time.Time {
	switch d.zone.kind {
	case zoneNamed:
		return d.zone.goTime(d.days, d.nanos)
	case zoneOffset:
		loc = time.UTC
		if d.zone.offset != 0 {
			loc = time.FixedZone("", int(d.zone.offset))
		}
	default:
		if loc == nil {
			loc = time.UTC
		}
	}
	y, m, day := civilFromDays(d.days)
	return time.Date(int(y), time.Month(m), int(day), 0, 0, int(d.nanos/nanosPerSecond), int(d.nanos%nanosPerSecond), loc)
}

// value is value_dt: seconds from 1970-01-01T00:00:00Z and nanoseconds; a local d
// counts as UTC.
func (d DateTime) value() (seconds, nanos int64, zoned bool) {
	offset, ok := d.zone.offsetAt(d.days, d.nanos)
	return d.days*secondsPerDay + d.nanos/nanosPerSecond - offset, d.nanos % nanosPerSecond, ok
}

// In is d in the zone of an id, such as Europe/Paris: the same instant on that
// zone's clock, or a local d as it reads with the zone added. Nil (null) where id is
// no zone.
func (d DateTime) In(id string) *DateTime {
	named, err := loadZone(id)
	if err != nil {
		return nil
	}
	z := zone{kind: zoneNamed, named: named}
	if d.IsLocal() {
		d.zone = z
		return &d
	}
	t := d.GoTime(nil).In(named.loc)
	if y := t.Year(); y < -MaxYear || y > MaxYear {
		return nil
	}
	r := DateTimeOf(t)
	r.zone = z
	return &r
}

// Compare is -1, 0 or 1 as d is before, at or after o in time; where one of them
// is local it takes the offset of the other (DMN 1.4 table 54).
func (d DateTime) Compare(o DateTime) int {
	as, an, aok := d.value()
	bs, bn, bok := o.value()
	if aok != bok {
		// Both clocks read in one zone: compare what they show.
		if c := cmpInt(d.days, o.days); c != 0 {
			return c
		}
		return cmpInt(d.nanos, o.nanos)
	}
	if c := cmpInt(as, bs); c != 0 {
		return c
	}
	return cmpInt(an, bn)
}

// Equal tells whether d = o in FEEL: Compare is 0. Use == for is().
func (d DateTime) Equal(o DateTime) bool { return d.Compare(o) == 0 }

// Before tells whether d < o.
func (d DateTime) Before(o DateTime) bool { return d.Compare(o) < 0 }

// Add is d + duration in elapsed time, in d's own zone; nil (null) where the year
// leaves the range (DMN 1.4 table 57).
func (d DateTime) Add(by DayTimeDuration) *DateTime {
	if d.zone.kind == zoneNamed {
		// The offset may change on the way: go by the instant.
		t := d.zone.goTime(d.days, d.nanos)
		t = time.Unix(t.Unix()+int64(by)/nanosPerSecond, int64(t.Nanosecond())+int64(by)%nanosPerSecond).In(d.zone.named.loc)
		if y := t.Year(); y < -MaxYear || y > MaxYear {
			return nil
		}
		r := DateTimeOf(t)
		r.zone = d.zone
		return &r
	}
	nanos := d.nanos + int64(by)%nanosPerDay
	date := dateFromDays(d.days + int64(by)/nanosPerDay + floorDiv(nanos, nanosPerDay))
	if date == nil {
		return nil
	}
	return &DateTime{days: date.days, nanos: floorMod(nanos, nanosPerDay), zone: d.zone}
}

// AddMonths is d + years and months: AddMonths of the date, at the same time of
// day. Nil (null) where the year leaves the range.
func (d DateTime) AddMonths(by YearMonthDuration) *DateTime {
	date := d.Date().AddMonths(by)
	if date == nil {
		return nil
	}
	d.days = date.days
	return &d
}

// Sub is d - o in elapsed time; nil (null) where one is local and the other is not
// (DMN 1.4 table 57), and where the result leaves DayTimeDuration.
func (d DateTime) Sub(o DateTime) *DayTimeDuration {
	as, an, aok := d.value()
	bs, bn, bok := o.value()
	if aok != bok {
		return nil
	}
	return scaleDuration(as-bs, nanosPerSecond, an-bn)
}

// Year is FEEL's .year; the other properties of the date are Date's.
func (d DateTime) Year() int64 { return d.Date().Year() }

// Month is FEEL's .month, 1..12.
func (d DateTime) Month() int64 { return d.Date().Month() }

// Day is FEEL's .day, 1..31.
func (d DateTime) Day() int64 { return d.Date().Day() }

// Weekday is FEEL's .weekday: 1 is Monday, 7 is Sunday.
func (d DateTime) Weekday() int64 { return d.Date().Weekday() }

// Hour is FEEL's .hour, 0..23.
func (d DateTime) Hour() int64 { return d.nanos / nanosPerHour }

// Minute is FEEL's .minute, 0..59.
func (d DateTime) Minute() int64 { return d.nanos / nanosPerMinute % 60 }

// Second is FEEL's .second, at least 0 and less than 60, with its fraction.
func (d DateTime) Second() Decimal { return secondOf(d.nanos) }
