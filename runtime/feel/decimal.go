package feel

import (
	"math"
	"strconv"

	"github.com/cockroachdb/apd/v3"
)

// Limits of a FEEL number (DMN 1.4 §10.3.2.3.1: IEEE 754-2008 decimal128).
const (
	Precision   = 34    // significant digits
	MaxScale    = 6176  // most digits after the decimal point
	MinScale    = -6111 // negative scale: zeros before the decimal point
	maxAdjusted = 6144  // largest exponent in scientific notation
)

// Decimal is a FEEL number: value = coef × 10^exp with 34 significant digits,
// rounded half-even (DMN 1.4 §10.3.2.3.1). The zero value is 0. Two Decimals of
// equal value may differ in representation (1.0 and 1.00), so compare them with
// Equal or Cmp and never with ==. Decimals are immutable and safe to share
// between goroutines.
//
// A Decimal can be null: the result of arithmetic that leaves the range. Null
// is contagious in arithmetic, IsNull tells it, OrNull turns it into a nil
// pointer.
type Decimal struct {
	coef int64
	exp  int32
	big  *apd.Decimal // set where the coefficient does not fit coef; NaN is null
}

var (
	ctx     = makeContext(Precision, apd.RoundHalfEven)
	ctxWide = makeContext(2*Precision, apd.RoundHalfEven)
	nullDec = Decimal{big: &apd.Decimal{Form: apd.NaN}}
)

func makeContext(precision uint32, mode apd.Rounder) *apd.Context {
	return &apd.Context{
		Precision:   precision,
		MaxExponent: maxAdjusted,
		MinExponent: -maxAdjusted + 1,
		Rounding:    mode,
	}
}

// DecimalFromInt is the number n.
func DecimalFromInt(n int64) Decimal { return Decimal{coef: n} }

// NewDecimal is coef × 10^exp; for literals in generated code. It is null where
// the exponent leaves decimal128.
func NewDecimal(coef int64, exp int32) Decimal {
	if exp >= -MaxScale && exp <= -MinScale {
		return Decimal{coef: coef, exp: exp}
	}
	return fromAPD(apd.New(coef, exp))
}

// DecimalFromFloat is the shortest decimal that reads back as f, so that 0.1 is
// 0.1. It is nil (null) for NaN and infinities, which FEEL does not have.
func DecimalFromFloat(f float64) *Decimal { return floatDecimal(f).OrNull() }

func floatDecimal(f float64) Decimal {
	if f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return Decimal{coef: int64(f)}
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nullDec
	}
	var buf [32]byte
	d, err := ParseDecimal(string(strconv.AppendFloat(buf[:0], f, 'e', -1, 64)))
	if err != nil {
		return nullDec
	}
	return d
}

// fromAPD takes over what apd computed, rounding it to decimal128.
func fromAPD(d *apd.Decimal) Decimal {
	if d.Form != apd.Finite {
		return nullDec
	}
	if d.IsZero() {
		return Decimal{}
	}
	if d.NumDigits() > Precision || d.Exponent < -MaxScale || d.Exponent > -MinScale {
		rounded := new(apd.Decimal)
		cond, err := ctx.Round(rounded, d)
		if err != nil || cond.Overflow() || rounded.Form != apd.Finite {
			return nullDec
		}
		if rounded.Exponent > -MinScale {
			// The exponent is clamped: more zeros in the coefficient.
			if int64(rounded.NumDigits())+int64(rounded.Exponent) > maxAdjusted+1 {
				return nullDec
			}
		}
		d = rounded
		if d.IsZero() {
			return Decimal{}
		}
	}
	if d.Coeff.IsInt64() {
		c := d.Coeff.Int64()
		if d.Negative {
			c = -c
		}
		return Decimal{coef: c, exp: d.Exponent}
	}
	return Decimal{big: d}
}

// apd gives d in apd's own shape. The result is never written to.
func (d Decimal) apd() *apd.Decimal {
	if d.big != nil {
		return d.big
	}
	return apd.New(d.coef, d.exp)
}

// IsNull tells whether d is the null that arithmetic out of range gives.
func (d Decimal) IsNull() bool { return d.big != nil && d.big.Form != apd.Finite }

// OrNull is a pointer to d, or nil where d is null.
func (d Decimal) OrNull() *Decimal {
	if d.IsNull() {
		return nil
	}
	return &d
}

// Sign is -1, 0 or 1; 0 for null.
func (d Decimal) Sign() int {
	if d.big != nil {
		if d.IsNull() {
			return 0
		}
		return d.big.Sign()
	}
	switch {
	case d.coef < 0:
		return -1
	case d.coef > 0:
		return 1
	}
	return 0
}

// IsInt tells whether d has no fraction.
func (d Decimal) IsInt() bool {
	if d.IsNull() {
		return false
	}
	if d.big == nil {
		if d.exp >= 0 || d.coef == 0 {
			return true
		}
		if d.exp < -18 {
			return false
		}
		return d.coef%pow10[-d.exp] == 0
	}
	if d.big.Exponent >= 0 {
		return true
	}
	var frac apd.Decimal
	d.big.Modf(nil, &frac)
	return frac.IsZero()
}

// Int64 is d as an int64, false where d has a fraction, is null or out of range.
func (d Decimal) Int64() (int64, bool) {
	if !d.IsInt() {
		return 0, false
	}
	return d.Trunc()
}

// Trunc is d without its fraction, false where d is null or out of the range of
// int64. FEEL positions and scales that are not whole are cut this way.
func (d Decimal) Trunc() (int64, bool) {
	if d.big != nil {
		if d.IsNull() || d.big.Exponent > 18 {
			return 0, false
		}
		var integ apd.Decimal
		d.big.Modf(&integ, nil)
		n, err := integ.Int64()
		return n, err == nil
	}
	switch {
	case d.coef == 0 || d.exp == 0:
		return d.coef, true
	case d.exp > 18:
		return 0, false
	case d.exp > 0:
		return MulInt(d.coef, pow10[d.exp])
	case d.exp < -18:
		return 0, true
	}
	return d.coef / pow10[-d.exp], true
}

// Float64 is the float64 nearest to d; NaN for null.
func (d Decimal) Float64() float64 {
	if d.IsNull() {
		return math.NaN()
	}
	if d.big == nil {
		if d.exp == 0 {
			return float64(d.coef)
		}
		// Both operands are exact float64s, so one correctly rounded operation
		// gives the nearest result.
		if d.coef > -1<<53 && d.coef < 1<<53 && d.exp >= -18 && d.exp <= 18 {
			if d.exp > 0 {
				return float64(d.coef) * float64(pow10[d.exp])
			}
			return float64(d.coef) / float64(pow10[-d.exp])
		}
	}
	f, err := strconv.ParseFloat(d.apd().Text('e'), 64)
	if err != nil && math.IsNaN(f) {
		return math.NaN()
	}
	return f
}

// Cmp is -1, 0 or 1 as d is less than, equal to or greater than o by value; 1.0
// equals 1. Null is less than every number and equal to null, so that sorting is
// total; FEEL comparisons ask IsNull first, as Less and Equal do.
func (d Decimal) Cmp(o Decimal) int {
	if d.big == nil && o.big == nil {
		if d.exp == o.exp {
			return cmpInt(d.coef, o.coef)
		}
		if x, y, _, ok := align(d, o); ok {
			return cmpInt(x, y)
		}
	}
	switch dn, on := d.IsNull(), o.IsNull(); {
	case dn && on:
		return 0
	case dn:
		return -1
	case on:
		return 1
	}
	if ds, os := d.Sign(), o.Sign(); ds != os {
		return cmpInt(int64(ds), int64(os))
	}
	return d.apd().Cmp(o.apd())
}

// Equal tells whether d and o are the same number, whatever their scale. It
// makes Decimal comparable for go-cmp. Null equals only null.
func (d Decimal) Equal(o Decimal) bool { return d.Cmp(o) == 0 }

// Less tells whether d < o; false where either is null.
func (d Decimal) Less(o Decimal) bool {
	return d.Cmp(o) < 0 && !d.IsNull()
}

func cmpInt(x, y int64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}
