package feel

import (
	"errors"
	"fmt"
	"strings"
)

// maxTemporalText bounds the text that is read as a date, time or duration.
const maxTemporalText = 256

// ParseDate reads YYYY-MM-DD as XML Schema part 2 has it: an optional minus, four
// digits of the year or more without a leading zero, and an existing day. No zone
// is accepted, as a FEEL date has none.
func ParseDate(s string) (Date, error) {
	days, err := parseDate(s)
	if err != nil {
		return Date{}, fmt.Errorf("%s is not a date: %w", quoteShort(s), err)
	}
	return Date{days: days}, nil
}

// DateFrom is FEEL's date(from) for text; nil (null) where it is no date.
func DateFrom(s string) *Date {
	days, err := parseDate(s)
	if err != nil {
		return nil
	}
	return &Date{days: days}
}

var (
	errDateForm = errors.New("want YYYY-MM-DD")
	errTimeForm = errors.New("want hh:mm:ss with an optional fraction and an optional Z, +hh:mm or @zone")
)

func parseDate(s string) (days int64, err error) {
	rest, neg := strings.CutPrefix(s, "-")
	n := digitRun(rest)
	if n < 4 || n > 9 || n > 4 && rest[0] == '0' {
		if n > 9 {
			return 0, fmt.Errorf("the year is outside of -%d..%d", MaxYear, MaxYear)
		}
		return 0, errDateForm
	}
	y := number(rest[:n])
	rest = rest[n:]
	if len(rest) != 6 || rest[0] != '-' || digitRun(rest[1:]) != 2 || rest[3] != '-' || digitRun(rest[4:]) != 2 {
		return 0, errDateForm
	}
	if neg {
		if y == 0 {
			return 0, errors.New("there is no year -0000")
		}
		y = -y
	}
	m, d := number(rest[1:3]), number(rest[4:6])
	if err := checkDate(y, m, d); err != nil {
		return 0, err
	}
	return daysFromCivil(y, m, d), nil
}

// number reads digits that the caller knows to fit int64.
func number(s string) int64 {
	var n int64
	for i := range len(s) {
		n = n*10 + int64(s[i]-'0')
	}
	return n
}

// ParseTime reads hh:mm:ss with an optional fraction and an optional Z, ±hh:mm,
// ±hh:mm:ss or @zone id. 24:00:00 is 00:00:00 (XML Schema part 2 §3.2.8).
func ParseTime(s string) (Time, error) {
	t, _, err := parseTime(s)
	if err != nil {
		return Time{}, fmt.Errorf("%s is not a time: %w", quoteShort(s), err)
	}
	return t, nil
}

// TimeFrom is FEEL's time(from) for text; nil (null) where it is no time.
func TimeFrom(s string) *Time {
	t, _, err := parseTime(s)
	if err != nil {
		return nil
	}
	return &t
}

// parseTime also tells whether the time is 24:00:00, the end of its day.
func parseTime(s string) (t Time, dayEnd bool, err error) {
	if len(s) > maxTemporalText {
		return t, false, errTimeForm
	}
	if len(s) < 8 || digitRun(s) != 2 || s[2] != ':' || digitRun(s[3:]) != 2 || s[5] != ':' || digitRun(s[6:]) != 2 {
		return t, false, errTimeForm
	}
	h, m, sec := number(s[:2]), number(s[3:5]), number(s[6:8])
	rest := s[8:]
	var frac int64
	if strings.HasPrefix(rest, ".") {
		n := digitRun(rest[1:])
		if n == 0 {
			return t, false, errTimeForm
		}
		frac = fraction(rest[1 : 1+n])
		rest = rest[1+n:]
	}
	switch {
	case h == 24 && m == 0 && sec == 0 && frac == 0:
		h, dayEnd = 0, true
	case h > 23:
		return t, false, fmt.Errorf("hour %d is outside of 0..23", h)
	case m > 59:
		return t, false, fmt.Errorf("minute %d is outside of 0..59", m)
	case sec > 59:
		return t, false, fmt.Errorf("second %d is outside of 0..59", sec)
	}
	t.nanos = h*nanosPerHour + m*nanosPerMinute + sec*nanosPerSecond + frac
	t.zone, err = parseZone(rest)
	return t, dayEnd, err
}

// fraction reads the digits after a point as nanoseconds and cuts what is finer.
func fraction(digits string) int64 {
	if len(digits) > 9 {
		digits = digits[:9]
	}
	n := number(digits)
	for range 9 - len(digits) {
		n *= 10
	}
	return n
}

func parseZone(s string) (zone, error) {
	switch {
	case s == "":
		return zone{}, nil
	case s == "Z" || s == "z":
		return utc, nil
	case s[0] == '@':
		named, err := loadZone(s[1:])
		if err != nil {
			return zone{}, err
		}
		return zone{kind: zoneNamed, named: named}, nil
	case s[0] != '+' && s[0] != '-':
		return zone{}, errTimeForm
	}
	if (len(s) != 6 && len(s) != 9) || digitRun(s[1:]) != 2 || s[3] != ':' || digitRun(s[4:]) != 2 {
		return zone{}, errTimeForm
	}
	h, m, sec := number(s[1:3]), number(s[4:6]), int64(0)
	if len(s) == 9 {
		if s[6] != ':' || digitRun(s[7:]) != 2 {
			return zone{}, errTimeForm
		}
		sec = number(s[7:9])
	}
	offset := h*3600 + m*60 + sec
	if m > 59 || sec > 59 || offset > maxOffset {
		return zone{}, fmt.Errorf("the offset %s is outside of -14:00..+14:00", s)
	}
	if s[0] == '-' {
		offset = -offset
	}
	return zone{kind: zoneOffset, offset: int32(offset)}, nil
}

// ParseDateTime reads a date, optionally followed by T and a time; a date alone is
// its local midnight. 24:00:00 is the start of the next day.
func ParseDateTime(s string) (DateTime, error) {
	d, err := parseDateTime(s)
	if err != nil {
		return DateTime{}, fmt.Errorf("%s is not a date and time: %w", quoteShort(s), err)
	}
	return d, nil
}

// DateAndTimeFrom is FEEL's date and time(from) for text; nil (null) where it is
// neither a date and time nor a date.
func DateAndTimeFrom(s string) *DateTime {
	d, err := parseDateTime(s)
	if err != nil {
		return nil
	}
	return &d
}

func parseDateTime(s string) (DateTime, error) {
	datePart, timePart, found := strings.Cut(s, "T")
	days, err := parseDate(datePart)
	if err != nil || !found {
		return DateTime{days: days}, err
	}
	t, dayEnd, err := parseTime(timePart)
	if err != nil {
		return DateTime{}, err
	}
	if dayEnd {
		if days++; days > maxDay {
			return DateTime{}, fmt.Errorf("the year is outside of -%d..%d", MaxYear, MaxYear)
		}
	}
	return DateTime{days: days, nanos: t.nanos, zone: t.zone}, nil
}
