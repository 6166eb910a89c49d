package iso8601

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// ISO 8601-1:2019 §5.5.2; S5.2: years and months by calendar.
func TestParseDuration(t *testing.T) {
	for in, want := range map[string]Duration{
		"P1Y2M3DT4H5M6S": {14, 3, 4*time.Hour + 5*time.Minute + 6*time.Second}, "P1M": {Months: 1}, "PT1M": {Clock: time.Minute}, "P2W": {Days: 14}, "P1W2D": {Days: 9}, "PT0S": {}, "P0D": {},
		"PT36H": {Clock: 36 * time.Hour}, "PT1.5S": {Clock: 1500 * time.Millisecond}, "PT1,5S": {Clock: 1500 * time.Millisecond}, "PT0.1234567891S": {Clock: 123456789}, "-P1D": {Days: -1}, "+P1D": {Days: 1}, "P1YT1S": {12, 0, time.Second},
		// A fraction of the smallest part (ISO 8601-1:2019 §5.5.1).
		"P1.5D": {Days: 1, Clock: 12 * time.Hour}, "PT1.5H": {Clock: 90 * time.Minute}, "PT0,5M": {Clock: 30 * time.Second}, "P0.5W": {Days: 3, Clock: 12 * time.Hour}, "P1.5Y": {Months: 18}, "P1Y2.5D": {12, 2, 12 * time.Hour}, "-PT0.25H": {Clock: -15 * time.Minute},
	} {
		got, err := ParseDuration(in)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", in, err, diff)
		}
	}
	for _, in := range []string{
		"", "P", "PT", "P1DT", "P1", "1D", "P1H", "PT1D", "P1.5DT1H", "PT1.5H1M", "P0.5M", "P1.3Y", "P.5D", "P1.D", "PT1.5X", "P1M1Y", "PT1S1M", "P1D ", " P1D", "P-1D", "--P1D", "p1d", "PT.5S", "PT1.S", "P1S", "P99999999Y", "P999999999D", "PT99999999999H",
		"P1000000Y1M", "PT" + strings.Repeat("9", 100) + "S", strings.Repeat("P", 10_000), "R/P1D", "5 minutes",
	} {
		if got, err := ParseDuration(in); err == nil {
			t.Errorf("ParseDuration(%.40q) = %v, want an error", in, got)
		}
	}
}

func TestDurationString(t *testing.T) {
	for _, s := range []string{"P1Y2M3DT4H5M6S", "PT0S", "PT0.5S", "-P1D", "P1M", "PT1M", "P14D", "PT36H", "-P1YT1.25S"} {
		d, err := ParseDuration(s)
		if err != nil || d.String() != s {
			t.Errorf("%s writes as %s, %v", s, d, err)
		}
	}
}

func mustTime(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := ParseTime(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// S5.2: years and months by calendar, the zone kept.
func TestAfter(t *testing.T) {
	for _, c := range []struct{ from, d, want string }{
		{"2021-01-31T10:00:00Z", "P1M", "2021-02-28T10:00:00Z"}, {"2020-01-31T10:00:00Z", "P1M", "2020-02-29T10:00:00Z"}, {"2020-02-29T10:00:00Z", "P1Y", "2021-02-28T10:00:00Z"}, {"2021-03-31T10:00:00Z", "-P1M", "2021-02-28T10:00:00Z"},
		{"2021-01-31T10:00:00Z", "P1M1D", "2021-03-01T10:00:00Z"}, {"2021-12-31T23:59:59Z", "PT1S", "2022-01-01T00:00:00Z"}, {"2021-11-15T00:00:00Z", "P14M", "2023-01-15T00:00:00Z"}, {"2021-01-15T00:00:00Z", "-P14M", "2019-11-15T00:00:00Z"},
		// A day across the change to daylight saving time keeps the clock, 24 hours do not.
		{"2021-03-27T09:00:00@Europe/Paris", "P1D", "2021-03-28T09:00:00@Europe/Paris"}, {"2021-03-27T09:00:00@Europe/Paris", "PT24H", "2021-03-28T10:00:00@Europe/Paris"}, {"2021-03-27T09:00:00+01:00", "P1D", "2021-03-28T09:00:00+01:00"},
	} {
		d, err := ParseDuration(c.d)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := d.After(mustTime(t, c.from)), mustTime(t, c.want); !got.Equal(want) {
			t.Errorf("%s after %s is %s, want %s", c.d, c.from, got, want)
		}
	}
}

func TestParseTime(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"2021-07-01T10:00:00Z": "2021-07-01T10:00:00Z", "2021-07-01T10:00:00+02:00": "2021-07-01T10:00:00+02:00", "2021-07-01T10:00:00.5Z": "2021-07-01T10:00:00.5Z", "2021-07-01T10:00:00,5Z": "2021-07-01T10:00:00.5Z",
		"2021-07-01T10:00Z": "2021-07-01T10:00:00Z", "2021-07-01T10:00:00-0300": "2021-07-01T10:00:00-03:00", "2021-07-01T10:00:00@Europe/Paris": "2021-07-01T10:00:00+02:00", "2021-07-01T10:00:00+02:00[Europe/Paris]": "2021-07-01T10:00:00+02:00",
		"2021-07-01T10:00:00": "2021-07-01T10:00:00+02:00", "2021-07-01": "2021-07-01T00:00:00+02:00", "2021-07-01T10:00:00+02": "2021-07-01T10:00:00+02:00",
		// Week dates, ordinal dates and basic forms (ISO 8601-1:2019 §5.2.2 to §5.2.4); 2020 has 53 weeks.
		"2024-W05-3T10:00:00Z": "2024-01-31T10:00:00Z", "2024W053": "2024-01-31T00:00:00+01:00", "2024-W05": "2024-01-29T00:00:00+01:00", "2021-W01-1": "2021-01-04T00:00:00+01:00", "2020-W53-7": "2021-01-03T00:00:00+01:00", "2019-W01-1": "2018-12-31T00:00:00+01:00",
		"2024-060": "2024-02-29T00:00:00+01:00", "2024366T120000Z": "2024-12-31T12:00:00Z", "20210701T100000+0200": "2021-07-01T10:00:00+02:00", "20210701T1000Z": "2021-07-01T10:00:00Z",
	} {
		got, err := ParseTime(in, paris)
		if err != nil || got.Format(time.RFC3339Nano) != want {
			t.Errorf("%s is %s, %v, want %s", in, got.Format(time.RFC3339Nano), err, want)
		}
	}
	for _, in := range []string{
		"", "tomorrow", "10:00:00", "2021-13-01", "2021-02-29", "2021-07-01T25:00:00Z", "2021-07-01 10:00:00", "2021-07-01T10:00:00@", "2021-07-01T10:00:00@Local", "2021-07-01T10:00:00@No/Where", "2021-07-01T10:00:00[Europe/Paris",
		"2021-07-01T10:00:00@../x", "2021-W53-1", "2021-W00-1", "2021-W05-8", "2021-W05-0", "2021-W5-1", "2023-366", "2023-000", "2024-W0503", "2021W05-3", "202107-01", "20211301", "2021-07-01T1000", strings.Repeat("2", 1000),
	} {
		if got, err := ParseTime(in, nil); err == nil {
			t.Errorf("ParseTime(%.40q) = %s, want an error", in, got)
		}
	}
}

// S5.2: R/start/period, Rn/...; the next due time comes from the previous one.
func TestCycle(t *testing.T) {
	now := mustTime(t, "2024-01-31T08:00:00Z")
	for _, c := range []struct {
		in    string
		count int
		dues  []string
	}{
		{"R/PT1H", Forever, []string{"2024-01-31T09:00:00Z", "2024-01-31T10:00:00Z"}}, {"R3/PT10M", 3, []string{"2024-01-31T08:10:00Z", "2024-01-31T08:20:00Z"}}, {"R-1/P1D", Forever, []string{"2024-02-01T08:00:00Z"}}, {"R0/P1D", 0, nil},
		{"R5/2024-03-01T00:00:00Z/P1M", 5, []string{"2024-03-01T00:00:00Z", "2024-04-01T00:00:00Z"}}, {"R/2021-03-27T09:00:00@Europe/Paris/P1D", Forever, []string{"2021-03-27T09:00:00@Europe/Paris", "2021-03-28T09:00:00@Europe/Paris"}},
		{"R2/2024-03-01T00:00:00Z/2024-03-01T06:00:00Z", 2, []string{"2024-03-01T00:00:00Z", "2024-03-01T06:00:00Z", "2024-03-01T12:00:00Z"}}, {"R/2021-03-27T09:00:00[Europe/Paris]/PT1H", Forever, []string{"2021-03-27T08:00:00Z"}},
		{"R/2024-03-01/P1W", Forever, []string{"2024-03-01T00:00:00Z", "2024-03-08T00:00:00Z"}},
	} {
		got, err := ParseCycle(c.in, nil)
		if err != nil || got.Count != c.count {
			t.Errorf("%s has count %d, %v, want %d", c.in, got.Count, err, c.count)
			continue
		}
		due := got.First(now)
		for i, want := range c.dues {
			if !due.Equal(mustTime(t, want)) {
				t.Errorf("%s is due %d at %s, want %s", c.in, i, due, want)
			}
			due = got.Next(due)
		}
	}
	for _, in := range []string{
		"", "R", "R/", "P1D", "R3", "R3/", "R/PT0S", "R/-PT1H", "R/P0D", "Rx/PT1H", "R-2/PT1H", "R1.5/PT1H", "R99999999999999999999/PT1H", "R/2024-03-01T00:00:00Z", "R/2024-03-01T00:00:00Z/", "R/x/PT1H", "R/2024-03-01T00:00:00Z/2024-02-01T00:00:00Z",
		"R/2024-03-01T00:00:00Z/PT1H/PT2H", "r/PT1H", "0 0 * * *", "R/2024-03-01T00:00:00@Europe/Paris", strings.Repeat("R/", 500),
	} {
		if got, err := ParseCycle(in, nil); err == nil {
			t.Errorf("ParseCycle(%.40q) = %+v, want an error", in, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"R5/2024-03-01T00:00:00@Europe/Paris/P1Y2M3DT4H5M6.7S", "R/PT1H", "2021-07-01T10:00:00+02:00[Europe/Paris]", "P1W2D"} {
		f.Add(s)
	}
	now := time.Date(2024, 1, 31, 8, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s string) {
		if d, err := ParseDuration(s); err == nil {
			again, err := ParseDuration(d.String())
			if err != nil || again != d {
				t.Errorf("%q is %s, which reads as %s, %v", s, d, again, err)
			}
			d.After(now)
		}
		if c, err := ParseCycle(s, nil); err == nil {
			if due := c.First(now); !c.Next(due).After(due) {
				t.Errorf("%q does not lead forward from %s", s, due)
			}
		}
		ParseTime(s, nil)
	})
}
