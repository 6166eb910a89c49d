package feel

import (
	"math"

	"github.com/cockroachdb/apd/v3"
)

// Rounding is how Round treats the digits that it drops.
type Rounding uint8

// The rounding modes of FEEL (DMN 1.4 table 76).
const (
	HalfEven Rounding = iota // decimal(n, scale): ties to the even neighbour
	HalfUp                   // round half up: ties away from zero
	HalfDown                 // round half down: ties toward zero
	Up                       // round up: away from zero
	Down                     // round down: toward zero
	Floor                    // floor: toward minus infinity
	Ceiling                  // ceiling: toward plus infinity
)

var quantizers = [...]*apd.Context{
	HalfEven: makeContext(2*Precision, apd.RoundHalfEven),
	HalfUp:   makeContext(2*Precision, apd.RoundHalfUp),
	HalfDown: makeContext(2*Precision, apd.RoundHalfDown),
	Up:       makeContext(2*Precision, apd.RoundUp),
	Down:     makeContext(2*Precision, apd.RoundDown),
	Floor:    makeContext(2*Precision, apd.RoundFloor),
	Ceiling:  makeContext(2*Precision, apd.RoundCeiling),
}

// Round is d with at most scale digits after the point; a negative scale rounds
// before the point. It is FEEL's decimal, floor, ceiling and round functions in
// one. Nil (null) where scale leaves MinScale..MaxScale (DMN 1.4 table 76,
// footnote 1) or the mode is none of the above.
func (d Decimal) Round(scale int64, mode Rounding) *Decimal {
	if scale < MinScale || scale > MaxScale || int(mode) >= len(quantizers) || d.IsNull() {
		return nil
	}
	target := int32(-scale)
	if d.big == nil {
		if d.exp >= target || d.coef == 0 {
			return &d
		}
		if drop := int64(target) - int64(d.exp); drop <= 18 {
			return &Decimal{coef: roundInt(d.coef, pow10[drop], mode), exp: target}
		}
	} else if d.big.Exponent >= target {
		return &d
	}
	x := d.apd()
	if x.NumDigits()+int64(x.Exponent) < int64(target) {
		// Less than a tenth of the unit: nothing, or the unit itself.
		return &Decimal{coef: roundInt(int64(d.Sign()), 100, mode), exp: target}
	}
	r := new(apd.Decimal)
	if _, err := quantizers[mode].Quantize(r, x, target); err != nil {
		return nil
	}
	return fromAPD(r).OrNull()
}

// roundInt divides by unit, a power of ten, and rounds the quotient.
func roundInt(coef, unit int64, mode Rounding) int64 {
	q, r := coef/unit, coef%unit
	if r == 0 {
		return q
	}
	away := int64(1)
	if coef < 0 {
		away = -1
	}
	tie := cmpInt(int64(magnitude(r)), unit-int64(magnitude(r))) // against one half
	up := false
	switch mode {
	case HalfEven:
		up = tie > 0 || tie == 0 && q%2 != 0
	case HalfUp:
		up = tie >= 0
	case HalfDown:
		up = tie > 0
	case Up:
		up = true
	case Floor:
		up = coef < 0
	case Ceiling:
		up = coef > 0
	}
	if up {
		q += away
	}
	return q
}

// Floor is FEEL's floor(n): the greatest whole number not above d.
func (d Decimal) Floor() Decimal { return d.whole(Floor) }

// Ceiling is FEEL's ceiling(n): the least whole number not below d.
func (d Decimal) Ceiling() Decimal { return d.whole(Ceiling) }

func (d Decimal) whole(mode Rounding) Decimal {
	if r := d.Round(0, mode); r != nil {
		return *r
	}
	return nullDec
}

// Sqrt is the square root; nil (null) for negative numbers.
func (d Decimal) Sqrt() *Decimal {
	if d.Sign() < 0 {
		return nil
	}
	return d.unary(ctx.Sqrt)
}

// Log is the natural logarithm; nil (null) for numbers that are not positive.
func (d Decimal) Log() *Decimal {
	if d.Sign() <= 0 {
		return nil
	}
	return d.unary(ctx.Ln)
}

// Exp is e to the power of d; nil (null) on overflow.
func (d Decimal) Exp() *Decimal {
	// e^14150 is past 10^6144 and e^-14250 below 10^-6176: bounded work for any
	// argument.
	if d.Cmp(Decimal{coef: 14_150}) > 0 {
		return nil
	}
	if d.Cmp(Decimal{coef: -14_250}) < 0 && !d.IsNull() {
		return &Decimal{}
	}
	return d.unary(ctx.Exp)
}

func (d Decimal) unary(op func(r, x *apd.Decimal) (apd.Condition, error)) *Decimal {
	if d.IsNull() {
		return nil
	}
	r := new(apd.Decimal)
	cond, err := op(r, d.apd())
	if err != nil || cond.Overflow() || cond.InvalidOperation() {
		return nil
	}
	return fromAPD(r).OrNull()
}

// Odd is FEEL's odd(number): whole and not divisible by two.
func (d Decimal) Odd() bool {
	m := d.Modulo(Decimal{coef: 2})
	return m != nil && m.Equal(Decimal{coef: 1})
}

// Even is FEEL's even(number): whole and divisible by two.
func (d Decimal) Even() bool {
	m := d.Modulo(Decimal{coef: 2})
	return m != nil && m.Sign() == 0
}

// RandomNumber is FEEL's random number(): source gives a float64 in [0, 1), such
// as rand.Float64 of a seeded generator. Nil (null) where the source is nil or
// gives something else. Its safety for concurrent use is the source's.
func RandomNumber(source func() float64) *Decimal {
	if source == nil {
		return nil
	}
	f := source()
	if !(f >= 0 && f < 1) || math.IsNaN(f) {
		return nil
	}
	return DecimalFromFloat(f)
}
