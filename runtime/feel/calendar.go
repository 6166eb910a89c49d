package feel

import "fmt"

// MaxYear bounds the years of dates: -MaxYear..MaxYear (DMN 1.4 §10.3.2.3.5).
const MaxYear = 999_999_999

const (
	nanosPerSecond = int64(1_000_000_000)
	nanosPerMinute = 60 * nanosPerSecond
	nanosPerHour   = 60 * nanosPerMinute
	nanosPerDay    = 24 * nanosPerHour
	secondsPerDay  = int64(86_400)
)

// The first and last day that a Date can be, as days from 1970-01-01.
var (
	minDay = daysFromCivil(-MaxYear, 1, 1)
	maxDay = daysFromCivil(MaxYear, 12, 31)
)

// daysFromCivil counts the days from 1970-01-01 to a date of the proleptic
// Gregorian calendar, whose year 0 is 1 BC (ISO 8601). Eras of 400 years have
// 146,097 days; years are taken to start in March, so that the leap day is last.
func daysFromCivil(y, m, d int64) int64 {
	if m <= 2 {
		y--
	}
	era := floorDiv(y, 400)
	yoe := y - era*400
	mp := (m + 9) % 12
	doy := (153*mp+2)/5 + d - 1
	doe := yoe*365 + yoe/4 - yoe/100 + doy
	return era*146_097 + doe - 719_468
}

// civilFromDays is the inverse of daysFromCivil.
func civilFromDays(days int64) (y, m, d int64) {
	days += 719_468
	era := floorDiv(days, 146_097)
	doe := days - era*146_097
	yoe := (doe - doe/1460 + doe/36_524 - doe/146_096) / 365
	y = yoe + era*400
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = doy - (153*mp+2)/5 + 1
	m = mp + 3
	if m > 12 {
		m -= 12
		y++
	}
	return y, m, d
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }

func isLeap(y int64) bool { return y%4 == 0 && (y%100 != 0 || y%400 == 0) }

func daysInMonth(y, m int64) int64 {
	switch m {
	case 2:
		if isLeap(y) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// checkDate says what is wrong with a date, nil if nothing is.
func checkDate(y, m, d int64) error {
	switch {
	case y < -MaxYear || y > MaxYear:
		return fmt.Errorf("year %d is outside of -%d..%d", y, MaxYear, MaxYear)
	case m < 1 || m > 12:
		return fmt.Errorf("month %d is outside of 1..12", m)
	case d < 1 || d > daysInMonth(y, m):
		return fmt.Errorf("day %d is outside of 1..%d", d, daysInMonth(y, m))
	}
	return nil
}

var dayNames = [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

var monthNames = [...]string{
	"January", "February", "March", "April", "May", "June", "July",
	"August", "September", "October", "November", "December",
}
