package expr

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	gotypes "go/types"
	"sync"
)

// goPackages are the packages that a Go expression may use: pure functions alone.
var goPackages = map[string]bool{"strings": true, "math": true, "time": true, "slices": true, "strconv": true, "utf8": true, "feel": true}

// goImports are their import paths.
var goImports = map[string]string{
	"strings": "strings", "math": "math", "time": "time", "slices": "slices", "strconv": "strconv", "utf8": "unicode/utf8", "feel": feelImport,
}

// goStubs are the declarations that expressions are checked against. They are
// part of the compiler, so that checking needs neither a Go installation nor
// export data. time.Now is left out: expressions read the engine's clock by now().
var goStubs = map[string]string{
	"strings": `package strings
func Compare(a, b string) int { return 0 }
func Contains(s, substr string) bool { return false }
func ContainsAny(s, chars string) bool { return false }
func ContainsRune(s string, r rune) bool { return false }
func Count(s, substr string) int { return 0 }
func EqualFold(s, t string) bool { return false }
func Fields(s string) []string { return nil }
func HasPrefix(s, prefix string) bool { return false }
func HasSuffix(s, suffix string) bool { return false }
func Index(s, substr string) int { return 0 }
func Join(elems []string, sep string) string { return "" }
func LastIndex(s, substr string) int { return 0 }
func Repeat(s string, count int) string { return "" }
func Replace(s, old, new string, n int) string { return "" }
func ReplaceAll(s, old, new string) string { return "" }
func Split(s, sep string) []string { return nil }
func SplitN(s, sep string, n int) []string { return nil }
func ToLower(s string) string { return "" }
func ToUpper(s string) string { return "" }
func Trim(s, cutset string) string { return "" }
func TrimLeft(s, cutset string) string { return "" }
func TrimPrefix(s, prefix string) string { return "" }
func TrimRight(s, cutset string) string { return "" }
func TrimSpace(s string) string { return "" }
func TrimSuffix(s, suffix string) string { return "" }
`,
	"strconv": `package strconv
func Itoa(i int) string { return "" }
func FormatInt(i int64, base int) string { return "" }
func FormatBool(b bool) string { return "" }
func FormatFloat(f float64, fmt byte, prec, bitSize int) string { return "" }
func Quote(s string) string { return "" }
`,
	"math": `package math
const (
	Pi = 3.14159265358979323846264338327950288419716939937510582097494459
	E = 2.71828182845904523536028747135266249775724709369995957496696763
	MaxInt64 = 1<<63 - 1
	MinInt64 = -1 << 63
	MaxInt32 = 1<<31 - 1
	MinInt32 = -1 << 31
	MaxFloat64 = 0x1p1023 * (1 + (1 - 0x1p-52))
)
func Abs(x float64) float64 { return 0 }
func Ceil(x float64) float64 { return 0 }
func Exp(x float64) float64 { return 0 }
func Floor(x float64) float64 { return 0 }
func Inf(sign int) float64 { return 0 }
func IsInf(f float64, sign int) bool { return false }
func IsNaN(f float64) bool { return false }
func Log(x float64) float64 { return 0 }
func Max(x, y float64) float64 { return 0 }
func Min(x, y float64) float64 { return 0 }
func Mod(x, y float64) float64 { return 0 }
func Pow(x, y float64) float64 { return 0 }
func Round(x float64) float64 { return 0 }
func Sqrt(x float64) float64 { return 0 }
func Trunc(x float64) float64 { return 0 }
`,
	"slices": `package slices
func Contains[S ~[]E, E comparable](s S, v E) bool { return false }
func Index[S ~[]E, E comparable](s S, v E) int { return 0 }
func Equal[S ~[]E, E comparable](s1, s2 S) bool { return false }
`,
	"utf8": `package utf8
func RuneCountInString(s string) int { return 0 }
func ValidString(s string) bool { return false }
`,
	"time": `package time
type Duration int64
const (
	Nanosecond Duration = 1
	Microsecond = 1000 * Nanosecond
	Millisecond = 1000 * Microsecond
	Second = 1000 * Millisecond
	Minute = 60 * Second
	Hour = 60 * Minute
)
func (d Duration) Hours() float64 { return 0 }
func (d Duration) Minutes() float64 { return 0 }
func (d Duration) Seconds() float64 { return 0 }
func (d Duration) Milliseconds() int64 { return 0 }
func (d Duration) Nanoseconds() int64 { return 0 }
func (d Duration) Abs() Duration { return 0 }
func (d Duration) Round(m Duration) Duration { return 0 }
func (d Duration) Truncate(m Duration) Duration { return 0 }
func (d Duration) String() string { return "" }
type Month int
const (January Month = 1 + iota; February; March; April; May; June; July; August; September; October; November; December)
func (m Month) String() string { return "" }
type Weekday int
const (Sunday Weekday = iota; Monday; Tuesday; Wednesday; Thursday; Friday; Saturday)
func (d Weekday) String() string { return "" }
type Location struct{ x int }
var UTC *Location
type Time struct{ x int }
const (RFC3339 = "2006-01-02T15:04:05Z07:00"; DateOnly = "2006-01-02"; TimeOnly = "15:04:05"; DateTime = "2006-01-02 15:04:05")
func Date(year int, month Month, day, hour, min, sec, nsec int, loc *Location) Time { return Time{} }
func Unix(sec int64, nsec int64) Time { return Time{} }
func UnixMilli(msec int64) Time { return Time{} }
func (t Time) Add(d Duration) Time { return t }
func (t Time) AddDate(years, months, days int) Time { return t }
func (t Time) After(u Time) bool { return false }
func (t Time) Before(u Time) bool { return false }
func (t Time) Compare(u Time) int { return 0 }
func (t Time) Equal(u Time) bool { return false }
func (t Time) Sub(u Time) Duration { return 0 }
func (t Time) IsZero() bool { return false }
func (t Time) Year() int { return 0 }
func (t Time) Month() Month { return 0 }
func (t Time) Day() int { return 0 }
func (t Time) YearDay() int { return 0 }
func (t Time) Weekday() Weekday { return 0 }
func (t Time) Hour() int { return 0 }
func (t Time) Minute() int { return 0 }
func (t Time) Second() int { return 0 }
func (t Time) Unix() int64 { return 0 }
func (t Time) UnixMilli() int64 { return 0 }
func (t Time) UTC() Time { return t }
func (t Time) Truncate(d Duration) Time { return t }
func (t Time) Format(layout string) string { return "" }
`,
	"feel": `package feel
type Decimal struct{ x int }
func NewDecimal(coef int64, exp int32) Decimal { return Decimal{} }
func DecimalFromInt(n int64) Decimal { return Decimal{} }
func DecimalLiteral(s string) Decimal { return Decimal{} }
func (d Decimal) Cmp(o Decimal) int { return 0 }
func (d Decimal) Equal(o Decimal) bool { return false }
func (d Decimal) Less(o Decimal) bool { return false }
func (d Decimal) Sign() int { return 0 }
func (d Decimal) Float64() float64 { return 0 }
func (d Decimal) String() string { return "" }
func (d Decimal) Add(o Decimal) Decimal { return d }
func (d Decimal) Sub(o Decimal) Decimal { return d }
func (d Decimal) Mul(o Decimal) Decimal { return d }
func (d Decimal) Quo(o Decimal) Decimal { return d }
type Date struct{ x int }
func NewDate(year, month, day int64) *Date { return nil }
func (d Date) Year() int64 { return 0 }
func (d Date) Month() int64 { return 0 }
func (d Date) Day() int64 { return 0 }
func (d Date) Weekday() int64 { return 0 }
func (d Date) Before(o Date) bool { return false }
func (d Date) Equal(o Date) bool { return false }
func (d Date) Compare(o Date) int { return 0 }
func (d Date) String() string { return "" }
type Time struct{ x int }
func (t Time) Hour() int64 { return 0 }
func (t Time) Minute() int64 { return 0 }
func (t Time) Before(o Time) bool { return false }
func (t Time) Equal(o Time) bool { return false }
func (t Time) Compare(o Time) int { return 0 }
func (t Time) String() string { return "" }
type DateTime struct{ x int }
func (d DateTime) Year() int64 { return 0 }
func (d DateTime) Month() int64 { return 0 }
func (d DateTime) Day() int64 { return 0 }
func (d DateTime) Hour() int64 { return 0 }
func (d DateTime) Before(o DateTime) bool { return false }
func (d DateTime) Equal(o DateTime) bool { return false }
func (d DateTime) Compare(o DateTime) int { return 0 }
func (d DateTime) String() string { return "" }
type DayTimeDuration int64
func (d DayTimeDuration) Days() int64 { return 0 }
func (d DayTimeDuration) Hours() int64 { return 0 }
func (d DayTimeDuration) Minutes() int64 { return 0 }
func (d DayTimeDuration) String() string { return "" }
type YearMonthDuration int64
func (d YearMonthDuration) Years() int64 { return 0 }
func (d YearMonthDuration) Months() int64 { return 0 }
func (d YearMonthDuration) String() string { return "" }
type Range struct{ x int }
`,
}

// stubPackages type-checks the stubs, once.
var stubPackages = sync.OnceValues(func() (map[string]*gotypes.Package, error) {
	out := map[string]*gotypes.Package{}
	for name, src := range goStubs {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name+".go", src, 0)
		if err != nil {
			return nil, fmt.Errorf("declarations of %s: %w", name, err)
		}
		conf := gotypes.Config{}
		p, err := conf.Check(goImports[name], fset, []*ast.File{f}, nil)
		if err != nil {
			return nil, fmt.Errorf("declarations of %s: %w", name, err)
		}
		out[name] = p
	}
	return out, nil
})
