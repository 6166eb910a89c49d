package feel

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// DMN 1.4 table 72 (date string: the lexical space of XML Schema's date) and
// §10.3.2.3.5 (years to 999,999,999).
func TestDateText(t *testing.T) {
	for _, s := range []string{"2017-12-31", "0001-01-01", "0000-02-29", "-0001-12-31", "-2017-01-01", "99999-12-31", "999999999-12-31", "-999999999-01-01", "2000-02-29"} {
		d, err := ParseDate(s)
		if err != nil {
			t.Errorf("ParseDate(%q): %v", s, err)
		}
		if d.String() != s {
			t.Errorf("%q writes as %q", s, d)
		}
	}
	for _, s := range []string{
		"", "2012-12-25T", "2012/12/25", "2012-12-25Z", "2012-12-25+01:00", " 2012-12-25", "2012-12-25 ", "+2012-12-02", "998-12-31", "01211-12-31",
		"9999999999-12-25", "1000000000-01-01", "2017-13-10", "2017-00-10", "2017-12-32", "2017-12-00", "2017-1-10", "2017-01-1", "2017-02-29", "1900-02-29",
		"2017-04-31", "-0000-01-01", "2017-12", "20171231", "２０１７-12-31", "--2017-01-01", strings.Repeat("9", 1000) + "-01-01",
	} {
		if d, err := ParseDate(s); err == nil {
			t.Errorf("ParseDate(%.40q) = %s, want an error", s, d)
		}
		if d := DateFrom(s); d != nil {
			t.Errorf("DateFrom(%.40q) = %s, want null", s, d)
		}
	}
}

// DMN 1.4 table 72 (time string), XML Schema part 2 §3.2.8 (24:00:00, offsets to 14
// hours).
func TestTimeText(t *testing.T) {
	for in, want := range map[string]string{
		"01:02:03": "01:02:03", "00:00:00": "00:00:00", "11:22:33.444": "11:22:33.444", "11:22:33.123456789": "11:22:33.123456789",
		"11:22:33.100": "11:22:33.1", "11:22:33.1234567891": "11:22:33.123456789", "23:59:00Z": "23:59:00Z", "23:59:00z": "23:59:00Z",
		"11:22:33-00:00": "11:22:33Z", "11:22:33+00:00": "11:22:33Z", "13:20:00-05:00": "13:20:00-05:00", "13:20:00+14:00": "13:20:00+14:00",
		"11:59:45+02:45:55": "11:59:45+02:45:55", "00:01:00@Etc/UTC": "00:01:00@Etc/UTC", "00:01:00@Europe/Paris": "00:01:00@Europe/Paris",
		"24:00:00": "00:00:00",
	} {
		got, err := ParseTime(in)
		if err != nil || got.String() != want {
			t.Errorf("ParseTime(%q) = %s, %v, want %s", in, got, err, want)
		}
	}
	for _, in := range []string{
		"", "23:59:60", "24:00:01", "24:01:00", "24:00:00.1", "25:00:00", "00:60:00", "00:00:61", "7:00:00", "07:1:00", "07:01:2", "07:20", "7:20",
		"13:20:00@xyz/abc", "13:20:00@", "13:20:00@Local", "13:20:00@../etc/passwd", "13:20:00@/etc/localtime", "13:20:00@Europe/Paris\x00", "13:20:00+19:00", "13:20:00-14:01", "13:20:00+05:60",
		"13:20:00+5:00", "13:20:00+5", "13:20:00+0500", "13:20:00+02:00@Europe/Paris", "11:30:00T", "11:30:00.", "11:30:00.Z", "T11:30:00", "11:30:00 ", "-11:30:00",
		"12:00:00@" + strings.Repeat("a", 100), "12:00:00." + strings.Repeat("9", 100_000),
	} {
		if got, err := ParseTime(in); err == nil {
			t.Errorf("ParseTime(%.40q) = %s, want an error", in, got)
		}
	}
}

// DMN 1.4 table 72 (date time string).
func TestDateTimeText(t *testing.T) {
	for in, want := range map[string]string{
		"2012-12-24": "2012-12-24T00:00:00", "2017-12-31T11:22:33": "2017-12-31T11:22:33", "-2017-12-31T11:22:33.456+01:35": "-2017-12-31T11:22:33.456+01:35",
		"999999999-12-31T23:59:59.999999999@Europe/Paris": "999999999-12-31T23:59:59.999999999@Europe/Paris",
		"-999999999-12-31T23:59:59.999999999+02:00":       "-999999999-12-31T23:59:59.999999999+02:00",
		"2021-12-31T24:00:00":                             "2022-01-01T00:00:00", "2021-12-31T24:00:00Z": "2022-01-01T00:00:00Z",
	} {
		got, err := ParseDateTime(in)
		if err != nil || got.String() != want {
			t.Errorf("ParseDateTime(%q) = %s, %v, want %s", in, got, err, want)
		}
	}
	for _, in := range []string{
		"", "11:00:00", "2011-12-0310:15:30", "2011-12-03T", "2011-12-03T10:15:30+01:00@Europe/Paris", "2017-13-10T11:22:33", "2017-00-10T11:22:33", "998-12-31T11:22:33",
		"+99999-12-01T11:22:33", "2017-12-31T24:00:01", "2017-12-31T7:00:00", "2017-12-31t07:00:00", "2017-12-31 07:00:00", "999999999-12-31T24:00:00", "2017-12-31T13:20:00+05:0",
	} {
		if got, err := ParseDateTime(in); err == nil {
			t.Errorf("ParseDateTime(%q) = %s, want an error", in, got)
		}
	}
}

// DMN 1.4 §10.3.2.3.7, §10.3.2.3.8: durations are normalized.
func TestDurationText(t *testing.T) {
	for in, want := range map[string]string{
		"P1D": "P1D", "PT0.999S": "PT0.999S", "P1DT2H3M4.123456789S": "P1DT2H3M4.123456789S", "PT0S": "PT0S", "PT0.000S": "PT0S", "PT0.S": "PT0S", "P0D": "PT0S", "-PT1H2M": "-PT1H2M",
		"PT1000M": "PT16H40M", "PT24H": "P1D", "P0DT25H": "P1DT1H", "PT3600S": "PT1H", "P2DT274M": "P2DT4H34M", "-PT0.5S": "-PT0.5S", "P106751DT23H47M16.854775807S": "P106751DT23H47M16.854775807S",
		"-P106751DT23H47M16.854775808S": "-P106751DT23H47M16.854775808S",
		"P1Y2M":                         "P1Y2M", "P0Y": "P0M", "P0M": "P0M", "-P100M": "-P8Y4M", "P1Y27M": "P3Y3M", "P999999999M": "P83333333Y3M", "-P99999999Y": "-P99999999Y", "P0Y13M": "P1Y1M",
		"P9223372036854775807M": "P768614336404564650Y7M",
	} {
		if got := Duration(in); text(got) != want {
			t.Errorf("duration(%q) = %s, want %s", in, text(got), want)
		}
	}
	for _, in := range []string{
		"", "P", "P0", "-P", "1Y", "1D", "P1H", "P1S", "PT", "P1DT", "PT1D", "P1Y1D", "P1Y2MT1H", "P1.5D", "PT1.5H", "PT1.5", "PT.5S", "P-1D", "+P1D", "p1d", "P1W", "P1M1Y", "PT1M1H", "PT1S1M",
		"P 1D", "P1D ", "--P1D", "P106752D", "P9223372036854775808M", "P768614336404564651Y", "PT" + strings.Repeat("9", 200) + "S", strings.Repeat("P", 5000),
	} {
		if got := Duration(in); got != nil {
			t.Errorf("duration(%.40q) = %s, want null", in, text(got))
		}
	}
}

// DMN 1.4 tables 65, 66.
func TestTemporalProperties(t *testing.T) {
	for _, c := range []struct{ v, name, want string }{
		{"2018-12-10", "year", "2018"}, {"2018-12-10", "month", "12"}, {"2018-12-10", "day", "10"}, {"2018-12-10", "weekday", "1"}, {"2018-12-16", "weekday", "7"},
		{"1969-12-31", "weekday", "3"}, {"-0001-01-01", "year", "-1"}, {"2018-12-10", "hour", "null"},
		{"2018-12-10T10:30:01.5", "second", "1.5"}, {"2018-12-10T10:30:01", "hour", "10"}, {"2018-12-10T10:30:01", "minute", "30"}, {"2018-12-10T10:30:01", "weekday", "1"},
		{"2018-12-10T10:30:00+05:00", "time offset", "PT5H"}, {"2018-12-10T10:30:00", "time offset", "null"}, {"2018-12-10T10:30:00-01:30", "time offset", "-PT1H30M"},
		{"2018-12-10T10:30:00@Etc/UTC", "timezone", `"Etc/UTC"`}, {"2018-12-10T10:30:00+05:00", "timezone", "null"},
		{"2018-07-10T10:30:00@Europe/Paris", "time offset", "PT2H"}, {"2018-12-10T10:30:00@Europe/Paris", "time offset", "PT1H"}, {"10:30:00@Europe/Paris", "time offset", "PT1H"},
		{"10:30:00@Australia/Melbourne", "time offset", "PT10H"},
		{"10:30:01", "hour", "10"}, {"10:30:00", "timezone", "null"}, {"10:30:00", "year", "null"},
		{"P1Y2M", "years", "1"}, {"P2M", "years", "0"}, {"P1Y2M", "months", "2"}, {"P1Y", "days", "null"}, {"-P1Y2M", "months", "-2"},
		{"P1DT2H3M4.5S", "days", "1"}, {"P1DT2H3M4.5S", "hours", "2"}, {"P1DT2H3M4.5S", "minutes", "3"}, {"P1DT2H3M4.5S", "seconds", "4.5"}, {"P1D", "years", "null"}, {"-PT90M", "minutes", "-30"},
	} {
		if got := text(Member(at(t, c.v), c.name)); got != c.want {
			t.Errorf("@%q.%s = %s, want %s", c.v, c.name, got, c.want)
		}
	}
}

// DMN 1.4 tables 56 to 59.
func TestTemporalArithmetic(t *testing.T) {
	for _, c := range []struct{ a, op, b, want string }{
		{"2021-01-01", "+", "P1Y", "2022-01-01"}, {"P1M", "+", "2021-01-01", "2021-02-01"}, {"2021-01-31", "+", "P1M", "2021-02-28"}, {"2020-02-29", "+", "P1Y", "2021-02-28"},
		{"2021-01-01", "+", "PT36H", "2021-01-02"}, {"2021-01-02", "-", "PT1S", "2021-01-01"}, {"2021-01-02", "-", "-PT25H", "2021-01-03"}, {"2020-03-01", "-", "PT24H", "2020-02-29"},
		{"999999999-12-31", "+", "P1D", "null"}, {"-999999999-01-01", "-", "P1D", "null"}, {"999999999-12-31", "+", "P1M", "null"}, {"2021-01-01", "+", "P9223372036854775807M", "null"},
		{"2021-01-01", "-", "-P106751DT23H47M16.854775808S", "2313-04-12"},
		{"2021-01-02", "-", "2021-01-01", "P1D"}, {"2021-01-02", "-", "1995-01-01", "P9498D"}, {"9999-12-31", "-", "2021-01-01", "null"},
		{"2021-01-01T10:10:10@Australia/Melbourne", "+", "P1M", "2021-02-01T10:10:10@Australia/Melbourne"}, {"-2021-01-01T10:10:10+11:00", "+", "-P1D", "-2022-12-31T10:10:10+11:00"},
		{"2021-01-01T10:10:10", "-", "PT11H", "2020-12-31T23:10:10"}, {"2021-01-01T24:00:00", "+", "-PT1S", "2021-01-01T23:59:59"},
		// Elapsed time across the change to daylight saving time.
		{"2021-03-28T01:30:00@Europe/Paris", "+", "PT1H", "2021-03-28T03:30:00@Europe/Paris"}, {"2021-03-27T12:00:00@Europe/Paris", "+", "P1D", "2021-03-28T13:00:00@Europe/Paris"},
		{"2021-03-28T03:30:00@Europe/Paris", "-", "2021-03-28T01:30:00@Europe/Paris", "PT1H"},
		{"2021-01-02T10:10:10@Europe/Paris", "-", "2021-01-01T10:10:10@Asia/Dhaka", "P1DT5H"}, {"2021-01-02T10:10:10", "-", "2021-01-01T10:10:10Z", "null"},
		{"2021-01-02T10:10:10+01:00", "-", "2021-01-01", "P1DT9H10M10S"}, {"2021-01-02", "-", "2021-01-01T10:10:10+11:00", "P1DT49M50S"}, {"2021-01-02", "-", "2021-01-01T10:10:10", "null"},
		{"10:15:00", "+", "P1D", "10:15:00"}, {"23:30:00+11:00", "+", "PT1H", "00:30:00+11:00"}, {"00:30:00", "-", "PT1H", "23:30:00"}, {"10:10:10", "-", "11:10:10", "-PT1H"},
		{"10:10:10+11:00", "-", "10:10:10Z", "-PT11H"}, {"10:10:10+11:00", "-", "10:10:10", "null"}, {"10:10:10", "-", "-P106751DT23H47M16.854775808S", "09:57:26.854775808"},
		{"P1Y", "+", "-P2M", "P10M"}, {"P1D", "-", "PT2H", "PT22H"}, {"P1D", "+", "P1Y", "null"}, {"P106751D", "+", "P1D", "null"},
		{"P10Y", "/", "P5Y", "2"}, {"P10D", "/", "P4D", "2.5"}, {"P1D", "/", "P0D", "null"}, {"P1D", "/", "P1Y", "null"}, {"2021-01-01", "+", "2021-01-01", "null"}, {"10:00:00", "+", "P1Y", "null"},
		{"2021-01-01", "*", "P1D", "null"}, {"P1D", "*", "P1D", "null"},
	} {
		ops := map[string]func(a, b any) any{"+": Add, "-": Sub, "*": Mul, "/": Div}
		if got := text(ops[c.op](at(t, c.a), at(t, c.b))); got != c.want {
			t.Errorf("@%q %s @%q = %s, want %s", c.a, c.op, c.b, got, c.want)
		}
	}
	for _, c := range []struct {
		a    string
		op   string
		n    any
		want string
	}{
		{"P4DT1H", "*", 1.5, "P6DT1H30M"}, {"-P1D", "*", -10, "P10D"}, {"P1Y11M", "*", -2.5, "-P4Y9M"}, {"P10Y11M", "/", 2.5, "P4Y4M"}, {"P10DT23H", "/", 2.5, "P4DT9H12M"},
		{"P1D", "/", 0, "null"}, {"P1Y", "/", 0, "null"}, {"P1D", "*", 1e9, "null"}, {"PT0.000000001S", "/", 2, "PT0S"},
	} {
		f := Mul
		if c.op == "/" {
			f = Div
		}
		if got := text(f(at(t, c.a), c.n)); got != c.want {
			t.Errorf("@%q %s %v = %s, want %s", c.a, c.op, c.n, got, c.want)
		}
	}
	if got := text(Mul(1.5, at(t, "P2M"))); got != "P3M" {
		t.Errorf("1.5 * P2M = %s", got)
	}
	if got := text(Neg(at(t, "P1D"))); got != "-P1D" {
		t.Errorf("-P1D = %s", got)
	}
	if Neg(DayTimeDuration(math.MinInt64)) != nil || DayTimeDuration(math.MinInt64).Abs() != nil || YearMonthDuration(math.MinInt64).Neg() != nil {
		t.Error("the least duration has an opposite")
	}
}

// DMN 1.4 table 54: where one side has no offset it takes the other's. Table 53 has
// equality by value, table 77 identity by fields.
func TestTemporalOrder(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want string // of a < b, a = b, is(a, b)
	}{
		{"2018-12-08", "2018-12-09", "true false false"}, {"2018-12-08", "2018-12-08", "false true true"},
		{"10:30:00", "10:31:00", "true false false"}, {"20:00:50+00:00", "21:00:50+01:00", "false true false"}, {"23:00:50Z", "23:00:50+00:00", "false true true"},
		{"10:30:00", "10:30:00Z", "false true false"}, {"23:00:50@Etc/GMT", "23:00:50Z", "false true false"},
		{"2018-12-08T10:30:00", "2018-12-08T10:30:00.1", "true false false"}, {"2002-04-02T12:00:00-01:00", "2002-04-02T17:00:00+04:00", "false true false"},
		{"2018-12-08T10:30:00", "2018-12-08T10:30:00+05:00", "false true false"}, {"2021-01-01T10:00:00@Europe/Paris", "2021-01-01T09:00:00Z", "false true false"},
		{"P1D", "PT24H", "false true true"}, {"P1Y", "P12M", "false true true"}, {"P1Y", "P2Y", "true false false"}, {"P0Y", "P0D", "null null false"},
		{"2012-12-25", "2012-12-25T00:00:00Z", "null null false"},
	} {
		a, b := at(t, c.a), at(t, c.b)
		got := strings.Join([]string{text(Less(a, b)), text(Equal(a, b)), text(Is(a, b))}, " ")
		if got != c.want {
			t.Errorf("%s beside %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// DMN 1.4 tables 72, 79 and §10.3.4.12.
func TestTemporalFunctions(t *testing.T) {
	runRows(t, "date", []row{
		{list("2012-12-25"), "2012-12-25"}, {list("@2012-12-25T11:00:00Z"), "2012-12-25"}, {list("@2012-12-25"), "2012-12-25"}, {list(2012, 12, 25), "2012-12-25"},
		{list(-999999999, 12, 31), "-999999999-12-31"}, {list(2017, 13, 31), "null"}, {list(2017, 8, -2), "null"}, {list(2017.5, 1, 1), "null"}, {list(1), "null"}, {list(nil), "null"},
		{list(2017, nil, 1), "null"}, {list(), "null"}, {list(2017, 1), "null"}, {list(list("2012-12-25")), "2012-12-25"},
	})
	runRows(t, "time", []row{
		{list("23:59:00Z"), "23:59:00Z"}, {list("@2012-12-25T11:00:00Z"), "11:00:00Z"}, {list("@2017-08-10"), "00:00:00Z"}, {list(23, 59, 0, "@PT0H"), "23:59:00Z"},
		{list(11, 59, 45, nil), "11:59:45"}, {list(11, 59, 45.25), "11:59:45.25"}, {list(11, 59, 45, "@-PT2H45M55S"), "11:59:45-02:45:55"}, {list(24, 0, 0, nil), "null"}, {list(0, 60, 0, nil), "null"}, {list(0, 0, 60, nil), "null"},
		{list(0, 0, -1, nil), "null"}, {list(0, 0, 0, "@PT15H"), "null"}, {list(0, 0, 0, "@PT0.5S"), "null"}, {list(0, 0, 0, "@P1Y"), "null"},
	})
	runRows(t, "date and time", []row{
		{list("@2012-12-24", "@23:59:00"), "2012-12-24T23:59:00"}, {list("@2017-08-10T10:20:00@Europe/Paris", "@23:59:01"), "2017-08-10T23:59:01"}, {list("2012-12-24"), "2012-12-24T00:00:00"},
		{list("@2017-01-01", nil), "null"}, {list("@2020-07-31T14:27:30@Europe/Berlin", "America/Los_Angeles"), "2020-07-31T05:27:30@America/Los_Angeles"}, {list("@2020-07-31T14:27:30", "Z/Z"), "null"},
		{list(2021, 1, 2, 3, 4, 5), "2021-01-02T03:04:05"}, {list(2021, 1, 2, 3, 4, 5, "@PT1H"), "2021-01-02T03:04:05+01:00"}, {list(2021, 13, 2, 3, 4, 5), "null"},
	})
	runRows(t, "years and months duration", []row{
		{list("@2011-12-22", "@2013-08-24"), "P1Y8M"}, {list("@2013-08-24", "@2011-12-22"), "-P1Y8M"}, {list("@2015-01-21", "@2016-01-21"), "P1Y"}, {list("@2016-01-21", "@2015-01-22"), "-P11M"},
		{list("@2014-12-31T23:59:59", "@-2019-10-01T12:32:59"), "-P4033Y2M"}, {list("@2017-02-28T23:59:59", "@2019-07-23"), "P2Y4M"}, {list("@2017-02-28", nil), "null"},
	})
	runRows(t, "day of year", []row{{list("@2019-09-17"), "260"}, {list("@2020-12-31T10:10:10"), "366"}, {list("foo"), "null"}})
	runRows(t, "day of week", []row{{list("@2019-09-17"), `"Tuesday"`}})
	runRows(t, "month of year", []row{{list("@2019-09-17"), `"September"`}})
	runRows(t, "week of year", []row{
		{list("@2019-09-17"), "38"}, {list("@2003-12-29"), "1"}, {list("@2004-01-04"), "1"}, {list("@2005-01-01"), "53"}, {list("@2005-01-03"), "1"}, {list("@2005-01-09"), "1"},
	})
	runRows(t, "last day of month", []row{{list("@2024-02-03"), "2024-02-29"}})
	runRows(t, "now", []row{{nil, "2024-02-29T23:30:15.0000005+01:00"}, {list(1), "null"}})
	runRows(t, "today", []row{{nil, "2024-02-29"}, {list(1), "null"}})
}

// Dates count days as the calendar does, over the whole range.
func TestCalendar(t *testing.T) {
	for _, days := range []int64{minDay, minDay + 1, -719_529, -719_528, -1, 0, 59, 11_016, 2_932_896, maxDay - 1, maxDay} {
		y, m, d := civilFromDays(days)
		if back := daysFromCivil(y, m, d); back != days {
			t.Errorf("day %d is %d-%d-%d, which is day %d", days, y, m, d, back)
		}
	}
	// Against the standard library, day by day over two centuries.
	for at := time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC); at.Year() < 2101; at = at.AddDate(0, 0, 1) {
		d := DateOf(at)
		_, week := at.ISOWeek()
		weekday := (int64(at.Weekday()) + 6) % 7
		if d.String() != at.Format(time.DateOnly) || d.DayOfYear() != int64(at.YearDay()) || d.WeekOfYear() != int64(week) || d.Weekday() != weekday+1 {
			t.Fatalf("%s: Date has %s, day %d, week %d, weekday %d", at, d, d.DayOfYear(), d.WeekOfYear(), d.Weekday())
		}
	}
}

func TestGoTimes(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{
		time.Date(2021, 7, 1, 12, 30, 15, 123, paris), time.Date(2021, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2021, 1, 1, 23, 59, 59, 999_999_999, time.FixedZone("x", -3600)),
	} {
		if got := DateTimeOf(at).GoTime(nil); !got.Equal(at) {
			t.Errorf("%s comes back as %s", at, got)
		}
	}
	if got := DateTimeOf(time.Date(2021, 7, 1, 12, 0, 0, 0, paris)).String(); got != "2021-07-01T12:00:00@Europe/Paris" {
		t.Errorf("a time in Paris is %s", got)
	}
	local, _ := ParseDateTime("2021-07-01T12:00:00")
	if got := local.GoTime(paris); !got.Equal(time.Date(2021, 7, 1, 12, 0, 0, 0, paris)) {
		t.Errorf("local noon in Paris is %s", got)
	}
	if got := DateOf(time.Date(2_000_000_000, 1, 1, 0, 0, 0, 0, time.UTC)); got.String() != "999999999-12-31" {
		t.Errorf("a year past the range is %s", got)
	}
	if got := local.Date().GoTime(nil); got != time.Date(2021, 7, 1, 0, 0, 0, 0, time.UTC) {
		t.Errorf("the date at UTC is %s", got)
	}
	if got := TimeOf(time.Date(2021, 7, 1, 12, 0, 0, 0, time.UTC)); got.String() != "12:00:00Z" {
		t.Errorf("the time of day is %s", got)
	}
	if DayTimeDurationOf(time.Hour).String() != "PT1H" || DayTimeDuration(time.Minute).GoDuration() != time.Minute {
		t.Error("durations do not convert")
	}
}

func TestTemporalJSON(t *testing.T) {
	type all struct {
		D  Date
		T  Time
		DT DateTime
		P  DayTimeDuration
		M  YearMonthDuration
		N  *Date
	}
	const text = `{"D":"2021-01-31","T":"10:00:00.5+01:00","DT":"2021-01-31T10:00:00@Europe/Paris","P":"-P1DT2H","M":"P1Y","N":null}`
	var got all
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(text, string(out)); diff != "" {
		t.Errorf("JSON does not come back (-want +got):\n%s", diff)
	}
	m, err := json.Marshal(map[Date]int{got.D: 1})
	if err != nil || string(m) != `{"2021-01-31":1}` {
		t.Errorf("a date as key is %s, %v", m, err)
	}
	for _, bad := range []string{`{"D": "2021-02-30"}`, `{"D": 5}`, `{"T": "x"}`, `{"DT": true}`, `{"P": "P1M"}`, `{"M": "P1D"}`} {
		if err := json.Unmarshal([]byte(bad), new(all)); err == nil {
			t.Errorf("%s reads", bad)
		}
	}
}

// Whatever is read writes as text that reads as the same value.
func FuzzTemporal(f *testing.F) {
	for _, s := range []string{
		"2017-12-31", "-2017-12-31T11:22:33.456+01:35", "00:01:00@Europe/Paris", "24:00:00", "P1DT2H3M4.123456789S", "-P1Y2M", "PT0.S", "999999999-12-31T24:00:00",
		"2021-01-01T00:00:00@Etc/GMT+5", "P99999999999999999999D", "-P106751DT23H47M16.854775808S", "12:00:00+14:00:01",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := AtLiteral(s)
		if v == nil {
			return
		}
		again := AtLiteral(text(v))
		if again == nil || !Is(v, again) {
			t.Errorf("%q reads as %s, which reads as %s", s, text(v), text(again))
		}
		for _, name := range []string{"year", "second", "time offset", "weekday", "months", "days"} {
			Member(v, name)
		}
		for _, d := range []any{DayTimeDuration(math.MinInt64), DayTimeDuration(math.MaxInt64), YearMonthDuration(math.MinInt64), YearMonthDuration(math.MaxInt64), v} {
			Add(v, d)
			Sub(v, d)
			Mul(v, d)
			Div(v, d)
			Compare(v, d)
		}
		Mul(v, 1e300)
		Div(v, 1e-300)
	})
}
