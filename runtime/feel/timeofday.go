package feel

import "time"

// Time is a FEEL time: a time of day with nanoseconds, local, with an offset from
// UTC or with a zone id (DMN 1.4 §10.3.2.3.4). The zero value is 00:00:00 local.
// Times are comparable with ==, which is FEEL's is(): the same fields. Equal
// compares the instants.
type Time struct {
	nanos int64 // since midnight
	zone  zone
}

// NewTime is FEEL's time(hour, minute, second, offset). A nil offset makes a local
// time. Digits of the second past nanoseconds are cut. Nil (null) where a field
// leaves its range.
func NewTime(hour, minute int64, second Decimal, offset *DayTimeDuration) *Time {
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 ||
		second.IsNull() || second.Sign() < 0 || second.Cmp(Decimal{coef: 60}) >= 0 {
		return nil
	}
	nanos, ok := second.Mul(Decimal{coef: nanosPerSecond}).Trunc()
	if !ok {
		return nil
	}
	t := Time{nanos: hour*nanosPerHour + minute*nanosPerMinute + nanos}
	if offset != nil {
		seconds := int64(*offset) / nanosPerSecond
		if int64(*offset)%nanosPerSecond != 0 || seconds < -maxOffset || seconds > maxOffset {
			return nil
		}
		t.zone = zone{kind: zoneOffset, offset: int32(seconds)}
	}
	return &t
}

// TimeOf is the time of day of t in t's own location.
func TimeOf(t time.Time) Time { return DateTimeOf(t).Time() }

// Hour is FEEL's .hour, 0..23.
func (t Time) Hour() int64 { return t.nanos / nanosPerHour }

// Minute is FEEL's .minute, 0..59.
func (t Time) Minute() int64 { return t.nanos / nanosPerMinute % 60 }

// Second is FEEL's .second, at least 0 and less than 60, with its fraction.
func (t Time) Second() Decimal { return secondOf(t.nanos) }

func secondOf(nanos int64) Decimal {
	nanos %= nanosPerMinute
	if nanos%nanosPerSecond == 0 {
		return Decimal{coef: nanos / nanosPerSecond}
	}
	return Decimal{coef: nanos, exp: -9}
}

// TimeOffset is FEEL's .time offset; nil (null) for a local time. For a zone id it
// is the zone's standard offset.
func (t Time) TimeOffset() *DayTimeDuration {
	seconds, ok := t.zone.clockOffset()
	if !ok {
		return nil
	}
	return new(DayTimeDuration(seconds * nanosPerSecond))
}

// Timezone is FEEL's .timezone: the zone id, nil (null) without one.
func (t Time) Timezone() *string { return t.zone.id() }

// Nanos is the nanoseconds since midnight on t's own clock, less than 24 hours.
func (t Time) Nanos() int64 { return t.nanos }

// Compare is -1, 0 or 1 as t is before, at or after o: by seconds since UTC
// midnight; where one of them is local it takes the offset of the other (DMN 1.4
// table 54).
func (t Time) Compare(o Time) int {
	a, b := t.nanos, o.nanos
	ta, aok := t.zone.clockOffset()
	tb, bok := o.zone.clockOffset()
	if aok && bok {
		a -= ta * nanosPerSecond
		b -= tb * nanosPerSecond
	}
	return cmpInt(a, b)
}

// Equal tells whether t = o in FEEL: Compare is 0. Use == for is().
func (t Time) Equal(o Time) bool { return t.Compare(o) == 0 }

// Before tells whether t < o.
func (t Time) Before(o Time) bool { return t.Compare(o) < 0 }

// Add is t + duration around the clock, in t's own zone (DMN 1.4 §10.3.2.3.4: the
// inverse of value_t works modulo 24 hours).
func (t Time) Add(by DayTimeDuration) Time {
	t.nanos = floorMod(t.nanos+int64(by)%nanosPerDay, nanosPerDay)
	return t
}

// Sub is t - o; nil (null) where one is local and the other is not.
func (t Time) Sub(o Time) *DayTimeDuration {
	ta, aok := t.zone.clockOffset()
	tb, bok := o.zone.clockOffset()
	if aok != bok {
		return nil
	}
	return new(DayTimeDuration(t.nanos - o.nanos - (ta-tb)*nanosPerSecond))
}
