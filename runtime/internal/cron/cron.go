// Package cron reads the cron expressions of timer cycles (S5.2): those of Unix
// with five fields, of Spring, which Zeebe takes, with six, of Quartz, which Camunda 7
// takes, with six or seven, and the descriptors such as @daily. It reads no clock.
package cron

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// maxText bounds the text of an expression, in bytes.
const maxText = 256

// Schedule is when a cron expression is due: an immutable value.
type Schedule struct {
	seconds, minutes, hours uint64 // bits
	months, weekdays        uint64
	years                   []span // none: every
	days                    []day
	anyDay, anyWeekday      bool // * or ?
	nth                     []nthWeekday
	// either: a day is due by its date or by its weekday, as in Unix; else by both.
	either bool
	loc    *time.Location // nil: UTC
	every  time.Duration  // of @every; all else is unused
}

// span is from a year to another, by steps.
type span struct{ from, to, step int }

// day is one part of the field of days: a day of the month, counted from its end
// where last, or the working day nearest to it.
type day struct {
	n       int // from 1; where last, how many before the last
	last    bool
	working bool
}

// nthWeekday is a weekday that comes once a month: its n-th, or with 0 its last.
type nthWeekday struct {
	weekday time.Weekday
	n       int
}

// Numbering says what the numbers of weekdays mean.
type Numbering bool

// The numberings. Names mean the same in both.
const (
	Unix   Numbering = false // 0 and 7 are Sunday, 1 is Monday
	Quartz Numbering = true  // 1 is Sunday, 7 is Saturday
)

var descriptors = map[string]string{
	"@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * SUN",
	"@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
}

// Parse reads an expression: five fields (minute, hour, day of month, month, day of
// week), six with seconds before them, seven with years after them; a descriptor;
// or @every and a duration as Go writes it. TZ=zone before it says in which
// zone it counts, else UTC. Lists, ranges, steps and the names of months and
// weekdays may be used, ? for *, and L, W and # for the last day, the nearest working day and
// the n-th weekday of a month. Where both days are restricted, five fields mean either
// (Unix), six and seven mean both (Spring).
func Parse(text string, numbers Numbering) (*Schedule, error) {
	s, err := parse(text, numbers)
	if err != nil {
		if len(text) > 60 {
			text = text[:60] + "…"
		}
		return nil, fmt.Errorf("%q is no cron expression: %w", text, err)
	}
	return s, nil
}

func parse(text string, numbers Numbering) (*Schedule, error) {
	if len(text) > maxText {
		return nil, errors.New("it is too long")
	}
	s := &Schedule{}
	text = strings.TrimSpace(text)
	for _, prefix := range []string{"TZ=", "CRON_TZ="} {
		rest, ok := strings.CutPrefix(text, prefix)
		if !ok {
			continue
		}
		zone, rest, _ := strings.Cut(rest, " ")
		loc, err := time.LoadLocation(zone)
		if err != nil || zone == "" || zone == "Local" {
			return nil, fmt.Errorf("%q is no zone id", zone)
		}
		s.loc, text = loc, strings.TrimSpace(rest)
		break
	}
	if rest, ok := strings.CutPrefix(text, "@every "); ok {
		d, err := time.ParseDuration(strings.TrimSpace(rest))
		if err != nil || d < time.Second {
			return nil, fmt.Errorf("%q is no duration of a second or more", rest)
		}
		s.every = d
		return s, nil
	}
	if strings.HasPrefix(text, "@") {
		fields, ok := descriptors[strings.ToLower(text)]
		if !ok {
			return nil, fmt.Errorf("%s is none of the descriptors", text)
		}
		text, numbers = fields, Unix
	}
	if err := s.fields(strings.Fields(text), numbers); err != nil {
		return nil, err
	}
	return s, nil
}

// fields reads the fields of an expression.
func (s *Schedule) fields(f []string, numbers Numbering) error {
	switch len(f) {
	case 5:
		s.either = true
		f = append([]string{"0"}, f...)
	case 6:
	case 7:
		if err := s.yearField(f[6]); err != nil {
			return err
		}
	default:
		return fmt.Errorf("it has %d fields; 5, 6 or 7 are wanted", len(f))
	}
	for _, x := range []struct {
		what string
		to   *uint64
		text string
		from int
		most int
		name []string
	}{
		{"second", &s.seconds, f[0], 0, 59, nil}, {"minute", &s.minutes, f[1], 0, 59, nil}, {"hour", &s.hours, f[2], 0, 23, nil},
		{"month", &s.months, f[4], 1, 12, months},
	} {
		bits, err := set(x.text, x.from, x.most, x.name)
		if err != nil {
			return fmt.Errorf("the %s %q: %w", x.what, x.text, err)
		}
		*x.to = bits
	}
	if err := s.dayField(f[3]); err != nil {
		return fmt.Errorf("the day of month %q: %w", f[3], err)
	}
	if err := s.weekdayField(f[5], numbers); err != nil {
		return fmt.Errorf("the day of week %q: %w", f[5], err)
	}
	return nil
}

var months = []string{1: "JAN", 2: "FEB", 3: "MAR", 4: "APR", 5: "MAY", 6: "JUN", 7: "JUL", 8: "AUG", 9: "SEP", 10: "OCT", 11: "NOV", 12: "DEC"}

var weekdays = []string{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"}

// anyValue reports a field or part that restricts nothing.
func anyValue(text string) bool { return text == "*" || text == "?" }

// set is the bits of a list of numbers, ranges and steps.
func set(text string, from, most int, names []string) (uint64, error) {
	var bits uint64
	for _, part := range strings.Split(text, ",") {
		r, err := rangeOf(part, from, most, names)
		if err != nil {
			return 0, err
		}
		for n := r.from; n <= r.to; n += r.step {
			bits |= 1 << n
		}
	}
	return bits, nil
}

// rangeOf reads n, n-m, *, ?, each with /step or without; n/step goes to the end.
func rangeOf(part string, from, most int, names []string) (span, error) {
	body, stepText, stepped := strings.Cut(part, "/")
	r := span{from, most, 1}
	if stepped {
		step, err := number(stepText, 1, most, nil)
		if err != nil {
			return r, err
		}
		r.step = step
	}
	if anyValue(body) {
		return r, nil
	}
	low, high, ranged := strings.Cut(body, "-")
	var err error
	if r.from, err = number(low, from, most, names); err != nil {
		return r, err
	}
	switch {
	case ranged:
		if r.to, err = number(high, from, most, names); err != nil {
			return r, err
		}
		if r.to < r.from {
			return r, fmt.Errorf("%s ends before it begins", body)
		}
	case !stepped:
		r.to = r.from
	}
	return r, nil
}

// number reads a number in bounds, or a name.
func number(text string, from, most int, names []string) (int, error) {
	for n, name := range names {
		if name != "" && strings.EqualFold(text, name) {
			return n, nil
		}
	}
	n, err := strconv.Atoi(text)
	if err != nil || text == "" || text[0] == '+' || text[0] == '-' {
		return 0, fmt.Errorf("%q is no number", text)
	}
	if n < from || n > most {
		return 0, fmt.Errorf("%d is not between %d and %d", n, from, most)
	}
	return n, nil
}

func (s *Schedule) yearField(text string) error {
	if anyValue(text) {
		return nil
	}
	for _, part := range strings.Split(text, ",") {
		r, err := rangeOf(part, 1970, 2199, nil)
		if err != nil {
			return fmt.Errorf("the year %q: %w", text, err)
		}
		s.years = append(s.years, r)
	}
	return nil
}

func (s *Schedule) dayField(text string) error {
	if s.anyDay = anyValue(text); s.anyDay {
		return nil
	}
	for _, part := range strings.Split(text, ",") {
		part = strings.ToUpper(part)
		rest, last := strings.CutPrefix(part, "L")
		switch {
		case last && rest == "":
			s.days = append(s.days, day{last: true})
		case last && rest == "W":
			s.days = append(s.days, day{last: true, working: true})
		case last && strings.HasPrefix(rest, "-"):
			n, err := number(rest[1:], 0, 30, nil)
			if err != nil {
				return err
			}
			s.days = append(s.days, day{n: n, last: true})
		case strings.HasSuffix(part, "W"):
			n, err := number(strings.TrimSuffix(part, "W"), 1, 31, nil)
			if err != nil {
				return err
			}
			s.days = append(s.days, day{n: n, working: true})
		default:
			r, err := rangeOf(part, 1, 31, nil)
			if err != nil {
				return err
			}
			for n := r.from; n <= r.to; n += r.step {
				s.days = append(s.days, day{n: n})
			}
		}
	}
	return nil
}

func (s *Schedule) weekdayField(text string, numbers Numbering) error {
	if s.anyWeekday = anyValue(text); s.anyWeekday {
		return nil
	}
	names, from, most, first := weekdays, 0, 7, 0
	if numbers == Quartz {
		names, from, most, first = append([]string{""}, weekdays...), 1, 7, 1
	}
	weekday := func(n int) time.Weekday { return time.Weekday((n - first + 7) % 7) }
	for _, part := range strings.Split(text, ",") {
		part = strings.ToUpper(part)
		if body, nth, ok := strings.Cut(part, "#"); ok {
			d, err := number(body, from, most, names)
			if err != nil {
				return err
			}
			n, err := number(nth, 1, 5, nil)
			if err != nil {
				return err
			}
			s.nth = append(s.nth, nthWeekday{weekday(d), n})
			continue
		}
		if body, ok := strings.CutSuffix(part, "L"); ok {
			d, err := number(body, from, most, names)
			if err != nil {
				return err
			}
			s.nth = append(s.nth, nthWeekday{weekday: weekday(d)})
			continue
		}
		r, err := rangeOf(part, from, most, names)
		if err != nil {
			return err
		}
		if anyValue(strings.SplitN(part, "/", 2)[0]) && most == 7 && from == 0 {
			r.to = 6 // Sunday once
		}
		for n := r.from; n <= r.to; n += r.step {
			s.weekdays |= 1 << weekday(n)
		}
	}
	return nil
}
