package feel

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// String is the date as FEEL's string() has it: YYYY-MM-DD.
func (d Date) String() string { return string(d.append(make([]byte, 0, 16))) }

func (d Date) append(b []byte) []byte {
	y, m, day := d.Civil()
	if y < 0 {
		b, y = append(b, '-'), -y
	}
	b = pad(b, y, 4)
	b = pad(append(b, '-'), m, 2)
	return pad(append(b, '-'), day, 2)
}

// String is the time as FEEL's string() has it: hh:mm:ss, the fraction without
// trailing zeros, and Z, ±hh:mm or @zone id.
func (t Time) String() string { return string(t.append(make([]byte, 0, 32))) }

func (t Time) append(b []byte) []byte {
	b = pad(b, t.nanos/nanosPerHour, 2)
	b = pad(append(b, ':'), t.nanos/nanosPerMinute%60, 2)
	b = pad(append(b, ':'), t.nanos/nanosPerSecond%60, 2)
	b = appendFraction(b, t.nanos%nanosPerSecond)
	return t.zone.append(b)
}

// String is the date and time as FEEL's string() has it: the date, T, the time.
func (d DateTime) String() string { return string(d.append(make([]byte, 0, 48))) }

func (d DateTime) append(b []byte) []byte {
	b = d.Date().append(b)
	return d.Time().append(append(b, 'T'))
}

func (z zone) append(b []byte) []byte {
	switch {
	case z.kind == zoneNamed:
		return append(append(b, '@'), z.named.id...)
	case z.kind == zoneLocal:
		return b
	case z.offset == 0:
		return append(b, 'Z')
	}
	sign, offset := byte('+'), int64(z.offset)
	if offset < 0 {
		sign, offset = '-', -offset
	}
	b = pad(append(b, sign), offset/3600, 2)
	b = pad(append(b, ':'), offset/60%60, 2)
	if offset%60 != 0 {
		b = pad(append(b, ':'), offset%60, 2)
	}
	return b
}

// String is the duration as FEEL's string() has it: normalized, PT0S for none.
func (d DayTimeDuration) String() string {
	if d == 0 {
		return "PT0S"
	}
	b := make([]byte, 0, 32)
	n := magnitude(int64(d))
	if d < 0 {
		b = append(b, '-')
	}
	b = append(b, 'P')
	days, clock := n/uint64(nanosPerDay), int64(n%uint64(nanosPerDay))
	if days > 0 {
		b = append(strconv.AppendUint(b, days, 10), 'D')
	}
	if clock == 0 {
		return string(b)
	}
	b = append(b, 'T')
	if h := clock / nanosPerHour; h > 0 {
		b = append(strconv.AppendInt(b, h, 10), 'H')
	}
	if m := clock / nanosPerMinute % 60; m > 0 {
		b = append(strconv.AppendInt(b, m, 10), 'M')
	}
	if s := clock % nanosPerMinute; s > 0 {
		b = strconv.AppendInt(b, s/nanosPerSecond, 10)
		b = append(appendFraction(b, s%nanosPerSecond), 'S')
	}
	return string(b)
}

// String is the duration as FEEL's string() has it: normalized, P0M for none.
func (d YearMonthDuration) String() string {
	if d == 0 {
		return "P0M"
	}
	b := make([]byte, 0, 24)
	n := magnitude(int64(d))
	if d < 0 {
		b = append(b, '-')
	}
	b = append(b, 'P')
	if n >= 12 {
		b = append(strconv.AppendUint(b, n/12, 10), 'Y')
	}
	if n%12 > 0 {
		b = append(strconv.AppendUint(b, n%12, 10), 'M')
	}
	return string(b)
}

// pad appends n with at least width digits.
func pad(b []byte, n int64, width int) []byte {
	for limit := pow10[width-1]; limit > 1 && n < limit; limit /= 10 {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, n, 10)
}

func appendFraction(b []byte, nanos int64) []byte {
	if nanos == 0 {
		return b
	}
	b = pad(append(b, '.'), nanos, 9)
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	return b
}

// The temporal types marshal as their ISO 8601 text, in JSON as a string. JSON
// null leaves a value as it is, as encoding/json asks.

// MarshalText writes what String gives.
func (d Date) MarshalText() ([]byte, error) { return d.append(nil), nil }

// UnmarshalText reads what ParseDate reads.
func (d *Date) UnmarshalText(b []byte) error { return readText(d, b, ParseDate) }

// MarshalJSON writes the text as a JSON string.
func (d Date) MarshalJSON() ([]byte, error) { return quoteText(d.String()), nil }

// UnmarshalJSON reads a JSON string.
func (d *Date) UnmarshalJSON(b []byte) error { return readJSON(d, b, ParseDate) }

// MarshalText writes what String gives.
func (t Time) MarshalText() ([]byte, error) { return t.append(nil), nil }

// UnmarshalText reads what ParseTime reads.
func (t *Time) UnmarshalText(b []byte) error { return readText(t, b, ParseTime) }

// MarshalJSON writes the text as a JSON string.
func (t Time) MarshalJSON() ([]byte, error) { return quoteText(t.String()), nil }

// UnmarshalJSON reads a JSON string.
func (t *Time) UnmarshalJSON(b []byte) error { return readJSON(t, b, ParseTime) }

// MarshalText writes what String gives.
func (d DateTime) MarshalText() ([]byte, error) { return d.append(nil), nil }

// UnmarshalText reads what ParseDateTime reads.
func (d *DateTime) UnmarshalText(b []byte) error { return readText(d, b, ParseDateTime) }

// MarshalJSON writes the text as a JSON string.
func (d DateTime) MarshalJSON() ([]byte, error) { return quoteText(d.String()), nil }

// UnmarshalJSON reads a JSON string.
func (d *DateTime) UnmarshalJSON(b []byte) error { return readJSON(d, b, ParseDateTime) }

// MarshalText writes what String gives.
func (d DayTimeDuration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what ParseDayTimeDuration reads.
func (d *DayTimeDuration) UnmarshalText(b []byte) error {
	return readText(d, b, ParseDayTimeDuration)
}

// MarshalJSON writes the text as a JSON string.
func (d DayTimeDuration) MarshalJSON() ([]byte, error) { return quoteText(d.String()), nil }

// UnmarshalJSON reads a JSON string.
func (d *DayTimeDuration) UnmarshalJSON(b []byte) error {
	return readJSON(d, b, ParseDayTimeDuration)
}

// MarshalText writes what String gives.
func (d YearMonthDuration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what ParseYearMonthDuration reads.
func (d *YearMonthDuration) UnmarshalText(b []byte) error {
	return readText(d, b, ParseYearMonthDuration)
}

// MarshalJSON writes the text as a JSON string.
func (d YearMonthDuration) MarshalJSON() ([]byte, error) { return quoteText(d.String()), nil }

// UnmarshalJSON reads a JSON string.
func (d *YearMonthDuration) UnmarshalJSON(b []byte) error {
	return readJSON(d, b, ParseYearMonthDuration)
}

// quoteText quotes text that needs no escaping: digits, signs and zone ids.
func quoteText(s string) []byte { return append(append([]byte{'"'}, s...), '"') }

func readText[T any](into *T, b []byte, parse func(string) (T, error)) error {
	v, err := parse(string(b))
	if err != nil {
		return err
	}
	*into = v
	return nil
}

func readJSON[T any](into *T, b []byte, parse func(string) (T, error)) error {
	if string(b) == "null" {
		return nil
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("read a %T: want a string: %w", *into, err)
	}
	return readText(into, []byte(s), parse)
}
