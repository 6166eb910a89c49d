package feel

import (
	"errors"
	"fmt"
	"strings"
)

var (
	errDayTimeForm   = errors.New("want PnDTnHnMnS")
	errYearMonthForm = errors.New("want PnYnM")
	errDurationRange = errors.New("it is longer than durations can be")
)

// ParseDayTimeDuration reads PnDTnHnMnS with an optional leading minus: any of the
// parts, at least one, a fraction only of the seconds. What is finer than a
// nanosecond is cut.
func ParseDayTimeDuration(s string) (DayTimeDuration, error) {
	d, err := parseDayTime(s)
	if err != nil {
		return 0, fmt.Errorf("%s is not a days and time duration: %w", quoteShort(s), err)
	}
	return d, nil
}

// DayTimeDurationFrom is FEEL's duration(from) where a days and time duration is
// wanted; nil (null) for anything else.
func DayTimeDurationFrom(s string) *DayTimeDuration {
	d, err := parseDayTime(s)
	if err != nil {
		return nil
	}
	return &d
}

// ParseYearMonthDuration reads PnYnM with an optional leading minus: either part
// or both.
func ParseYearMonthDuration(s string) (YearMonthDuration, error) {
	d, err := parseYearMonth(s)
	if err != nil {
		return 0, fmt.Errorf("%s is not a years and months duration: %w", quoteShort(s), err)
	}
	return d, nil
}

// YearMonthDurationFrom is FEEL's duration(from) where a years and months duration
// is wanted; nil (null) for anything else.
func YearMonthDurationFrom(s string) *YearMonthDuration {
	d, err := parseYearMonth(s)
	if err != nil {
		return nil
	}
	return &d
}

// Duration is FEEL's duration(from): a DayTimeDuration, a YearMonthDuration,
// or nil (null) for text that is neither, or both.
func Duration(s string) any {
	if d, err := parseDayTime(s); err == nil {
		return d
	}
	if d, err := parseYearMonth(s); err == nil {
		return d
	}
	return nil
}

// scanner takes the parts of a duration off its text.
type scanner struct {
	rest string
	any  bool
	err  error
}

// part reads digits followed by unit; 0 where the next part has another unit.
func (s *scanner) part(unit byte) int64 {
	n := digitRun(s.rest)
	if n == 0 || n >= len(s.rest) || s.rest[n] != unit {
		return 0
	}
	digits := strings.TrimLeft(s.rest[:n], "0")
	if len(digits) > 19 || len(digits) == 19 && digits > "9223372036854775807" {
		s.err = errDurationRange
		digits = ""
	}
	s.rest, s.any = s.rest[n+1:], true
	return number(digits)
}

// seconds reads the last part, n or n.n or n. before S, as seconds and nanoseconds.
func (s *scanner) seconds() (whole, nanos int64) {
	n := digitRun(s.rest)
	if n == 0 || n >= len(s.rest) || s.rest[n] != '.' {
		return s.part('S'), 0
	}
	f := digitRun(s.rest[n+1:])
	if end := n + 1 + f; end >= len(s.rest) || s.rest[end] != 'S' {
		return 0, 0
	}
	nanos = fraction(s.rest[n+1 : n+1+f])
	s.rest = s.rest[:n] + s.rest[n+1+f:]
	return s.part('S'), nanos
}

func durationBody(s string) (body string, neg, ok bool) {
	s, neg = strings.CutPrefix(s, "-")
	s, ok = strings.CutPrefix(s, "P")
	return s, neg, ok && len(s) <= maxTemporalText
}

func parseDayTime(text string) (DayTimeDuration, error) {
	body, neg, ok := durationBody(text)
	if !ok {
		return 0, errDayTimeForm
	}
	date, clock, hasClock := strings.Cut(body, "T")
	s := scanner{rest: date}
	days := s.part('D')
	if s.rest != "" {
		return 0, errDayTimeForm
	}
	var h, m, sec, nanos int64
	if hasClock {
		s.rest, s.any = clock, false
		h, m = s.part('H'), s.part('M')
		sec, nanos = s.seconds()
	}
	if s.rest != "" || !s.any {
		return 0, errDayTimeForm
	}
	// The sign goes into each part: the least duration has no opposite.
	sign := int64(1)
	if neg {
		sign = -1
	}
	total := sign * nanos
	for _, p := range [...][2]int64{{days, nanosPerDay}, {h, nanosPerHour}, {m, nanosPerMinute}, {sec, nanosPerSecond}} {
		product, ok := MulInt(sign*p[0], p[1])
		sum, ok2 := AddInt(total, product)
		if !ok || !ok2 {
			return 0, errDurationRange
		}
		total = sum
	}
	return DayTimeDuration(total), s.err
}

func parseYearMonth(text string) (YearMonthDuration, error) {
	body, neg, ok := durationBody(text)
	if !ok {
		return 0, errYearMonthForm
	}
	s := scanner{rest: body}
	years, months := s.part('Y'), s.part('M')
	if s.rest != "" || !s.any {
		return 0, errYearMonthForm
	}
	if neg {
		years, months = -years, -months
	}
	total, ok := MulInt(years, 12)
	sum, ok2 := AddInt(total, months)
	if !ok || !ok2 {
		return 0, errDurationRange
	}
	return YearMonthDuration(sum), s.err
}
