package feel

import (
	"math"
	"math/bits"
)

const minInt64 = math.MinInt64

// AddInt is a + b, false on overflow of int64.
func AddInt(a, b int64) (int64, bool) {
	c := a + b
	return c, (c > a) == (b > 0)
}

// SubInt is a - b, false on overflow of int64.
func SubInt(a, b int64) (int64, bool) {
	c := a - b
	return c, (c < a) == (b > 0)
}

// MulInt is a × b, false on overflow of int64.
func MulInt(a, b int64) (int64, bool) {
	neg := (a < 0) != (b < 0)
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 {
		return 0, false
	}
	if neg {
		if lo > 1<<63 {
			return 0, false
		}
		return int64(-lo), true
	}
	if lo > math.MaxInt64 {
		return 0, false
	}
	return int64(lo), true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// NegInt is -a, false for the least int64.
func NegInt(a int64) (int64, bool) { return -a, a != minInt64 }

// AbsInt is FEEL's abs for integers, false for the least int64.
func AbsInt(a int64) (int64, bool) {
	if a < 0 {
		return NegInt(a)
	}
	return a, true
}

// PowInt is base ** n for n >= 0, false on overflow of int64 or a negative n.
func PowInt(base, n int64) (int64, bool) {
	if n < 0 {
		return 0, false
	}
	r := int64(1)
	for {
		var ok bool
		if n&1 == 1 {
			if r, ok = MulInt(r, base); !ok {
				return 0, false
			}
		}
		if n >>= 1; n == 0 {
			return r, true
		}
		if base, ok = MulInt(base, base); !ok {
			// A factor past int64 can still meet no further set bit only if n is
			// zero, which was tested.
			return 0, false
		}
	}
}

// DivInt is a / b as a FEEL number (7/2 is 3.5); nil (null) for b = 0.
func DivInt(a, b int64) *Decimal { return Decimal{coef: a}.Div(Decimal{coef: b}) }

// ModuloInt is FEEL's modulo, with the sign of the divisor; nil (null) for b = 0.
func ModuloInt(a, b int64) *int64 {
	if b == 0 {
		return nil
	}
	if b == -1 {
		return new(int64(0))
	}
	r := a % b
	if r != 0 && (r < 0) != (b < 0) {
		r += b
	}
	return &r
}

// AddFloat, SubFloat, MulFloat and DivFloat are float64 arithmetic whose results
// outside of the finite numbers are nil: FEEL has no NaN and no infinity (DMN 1.4
// §10.3.2.3.1). They are for data declared as float64; they round as float64.

// AddFloat is a + b, nil (null) where that is not finite.
func AddFloat(a, b float64) *float64 { return finite(a + b) }

// SubFloat is a - b, nil (null) where that is not finite.
func SubFloat(a, b float64) *float64 { return finite(a - b) }

// MulFloat is a × b, nil (null) where that is not finite.
func MulFloat(a, b float64) *float64 { return finite(a * b) }

// DivFloat is a / b, nil (null) where that is not finite, so for b = 0.
func DivFloat(a, b float64) *float64 {
	if b == 0 {
		return nil
	}
	return finite(a / b)
}

// PowFloat is a ** b, nil (null) where that is not finite.
func PowFloat(a, b float64) *float64 { return finite(math.Pow(a, b)) }

func finite(f float64) *float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return &f
}
