// Package iso8601 reads what the timers of BPMN are written in (S5.2, BPMN 2.0.2
// §10.5.5 table 10.101): durations whose calendar part counts by the calendar,
// points in time, and repeating intervals. It reads no clock.
package iso8601

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Duration is an ISO 8601 duration. Years and months count by the calendar, and so
// do weeks and days in a zone with daylight saving time: P1D after nine o'clock is
// nine o'clock. The zero value is no time.
type Duration struct {
	Months int64         // years and months
	Days   int64         // weeks and days
	Clock  time.Duration // hours, minutes and seconds
}

// maxText bounds the text of durations, points in time and cycles, in bytes.
const maxText = 256

// The bounds of a Duration's parts: what is more is refused, so that sums of them
// and of dates stay in range.
const (
	maxMonths = 12 * 1_000_000
	maxDays   = 366 * 1_000_000
)

var (
	errForm  = errors.New("want PnYnMnDTnHnMnS or PnW")
	errRange = errors.New("it is longer than timers can be")
)

// ParseDuration reads PnYnMnDTnHnMnS, any of the parts in this order and at least
// one, or PnW, also together with the others (P1W2D); a fraction of the last of them,
// after a point or a comma, where it is a whole number of months, or of seconds; a
// minus or plus before the P for the whole.
func ParseDuration(s string) (Duration, error) {
	d, err := parseDuration(s)
	if err != nil {
		return Duration{}, fmt.Errorf("%s is not an ISO 8601 duration: %w", quote(s), err)
	}
	return d, nil
}

func parseDuration(s string) (d Duration, err error) {
	if len(s) > maxText {
		return d, errForm
	}
	sign := int64(1)
	switch {
	case strings.HasPrefix(s, "-"):
		sign, s = -1, s[1:]
	case strings.HasPrefix(s, "+"):
		s = s[1:]
	}
	body, ok := strings.CutPrefix(s, "P")
	if !ok {
		return d, errForm
	}
	if d, ok, err = lastFraction(body); ok || err != nil {
		if err == nil {
			d.Months, d.Days, d.Clock = sign*d.Months, sign*d.Days, time.Duration(sign)*d.Clock
		}
		return d, err
	}
	date, clock, hasClock := strings.Cut(body, "T")
	parts := [...]struct {
		unit byte
		per  int64
		to   *int64
		max  int64
	}{{'Y', 12, &d.Months, maxMonths}, {'M', 1, &d.Months, maxMonths}, {'W', 7, &d.Days, maxDays}, {'D', 1, &d.Days, maxDays}}
	found := false
	for _, p := range parts {
		n, rest, ok, err := takePart(date, p.unit, p.max/p.per)
		if err != nil {
			return d, err
		}
		if ok {
			date, found = rest, true
			*p.to += n * p.per
		}
	}
	if date != "" || hasClock == (clock == "") || !found && !hasClock {
		return d, errForm
	}
	if d.Clock, err = parseClock(clock); err != nil {
		return d, err
	}
	if d.Months > maxMonths || d.Days > maxDays {
		return d, errRange
	}
	d.Months, d.Days, d.Clock = sign*d.Months, sign*d.Days, time.Duration(sign)*d.Clock
	return d, nil
}

// lastFraction reads a duration whose last part, which is none of seconds, has a
// fraction: P1.5Y is 18 months, PT1.5H 90 minutes. Half a month has no length.
func lastFraction(body string) (d Duration, ok bool, err error) {
	at := strings.IndexAny(body, ".,")
	if at < 0 || len(body) < at+3 || strings.HasSuffix(body, "S") {
		return d, false, nil
	}
	frac, unit := body[at+1:len(body)-1], body[len(body)-1]
	start := at
	for start > 0 && body[start-1] >= '0' && body[start-1] <= '9' {
		start--
	}
	if start == at || digits(frac) != len(frac) || len(frac) > 9 {
		return d, false, errForm
	}
	if d, err = parseDuration("P" + body[:at] + string(unit)); err != nil {
		return d, false, err
	}
	scale := int64(1)
	for range frac {
		scale *= 10
	}
	n, _ := strconv.ParseInt(frac, 10, 64)                           // nine digits at most
	nanos := time.Duration(n) * (time.Second / time.Duration(scale)) // of what a second is to a part
	const day = 24 * time.Hour
	exact := true
	clock := strings.Contains(body, "T")
	switch {
	case clock && unit == 'H':
		d.Clock += nanos * 3600
	case clock && unit == 'M':
		d.Clock += nanos * 60
	case unit == 'D':
		d.Clock += nanos * 86400
	case unit == 'W':
		rest := nanos * (7 * 86400)
		d.Days += int64(rest / day)
		d.Clock += rest % day
	case unit == 'Y':
		exact = n*12%scale == 0
		d.Months += n * 12 / scale
	default:
		exact = false
	}
	if !exact {
		return d, false, errors.New("a part of a month has no length")
	}
	return d, true, nil
}

// parseClock reads nHnMnS.
func parseClock(s string) (time.Duration, error) {
	var total time.Duration
	for _, p := range [...]struct {
		unit byte
		per  time.Duration
	}{{'H', time.Hour}, {'M', time.Minute}, {'S', time.Second}} {
		nanos := time.Duration(0)
		if p.unit == 'S' {
			s, nanos = takeFraction(s)
		}
		n, rest, ok, err := takePart(s, p.unit, int64(math.MaxInt64/p.per)/4)
		if err != nil {
			return 0, err
		}
		if ok {
			s = rest
			total += time.Duration(n)*p.per + nanos
		}
	}
	if s != "" {
		return 0, errForm
	}
	return total, nil
}

// takePart takes digits and their unit off s, ok false where another unit follows.
func takePart(s string, unit byte, most int64) (n int64, rest string, ok bool, err error) {
	i := digits(s)
	if i == 0 || i == len(s) || s[i] != unit {
		return 0, s, false, nil
	}
	n, err = strconv.ParseInt(s[:i], 10, 64)
	if err != nil || n > most {
		return 0, s, false, errRange
	}
	return n, s[i+1:], true, nil
}

// takeFraction takes .n out of nn.nS and gives it as nanoseconds; what is finer is
// cut.
func takeFraction(s string) (string, time.Duration) {
	i := digits(s)
	if i == 0 || i == len(s) || s[i] != '.' && s[i] != ',' {
		return s, 0
	}
	n := digits(s[i+1:])
	if n == 0 || !strings.HasPrefix(s[i+1+n:], "S") {
		return s, 0
	}
	frac := (s[i+1:i+1+n] + "000000000")[:9]
	nanos, _ := strconv.ParseInt(frac, 10, 64) // nine digits
	return s[:i] + s[i+1+n:], time.Duration(nanos)
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func quote(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return strconv.Quote(s)
}

// After is t plus d: the months on the calendar of t's location, a day that its
// month lacks being that month's last; then the days, then the clock's part.
func (d Duration) After(t time.Time) time.Time {
	if d.Months != 0 || d.Days != 0 {
		y, m, day := t.Date()
		first := time.Date(y, m+time.Month(d.Months), 1, 0, 0, 0, 0, time.UTC)
		if last := first.AddDate(0, 1, -1).Day(); day > last {
			day = last
		}
		h, mi, s := t.Clock()
		t = time.Date(first.Year(), first.Month(), day+int(d.Days), h, mi, s, t.Nanosecond(), t.Location())
	}
	return t.Add(d.Clock)
}

// Positive tells whether d leads forward from every point in time: it is not zero,
// and no part of it is negative.
func (d Duration) Positive() bool {
	return d.Months >= 0 && d.Days >= 0 && d.Clock >= 0 && !d.IsZero()
}

// IsZero tells whether d is no time at all.
func (d Duration) IsZero() bool { return d == Duration{} }

// String is d in its shortest form, PT0S for none.
func (d Duration) String() string {
	if d.IsZero() {
		return "PT0S"
	}
	if d.Months < 0 || d.Days < 0 || d.Clock < 0 {
		return "-" + Duration{-d.Months, -d.Days, -d.Clock}.String()
	}
	var b strings.Builder
	b.WriteByte('P')
	part := func(n int64, unit string) {
		if n != 0 {
			b.WriteString(strconv.FormatInt(n, 10) + unit)
		}
	}
	part(d.Months/12, "Y")
	part(d.Months%12, "M")
	part(d.Days, "D")
	if d.Clock == 0 {
		return b.String()
	}
	b.WriteByte('T')
	part(int64(d.Clock/time.Hour), "H")
	part(int64(d.Clock/time.Minute%60), "M")
	if s := d.Clock % time.Minute; s != 0 {
		b.WriteString(strconv.FormatInt(int64(s/time.Second), 10))
		if frac := s % time.Second; frac != 0 {
			b.WriteString("." + strings.TrimRight(fmt.Sprintf("%09d", int64(frac)), "0"))
		}
		b.WriteByte('S')
	}
	return b.String()
}
