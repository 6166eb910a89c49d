package feel

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"
)

// maxNumberText bounds the text that is read as a number: more digits than the
// widest decimal128 has in plain notation.
const maxNumberText = 16_384

// ParseDecimal reads a number: an optional sign, digits with an optional point,
// and an optional exponent. More than 34 digits are rounded half-even. The error
// says what is wrong, for text that is no number and for numbers outside of
// decimal128.
func ParseDecimal(s string) (Decimal, error) {
	if d, ok := parseSmall(s); ok {
		return d, nil
	}
	if len(s) > maxNumberText {
		return Decimal{}, errors.New("number has too many digits")
	}
	if !numberSyntax(s) {
		return Decimal{}, fmt.Errorf("%s is not a number", quoteShort(s))
	}
	mantissa, exponent := s, int64(0)
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa = s[:i]
		e, err := strconv.ParseInt(s[i+1:], 10, 32)
		if err != nil {
			// The exponent has more digits than any number in range.
			if strings.Trim(mantissa, "+-0.") == "" {
				return Decimal{}, nil
			}
			return Decimal{}, outOfRange(s)
		}
		exponent = e
	}
	return parseParts(s, mantissa, exponent)
}

func parseParts(s, mantissa string, exponent int64) (Decimal, error) {
	neg := strings.HasPrefix(mantissa, "-")
	mantissa = strings.TrimLeft(mantissa, "+-")
	intPart, frac, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(intPart+frac, "0")
	exponent -= int64(len(frac))
	if digits == "" {
		return Decimal{}, nil
	}
	if trimmed := strings.TrimRight(digits, "0"); len(digits) > Precision {
		exponent += int64(len(digits) - len(trimmed))
		digits = trimmed
	}
	if adjusted := exponent + int64(len(digits)) - 1; adjusted > maxAdjusted || adjusted < -MaxScale-1 {
		if adjusted < 0 {
			return Decimal{}, nil // too small to tell from zero
		}
		return Decimal{}, outOfRange(s)
	}
	d := new(apd.Decimal)
	if _, ok := d.Coeff.SetString(digits, 10); !ok {
		return Decimal{}, fmt.Errorf("%s is not a number", quoteShort(s))
	}
	d.Exponent = int32(exponent)
	d.Negative = neg
	r := fromAPD(d)
	if r.IsNull() {
		return Decimal{}, outOfRange(s)
	}
	return r, nil
}

func outOfRange(s string) error {
	return fmt.Errorf("%s is outside of the range of numbers (34 digits, exponents to %d)", quoteShort(s), maxAdjusted)
}

// parseSmall reads plain numbers of up to 18 digits without apd.
func parseSmall(s string) (Decimal, bool) {
	i, neg := 0, false
	if s != "" && s[0] == '-' {
		i, neg = 1, true
	}
	var coef int64
	var exp int32
	digits, point := 0, false
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case c == '.' && !point:
			point = true
		case c >= '0' && c <= '9' && digits < 18:
			coef = coef*10 + int64(c-'0')
			digits++
			if point {
				exp--
			}
		default:
			return Decimal{}, false
		}
	}
	if digits == 0 || s[len(s)-1] == '.' {
		return Decimal{}, false
	}
	if neg {
		coef = -coef
	}
	return Decimal{coef: coef, exp: exp}, true
}

// numberSyntax tells whether s is [+-] digits [. digits] [e [+-] digits], with a
// digit on at least one side of the point.
func numberSyntax(s string) bool {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	before := digitRun(s)
	s = s[before:]
	after := 0
	if strings.HasPrefix(s, ".") {
		after = digitRun(s[1:])
		if after == 0 {
			return false
		}
		s = s[1+after:]
	}
	if before+after == 0 {
		return false
	}
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	s = s[1:]
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return s != "" && digitRun(s) == len(s)
}

// digitRun counts the leading ASCII digits of s.
func digitRun(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func quoteShort(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return strconv.Quote(s)
}

// DecimalLiteral is the number that s spells, for literals in generated code that
// do not fit NewDecimal; null where s is no number.
func DecimalLiteral(s string) Decimal {
	d, err := ParseDecimal(s)
	if err != nil {
		return nullDec
	}
	return d
}

// String is d as FEEL's string() has it: plain notation without trailing zeros,
// so that equal numbers read the same. Null reads "null".
func (d Decimal) String() string {
	if d.IsNull() {
		return "null"
	}
	var buf [48]byte
	return string(d.Append(buf[:0]))
}

// Append appends what String gives; "null" for null.
func (d Decimal) Append(b []byte) []byte {
	if d.IsNull() {
		return append(b, "null"...)
	}
	var digits []byte
	var scratch [40]byte
	exp := int(d.exp)
	neg := d.Sign() < 0
	if d.big != nil {
		digits = d.big.Coeff.Append(scratch[:0], 10)
		exp = int(d.big.Exponent)
	} else {
		digits = strconv.AppendUint(scratch[:0], magnitude(d.coef), 10)
	}
	for len(digits) > 1 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		exp++
	}
	if len(digits) == 1 && digits[0] == '0' {
		return append(b, '0')
	}
	if neg {
		b = append(b, '-')
	}
	point := len(digits) + exp // digits before the point
	switch {
	case exp >= 0:
		b = append(b, digits...)
		return appendZeros(b, exp)
	case point <= 0:
		b = append(b, '0', '.')
		b = appendZeros(b, -point)
		return append(b, digits...)
	}
	b = append(b, digits[:point]...)
	b = append(b, '.')
	return append(b, digits[point:]...)
}

func appendZeros(b []byte, n int) []byte {
	for range n {
		b = append(b, '0')
	}
	return b
}

// MarshalJSON writes d as a JSON number, null for null.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.Append(nil), nil }

// UnmarshalJSON reads a JSON number, or a string that holds one. JSON null leaves
// d as it is, as encoding/json asks.
func (d *Decimal) UnmarshalJSON(b []byte) error {
	s := string(b)
	if s == "null" {
		return nil
	}
	if len(s) >= 2 && s[0] == '"' {
		u, err := strconv.Unquote(s)
		if err != nil {
			return fmt.Errorf("read a number: %w", err)
		}
		s = u
	}
	return d.UnmarshalText([]byte(s))
}

// MarshalText writes d as String does; it fails for null.
func (d Decimal) MarshalText() ([]byte, error) {
	if d.IsNull() {
		return nil, errors.New("a null number has no text")
	}
	return d.Append(nil), nil
}

// UnmarshalText reads what ParseDecimal reads.
func (d *Decimal) UnmarshalText(b []byte) error {
	v, err := ParseDecimal(string(b))
	if err != nil {
		return fmt.Errorf("read a number: %w", err)
	}
	*d = v
	return nil
}

// ParseNumber is FEEL's number(from, grouping separator, decimal separator). A nil
// separator is null. Grouping is one of space, comma, point or null, the decimal
// separator comma, point or null, and they differ unless both are null (DMN 1.4
// table 72, footnote 1). Nil (null) for anything else and for text that is no
// number.
func ParseNumber(from string, grouping, decimal *string) *Decimal {
	if grouping != nil {
		if *grouping != " " && *grouping != "," && *grouping != "." {
			return nil
		}
		if decimal != nil && *decimal == *grouping {
			return nil
		}
		from = strings.ReplaceAll(from, *grouping, "")
	}
	if decimal != nil {
		switch *decimal {
		case ".":
		case ",":
			if strings.Contains(from, ".") {
				return nil
			}
			from = strings.ReplaceAll(from, ",", ".")
		default:
			return nil
		}
	}
	if strings.HasPrefix(from, "+") {
		return nil // grammar rule 37 knows no plus sign
	}
	d, err := ParseDecimal(from)
	if err != nil {
		return nil
	}
	return &d
}

// NumberFrom is FEEL's number(from) with one argument; nil (null) where from is
// no number.
func NumberFrom(from string) *Decimal { return ParseNumber(from, nil, nil) }
