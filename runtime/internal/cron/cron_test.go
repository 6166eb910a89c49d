package cron

import (
	"strings"
	"testing"
	"time"
)

// S5.2: cycles as cron. Expected times are from the documentation of crontab(5),
// Spring's CronExpression and Quartz's CronTrigger, and the calendar.
func TestNext(t *testing.T) {
	for _, c := range []struct {
		text, from string
		dues       []string
		numbers    Numbering
	}{
		{"*/15 * * * *", "2024-01-31T10:07:30Z", []string{"2024-01-31T10:15:00Z", "2024-01-31T10:30:00Z"}, Unix},
		{"0 0 1 * *", "2024-01-31T10:00:00Z", []string{"2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"}, Unix},
		{"0 0 * * 0", "2024-01-31T10:00:00Z", []string{"2024-02-04T00:00:00Z"}, Unix},
		{"0 0 * * 7", "2024-01-31T10:00:00Z", []string{"2024-02-04T00:00:00Z"}, Unix},
		{"0 0 * * 1-5", "2024-02-02T10:00:00Z", []string{"2024-02-05T00:00:00Z", "2024-02-06T00:00:00Z"}, Unix},
		// crontab(5): "30 4 1,15 * 5" runs on the 1st and 15th of each month, plus every Friday.
		{"30 4 1,15 * 5", "2024-03-01T05:00:00Z", []string{"2024-03-08T04:30:00Z", "2024-03-15T04:30:00Z", "2024-03-22T04:30:00Z"}, Unix},
		// Spring: "0 0 0 13 * FRI" is a Friday the 13th; Zeebe takes Spring's.
		{"0 0 0 13 * FRI", "2024-01-01T00:00:00Z", []string{"2024-09-13T00:00:00Z", "2024-12-13T00:00:00Z"}, Unix},
		{"*/10 * * * * *", "2024-01-31T10:00:05Z", []string{"2024-01-31T10:00:10Z"}, Unix},
		{"0 0 8-10 * * *", "2024-01-31T10:00:00Z", []string{"2024-02-01T08:00:00Z"}, Unix},
		{"0 0 0 25 DEC ?", "2024-01-31T10:00:00Z", []string{"2024-12-25T00:00:00Z", "2025-12-25T00:00:00Z"}, Unix},
		{"0 0 0 L * *", "2024-01-31T10:00:00Z", []string{"2024-02-29T00:00:00Z", "2024-03-31T00:00:00Z"}, Unix},
		{"0 0 0 L-3 * *", "2024-01-31T10:00:00Z", []string{"2024-02-26T00:00:00Z"}, Unix},
		// 2024-06-30 is a Sunday, 2024-06-01 a Saturday, 2024-09-15 a Sunday.
		{"0 0 0 LW * *", "2024-06-01T10:00:00Z", []string{"2024-06-28T00:00:00Z"}, Unix},
		{"0 0 0 1W * *", "2024-05-31T10:00:00Z", []string{"2024-06-03T00:00:00Z", "2024-07-01T00:00:00Z"}, Unix},
		{"0 0 0 15W 9 *", "2024-05-31T10:00:00Z", []string{"2024-09-16T00:00:00Z"}, Unix},
		{"0 0 0 * * 5L", "2024-02-01T00:00:00Z", []string{"2024-02-23T00:00:00Z", "2024-03-29T00:00:00Z"}, Unix},
		{"0 0 0 ? * MON#1", "2024-02-06T00:00:00Z", []string{"2024-03-04T00:00:00Z"}, Unix},
		{"0 0 0 ? * 5#2", "2024-02-01T00:00:00Z", []string{"2024-02-09T00:00:00Z"}, Unix},
		// Quartz: 6 is Friday, "0 15 10 ? * 6L" the last Friday of every month at 10:15.
		{"0 15 10 ? * 6L", "2024-02-01T00:00:00Z", []string{"2024-02-23T10:15:00Z"}, Quartz},
		{"0 15 10 ? * 6L 2026-2027", "2024-02-01T00:00:00Z", []string{"2026-01-30T10:15:00Z"}, Quartz},
		{"0 15 10 ? * 6#3", "2024-02-01T00:00:00Z", []string{"2024-02-16T10:15:00Z"}, Quartz},
		{"0 0 12 ? * 1", "2024-02-01T00:00:00Z", []string{"2024-02-04T12:00:00Z"}, Quartz},
		{"0 0 12 ? * 2-6", "2024-02-02T13:00:00Z", []string{"2024-02-05T12:00:00Z"}, Quartz},
		{"0 0 0 29 2 *", "2024-03-01T00:00:00Z", []string{"2028-02-29T00:00:00Z"}, Unix},
		{"0 0 30 2 *", "2024-03-01T00:00:00Z", []string{""}, Unix},
		{"0 0 1 1 1 ? 2023", "2024-03-01T00:00:00Z", []string{""}, Quartz},
		{"@daily", "2024-01-31T10:00:00Z", []string{"2024-02-01T00:00:00Z"}, Quartz},
		{"@weekly", "2024-01-31T10:00:00Z", []string{"2024-02-04T00:00:00Z"}, Quartz},
		{"@every 90m", "2024-01-31T10:00:00Z", []string{"2024-01-31T11:30:00Z", "2024-01-31T13:00:00Z"}, Unix},
		{"TZ=Europe/Paris 0 9 * * *", "2024-03-30T10:00:00Z", []string{"2024-03-31T07:00:00Z"}, Unix},
		// 02:30 does not exist in Paris on 2024-03-31.
		{"TZ=Europe/Paris 30 2 * * *", "2024-03-30T10:00:00Z", []string{"2024-04-01T00:30:00Z"}, Unix},
		{"59 23 31 12 *", "2024-12-31T23:59:00Z", []string{"2025-12-31T23:59:00Z"}, Unix},
	} {
		s, err := Parse(c.text, c.numbers)
		if err != nil {
			t.Error(err)
			continue
		}
		at, err := time.Parse(time.RFC3339, c.from)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.dues {
			at = s.Next(at)
			got := at.UTC().Format(time.RFC3339)
			if at.IsZero() {
				got = ""
			}
			if got != want {
				t.Errorf("%s from %s is due %s, want %s", c.text, c.from, got, want)
				break
			}
		}
	}
}

func TestBadExpressions(t *testing.T) {
	for _, text := range []string{
		"", "*", "* * * *", "60 * * * *", "* 24 * * *", "* * 0 * *", "* * 32 * *", "* * * 13 *", "* * * 0 *", "* * * * 8", "*/0 * * * *", "5-1 * * * *", "a * * * *", "1, * * * *", "-1 * * * *", "+1 * * * *",
		"* * * FOO *", "* * * * FOO", "* * * * 1#6", "* * * * L", "* * W * *", "* * L-x * *", "* * 0W * *", "@never", "@every", "@every 1ms", "TZ=No/Where * * * * *", "TZ= * * * * *", "0 0 0 1 1 ? 1", "0 0 0 1 1 ? 2020 1", "R/PT1H", strings.Repeat("* ", 300),
	} {
		if s, err := Parse(text, Unix); err == nil {
			t.Errorf("Parse(%.40q) = %+v, want an error", text, s)
		}
	}
	if _, err := Parse("0 0 12 ? * 0", Quartz); err == nil {
		t.Error("Quartz has no weekday 0")
	}
}

// Every due time is later than what it is counted from, and is one.
func FuzzNext(f *testing.F) {
	for _, s := range []string{"*/15 * * * *", "0 0 0 LW * *", "0 15 10 ? * 6L 2026-2027", "@every 90m", "TZ=Europe/Paris 30 2 29 2 MON#1"} {
		f.Add(s, int64(1_706_695_200))
	}
	f.Fuzz(func(t *testing.T, text string, from int64) {
		for _, numbers := range []Numbering{Unix, Quartz} {
			s, err := Parse(text, numbers)
			if err != nil {
				continue
			}
			at := time.Unix(from%4e9, 0)
			if due := s.Next(at); !due.IsZero() && !due.After(at) {
				t.Errorf("%q is due %s, not after %s", text, due, at)
			}
		}
	})
}
