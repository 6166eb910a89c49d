package runtime_test

import (
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
)

func at(t *testing.T, s string) int64 {
	t.Helper()
	x, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return x.UnixNano()
}

// S5.2: durations and dates fire once; years and months by the calendar.
func TestDueOnce(t *testing.T) {
	now := at(t, "2026-01-31T10:00:00Z")
	for text, want := range map[string]string{
		"PT90S": "2026-01-31T10:01:30Z", "P1M": "2026-02-28T10:00:00Z", "P1Y": "2027-01-31T10:00:00Z",
		"PT0S": "2026-01-31T10:00:00Z", "-PT1H": "2026-01-31T09:00:00Z", " P1D ": "2026-02-01T10:00:00Z",
	} {
		due, ok, err := runtime.DueDuration(text, now, 0)
		if err != nil || !ok || due != at(t, want) {
			t.Errorf("%s: %s %v %v", text, time.Unix(0, due).UTC(), ok, err)
		}
		if _, ok, _ := runtime.DueDuration(text, now, 1); ok {
			t.Errorf("%s fires again", text)
		}
	}
	for text, want := range map[string]string{
		"2026-03-01T12:00:00Z": "2026-03-01T12:00:00Z", "2026-03-01T12:00:00+02:00": "2026-03-01T10:00:00Z",
		"2026-03-01T12:00:00": "2026-03-01T12:00:00Z", "2020-01-01": "2020-01-01T00:00:00Z",
	} {
		due, ok, err := runtime.DueDate(text, 0)
		if err != nil || !ok || due != at(t, want) {
			t.Errorf("%s: %s %v %v", text, time.Unix(0, due).UTC(), ok, err)
		}
	}
	for _, bad := range []string{"", "1h", "P", "R3/PT1S"} {
		if _, _, err := runtime.DueDuration(bad, now, 0); err == nil {
			t.Errorf("%q is a duration", bad)
		}
		if _, _, err := runtime.DueDate(bad, 0); err == nil {
			t.Errorf("%q is a date", bad)
		}
	}
}

// S5.2: Rn fires n times, from the previous due time and not from when that was
// noticed; the zone is kept; cron.
func TestDueCycle(t *testing.T) {
	for _, c := range []struct {
		text, now string
		want      []string
	}{
		{"R3/PT10M", "2026-01-01T00:00:05Z", []string{"2026-01-01T00:10:05Z", "2026-01-01T00:20:05Z", "2026-01-01T00:30:05Z", ""}},
		{"R2/2026-01-31T08:00:00Z/P1M", "2026-01-01T00:00:00Z", []string{"2026-01-31T08:00:00Z", "2026-02-28T08:00:00Z", ""}},
		{"R0/PT1S", "2026-01-01T00:00:00Z", []string{""}},
		// nine o'clock in Paris stays nine o'clock when the clocks change
		{"R/2026-03-28T09:00:00@Europe/Paris/P1D", "2026-01-01T00:00:00Z", []string{"2026-03-28T08:00:00Z", "2026-03-29T07:00:00Z"}},
		{"0 9 * * MON", "2026-01-01T00:00:00Z", []string{"2026-01-05T09:00:00Z", "2026-01-12T09:00:00Z"}},
		{"*/30 * * * * *", "2026-01-01T00:00:01Z", []string{"2026-01-01T00:00:30Z", "2026-01-01T00:01:00Z"}},
		{"@daily", "2026-01-01T00:00:01Z", []string{"2026-01-02T00:00:00Z"}},
	} {
		last := int64(0)
		for fired, want := range c.want {
			due, ok, err := runtime.DueCycle(c.text, at(t, c.now), last, int32(fired))
			if err != nil || ok != (want != "") {
				t.Fatalf("%s %d: %v %v", c.text, fired, ok, err)
			}
			if ok && due != at(t, want) {
				t.Errorf("%s %d: %s, want %s", c.text, fired, time.Unix(0, due).UTC(), want)
			}
			last = due
		}
	}
	for _, bad := range []string{"", "R3", "R3/", "PT1S", "R1/PT0S", "every day", "61 * * * *", "@never"} {
		if _, _, err := runtime.DueCycle(bad, 0, 0, 0); err == nil {
			t.Errorf("%q is a cycle", bad)
		}
	}
}
