package scenario

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Duration is a stretch of virtual time as ISO 8601 writes it (P1M, P2W,
// PT10S): years and months are those of the calendar.
type Duration struct {
	Years, Months, Days int
	Time                time.Duration
}

var errDuration = errors.New("no ISO 8601 duration; write PT10S, PT1H30M, P2D, P1M")

// maxPart bounds each number, so that adding a duration never overflows.
const maxPart = 1_000_000

// ParseDuration reads an ISO 8601 duration that is not negative. The parts
// stand in their order, each at most once; seconds alone may have a fraction.
func ParseDuration(s string) (Duration, error) {
	fail := func() (Duration, error) { return Duration{}, fmt.Errorf("%q is %w", s, errDuration) }
	date, clock, hasTime := strings.Cut(strings.TrimPrefix(s, "P"), "T")
	if !strings.HasPrefix(s, "P") || hasTime && clock == "" || date == "" && !hasTime {
		return fail()
	}
	var d Duration
	weeks := 0
	for _, p := range []struct {
		unit byte
		to   *int
	}{{'Y', &d.Years}, {'M', &d.Months}, {'W', &weeks}, {'D', &d.Days}} {
		number, rest, ok := strings.Cut(date, string(p.unit))
		if !ok {
			continue
		}
		n, err := part(number)
		if err != nil {
			return fail()
		}
		*p.to, date = n, rest
	}
	d.Days += 7 * weeks
	for _, p := range []struct {
		unit byte
		size time.Duration
	}{{'H', time.Hour}, {'M', time.Minute}, {'S', time.Second}} {
		number, rest, ok := strings.Cut(clock, string(p.unit))
		if !ok {
			continue
		}
		clock = rest
		if whole, fraction, ok := strings.Cut(number, "."); ok && p.unit == 'S' {
			if len(fraction) == 0 || len(fraction) > 9 || strings.Trim(fraction, "0123456789") != "" {
				return fail()
			}
			nanos, _ := strconv.Atoi((fraction + "00000000")[:9])
			d.Time += time.Duration(nanos)
			number = whole
		}
		n, err := part(number)
		if err != nil {
			return fail()
		}
		d.Time += time.Duration(n) * p.size
	}
	if date != "" || clock != "" {
		return fail()
	}
	return d, nil
}

func part(s string) (int, error) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, errDuration
	}
	n, err := strconv.Atoi(s)
	if err != nil || n > maxPart {
		return 0, errDuration
	}
	return n, nil
}

// After is the instant that the duration leads to from t.
func (d Duration) After(t time.Time) time.Time {
	return t.AddDate(d.Years, d.Months, d.Days).Add(d.Time)
}

// String is the duration in ISO 8601.
func (d Duration) String() string {
	var b strings.Builder
	b.WriteByte('P')
	for _, p := range []struct {
		n    int
		unit byte
	}{{d.Years, 'Y'}, {d.Months, 'M'}, {d.Days, 'D'}} {
		if p.n != 0 {
			fmt.Fprintf(&b, "%d%c", p.n, p.unit)
		}
	}
	if d.Time == 0 && b.Len() > 1 {
		return b.String()
	}
	b.WriteByte('T')
	if h := d.Time / time.Hour; h != 0 {
		fmt.Fprintf(&b, "%dH", h)
	}
	if m := d.Time % time.Hour / time.Minute; m != 0 {
		fmt.Fprintf(&b, "%dM", m)
	}
	if s := d.Time % time.Minute; s != 0 || d.Time == 0 {
		fmt.Fprintf(&b, "%d", s/time.Second)
		if f := s % time.Second; f != 0 {
			b.WriteString(strings.TrimRight(fmt.Sprintf(".%09d", f), "0"))
		}
		b.WriteByte('S')
	}
	return b.String()
}
