package cron

import (
	"math/bits"
	"time"
)

// furthest is how many years ahead a due time is looked for: a leap day on a given
// weekday is at most 40 years away.
const furthest = 100

// Next is when the schedule is due after t, in its own zone; zero where that is
// never. A time that a change of the clock leaves out is not due.
func (s *Schedule) Next(t time.Time) time.Time {
	loc := s.loc
	if loc == nil {
		loc = time.UTC
	}
	t = t.In(loc)
	if s.every > 0 {
		return t.Add(s.every).Truncate(time.Second)
	}
	y, m, d := t.Date()
	first := true
	for year := y; year <= y+furthest; year++ {
		if !s.year(year) {
			first = false
			continue
		}
		from := time.January
		if first && year == y {
			from = m
		}
		for month := from; month <= time.December; month++ {
			if s.months&(1<<uint(month)) == 0 {
				first = false
				continue
			}
			day := 1
			if first && month == m {
				day = d
			}
			for ; day <= daysIn(year, month); day++ {
				if s.dueOn(year, month, day) {
					if due := s.timeOn(year, month, day, t, loc); !due.IsZero() {
						return due
					}
				}
			}
			first = false
		}
	}
	return time.Time{}
}

func (s *Schedule) year(y int) bool {
	for _, r := range s.years {
		if y >= r.from && y <= r.to && (y-r.from)%r.step == 0 {
			return true
		}
	}
	return len(s.years) == 0
}

func daysIn(y int, m time.Month) int { return time.Date(y, m+1, 0, 0, 0, 0, 0, time.UTC).Day() }

// dueOn reports whether the schedule is due on a date.
func (s *Schedule) dueOn(y int, m time.Month, d int) bool {
	last := daysIn(y, m)
	weekday := time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Weekday()
	byDate := s.anyDay
	for _, x := range s.days {
		byDate = byDate || d == x.in(last, y, m)
	}
	byWeekday := s.anyWeekday || s.weekdays&(1<<uint(weekday)) != 0
	for _, x := range s.nth {
		if x.weekday == weekday && (x.n == 0 && d+7 > last || x.n > 0 && (d-1)/7+1 == x.n) {
			byWeekday = true
		}
	}
	if s.either && !s.anyDay && !s.anyWeekday {
		return byDate || byWeekday
	}
	return byDate && byWeekday
}

// in is the day of a month that it means, 0 for none.
func (x day) in(last, y int, m time.Month) int {
	d := x.n
	if x.last {
		d = last - x.n
	}
	if d < 1 || d > last {
		return 0
	}
	if !x.working {
		return d
	}
	switch time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Weekday() {
	case time.Saturday:
		if d == 1 {
			return 3
		}
		return d - 1
	case time.Sunday:
		if d == last {
			return d - 2
		}
		return d + 1
	}
	return d
}

// timeOn is the first time of a date that is due after t, zero where there is none.
func (s *Schedule) timeOn(y int, m time.Month, d int, t time.Time, loc *time.Location) time.Time {
	for h := next(s.hours, 0); h < 64; h = next(s.hours, h+1) {
		if end := time.Date(y, m, d, h, 59, 59, 0, loc); !end.After(t) {
			continue
		}
		for mi := next(s.minutes, 0); mi < 64; mi = next(s.minutes, mi+1) {
			for sec := next(s.seconds, 0); sec < 64; sec = next(s.seconds, sec+1) {
				due := time.Date(y, m, d, h, mi, sec, 0, loc)
				if due.After(t) && due.Hour() == h && due.Minute() == mi {
					return due
				}
			}
		}
	}
	return time.Time{}
}

// next is the first number of a set from n on, 64 for none.
func next(set uint64, n int) int {
	if n > 63 {
		return 64
	}
	set >>= uint(n)
	if set == 0 {
		return 64
	}
	return n + bits.TrailingZeros64(set)
}
