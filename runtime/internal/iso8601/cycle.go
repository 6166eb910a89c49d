package iso8601

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseTime reads a point in time: a date, T and a time, with Z, an offset or a zone
// id as @Europe/Paris or [Europe/Paris]. Without any of them it is in loc (nil is
// UTC). The seconds may be left out, their fraction may follow a point or a comma,
// and a date alone is its midnight. The zone is kept: it is the result's location.
func ParseTime(s string, loc *time.Location) (time.Time, error) {
	t, err := parseTime(s, loc)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s is not an ISO 8601 date and time: %w", quote(s), err)
	}
	return t, nil
}

// layouts are the forms of a point in time; the time package takes a fraction of the
// seconds, after a point or a comma, where the layout has none.
var layouts = []string{
	"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z0700",
	"2006-01-02T15:04:05Z07", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02",
}

func parseTime(s string, loc *time.Location) (time.Time, error) {
	if len(s) > maxText {
		return time.Time{}, errors.New("it is too long")
	}
	if loc == nil {
		loc = time.UTC
	}
	s, id, hasZone := cutZone(s)
	if hasZone {
		var err error
		// LoadLocation takes these two for UTC and for the machine's own zone.
		if id == "" || id == "Local" {
			return time.Time{}, fmt.Errorf("%s is no zone id", quote(id))
		}
		if loc, err = time.LoadLocation(id); err != nil {
			return time.Time{}, fmt.Errorf("%s is no zone id of the IANA time zone database", quote(id))
		}
	}
	s, err := extended(s)
	if err != nil {
		return time.Time{}, err
	}
	for _, layout := range layouts {
		t, err := time.ParseInLocation(layout, s, loc)
		if err != nil {
			continue
		}
		// An offset is kept as it is written; the machine's own zone stays out.
		if strings.Contains(layout, "Z07") {
			if _, offset := t.Zone(); offset == 0 {
				t = t.UTC()
			} else {
				t = t.In(time.FixedZone("", offset))
			}
			if hasZone {
				t = t.In(loc)
			}
		}
		return t, nil
	}
	return time.Time{}, errors.New("want YYYY-MM-DDThh:mm:ss, and Z, +hh:mm or @zone where it is not local")
}

// extended writes the date of a point in time as year, month and day with hyphens:
// week dates (2024-W05-3), ordinal dates (2024-032) and the basic forms without
// hyphens and colons (ISO 8601-1:2019 §5.2, §5.3).
func extended(s string) (string, error) {
	date, clock, hasClock := strings.Cut(s, "T")
	compact := strings.ReplaceAll(date, "-", "")
	year, rest := "", ""
	if len(compact) >= 4 && digits(compact[:4]) == 4 {
		year, rest = compact[:4], compact[4:]
	}
	basic := compact == date
	switch week, isWeek := strings.CutPrefix(rest, "W"); {
	case isWeek && digits(week) == len(week) && (len(week) == 3 || len(week) == 2):
		if want := year + "-W" + week[:2] + strings.TrimSuffix("-"+week[2:], "-"); !basic && date != want {
			return s, nil
		}
		d, err := weekDate(year, week)
		if err != nil {
			return "", err
		}
		date = d
	case len(rest) == 3 && digits(rest) == 3:
		if !basic && date != year+"-"+rest {
			return s, nil
		}
		t, err := time.Parse("2006-002", year+"-"+rest)
		if err != nil {
			return "", fmt.Errorf("the year %s has no day %s", year, rest)
		}
		date = t.Format(time.DateOnly)
	case basic && len(rest) == 4 && digits(rest) == 4:
		date = year + "-" + rest[:2] + "-" + rest[2:]
	default:
		return s, nil
	}
	if !hasClock {
		return date, nil
	}
	if n := digits(clock); basic && (n == 6 || n == 4) {
		parts := clock[:2] + ":" + clock[2:4]
		if n == 6 {
			parts += ":" + clock[4:6]
		}
		clock = parts + clock[n:]
	}
	return date + "T" + clock, nil
}

// weekDate is the day of a week by ISO 8601: week 1 has the year's first Thursday,
// day 1 is Monday. A week alone is its Monday.
func weekDate(year, week string) (string, error) {
	y, _ := strconv.Atoi(year) // digits all of them
	w, _ := strconv.Atoi(week[:2])
	d := 1
	if len(week) == 3 {
		d = int(week[2] - '0')
	}
	// January 4th is in week 1.
	fourth := time.Date(y, time.January, 4, 0, 0, 0, 0, time.UTC)
	monday := fourth.AddDate(0, 0, -(int(fourth.Weekday())+6)%7)
	day := monday.AddDate(0, 0, 7*(w-1)+d-1)
	if gotYear, gotWeek := day.ISOWeek(); d < 1 || d > 7 || gotYear != y || gotWeek != w {
		return "", fmt.Errorf("the year %s has no day %s of week %s", year, week[2:], week[:2])
	}
	return day.Format(time.DateOnly), nil
}

// cutZone takes a zone id off the end of a point in time.
func cutZone(s string) (rest, id string, found bool) {
	if rest, id, found = strings.Cut(s, "@"); found {
		return rest, id, true
	}
	if rest, id, found = strings.Cut(s, "["); found && strings.HasSuffix(id, "]") {
		return rest, id[:len(id)-1], true
	}
	return s, "", false
}

// Forever is the Count of a Cycle without an end.
const Forever = -1

// Cycle is a repeating interval: due Count times, each Period after the one before
// (S5.2).
type Cycle struct {
	Count  int       // how many times it is due, Forever for no end
	Start  time.Time // when it is first due; zero: one Period after it is armed
	Period Duration  // Positive
}

// ParseCycle reads R/period, Rn/period, R/start/period, Rn/start/period and, with
// an end in place of the period, Rn/start/end. A start without a zone is in loc (nil
// is UTC). A period that does not lead forward is an error: it would be due without
// end at one instant.
func ParseCycle(s string, loc *time.Location) (Cycle, error) {
	c, err := parseCycle(s, loc)
	if err != nil {
		return Cycle{}, fmt.Errorf("%s is not an ISO 8601 repeating interval: %w", quote(s), err)
	}
	return c, nil
}

func parseCycle(s string, loc *time.Location) (Cycle, error) {
	if len(s) > maxText {
		return Cycle{}, errors.New("it is too long")
	}
	count, rest, ok := strings.Cut(s, "/")
	if !ok || !strings.HasPrefix(count, "R") {
		return Cycle{}, errors.New("want R/period, Rn/period, R/start/period or Rn/start/period")
	}
	c := Cycle{Count: Forever}
	// R-1 is how ISO 8601-1:2019 §5.6.1 writes "unbounded" in full.
	if n := count[1:]; n != "" && n != "-1" {
		if digits(n) != len(n) {
			return c, fmt.Errorf("%s is no number of repetitions", quote(n))
		}
		var err error
		if c.Count, err = strconv.Atoi(n); err != nil {
			return c, fmt.Errorf("%s repetitions are too many", n)
		}
	}
	start, period, hasStart := splitStart(rest)
	if hasStart {
		var err error
		if c.Start, err = ParseTime(start, loc); err != nil {
			return c, err
		}
	}
	if hasStart && !isDuration(period) {
		end, err := ParseTime(period, c.Start.Location())
		if err != nil {
			return c, err
		}
		c.Period = Duration{Clock: end.Sub(c.Start)}
	} else {
		var err error
		if c.Period, err = ParseDuration(period); err != nil {
			return c, err
		}
	}
	if !c.Period.Positive() {
		return c, errors.New("its period must be longer than zero")
	}
	return c, nil
}

// splitStart parts start/period; a zone id of the start can hold slashes.
func splitStart(s string) (start, period string, found bool) {
	i := strings.LastIndex(s, "/")
	if at := strings.IndexAny(s, "@["); isDuration(s) || i < 0 || at > i {
		return "", s, false
	}
	return s[:i], s[i+1:], true
}

func isDuration(s string) bool {
	return strings.HasPrefix(s, "P") || strings.HasPrefix(s, "-P") || strings.HasPrefix(s, "+P")
}

// First is when the cycle is first due, where it is armed at now.
func (c Cycle) First(now time.Time) time.Time {
	if c.Start.IsZero() {
		return c.Period.After(now)
	}
	return c.Start
}

// Next is when the cycle is due after it was due at prev: from prev and not from
// when that was noticed, so that it never drifts (S5.2).
func (c Cycle) Next(prev time.Time) time.Time { return c.Period.After(prev) }
