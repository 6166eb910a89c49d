package feel

import "github.com/cockroachdb/apd/v3"

var pow10 = [19]int64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
}

// align brings two compact decimals to one exponent, false where that leaves
// int64.
func align(d, o Decimal) (x, y int64, exp int32, ok bool) {
	switch diff := int64(d.exp) - int64(o.exp); {
	case diff == 0:
		return d.coef, o.coef, d.exp, true
	case d.coef == 0:
		return 0, o.coef, o.exp, true
	case o.coef == 0:
		return d.coef, 0, d.exp, true
	case diff > 0 && diff <= 18:
		x, ok = MulInt(d.coef, pow10[diff])
		return x, o.coef, o.exp, ok
	case diff < 0 && diff >= -18:
		y, ok = MulInt(o.coef, pow10[-diff])
		return d.coef, y, d.exp, ok
	}
	return 0, 0, 0, false
}

// Add is d + o, rounded to 34 digits; null where an operand is, or on overflow
// (DMN 1.4 §10.3.2.14 table 57).
func (d Decimal) Add(o Decimal) Decimal {
	if d.big == nil && o.big == nil {
		if x, y, exp, ok := align(d, o); ok {
			if s, ok := AddInt(x, y); ok {
				return Decimal{coef: s, exp: exp}
			}
		}
	}
	return d.slow(o, ctx.Add)
}

// Sub is d - o; see Add.
func (d Decimal) Sub(o Decimal) Decimal {
	if d.big == nil && o.big == nil {
		if x, y, exp, ok := align(d, o); ok {
			if s, ok := SubInt(x, y); ok {
				return Decimal{coef: s, exp: exp}
			}
		}
	}
	return d.slow(o, ctx.Sub)
}

// Mul is d × o; see Add.
func (d Decimal) Mul(o Decimal) Decimal {
	if d.big == nil && o.big == nil {
		if p, ok := MulInt(d.coef, o.coef); ok {
			if p == 0 {
				return Decimal{}
			}
			if exp := d.exp + o.exp; exp >= -MaxScale && exp <= -MinScale {
				return Decimal{coef: p, exp: exp}
			}
		}
	}
	return d.slow(o, ctx.Mul)
}

// Neg is -d. There is no negative zero (DMN 1.4 §10.3.2.3.1).
func (d Decimal) Neg() Decimal {
	if d.big == nil && d.coef != minInt64 {
		return Decimal{coef: -d.coef, exp: d.exp}
	}
	return Decimal{}.Sub(d)
}

// Abs is the absolute value of d: FEEL's abs(n).
func (d Decimal) Abs() Decimal {
	if d.Sign() < 0 {
		return d.Neg()
	}
	return d
}

// Div is d / o with the standard's result (7/2 is 3.5); nil (null) for division
// by zero or overflow (DMN 1.4 §10.3.2.14 table 59).
func (d Decimal) Div(o Decimal) *Decimal { return d.Quo(o).OrNull() }

// Quo is Div without the pointer: division by zero gives a null Decimal. For hot
// paths that test IsNull.
func (d Decimal) Quo(o Decimal) Decimal {
	if o.Sign() == 0 {
		return nullDec
	}
	if d.big == nil && o.big == nil {
		if q, ok := quoExact(d, o); ok {
			return q
		}
	}
	return d.slow(o, ctx.Quo)
}

// quoExact divides where the quotient has a finite expansion within int64.
func quoExact(d, o Decimal) (Decimal, bool) {
	if d.coef == 0 {
		return Decimal{}, true
	}
	if d.coef == minInt64 || o.coef == minInt64 {
		return Decimal{}, false
	}
	exp := d.exp - o.exp
	n := d.coef
	for range 19 {
		if n%o.coef == 0 {
			if exp < -MaxScale || exp > -MinScale {
				return Decimal{}, false
			}
			return Decimal{coef: n / o.coef, exp: exp}, true
		}
		var ok bool
		if n, ok = MulInt(n, 10); !ok {
			return Decimal{}, false
		}
		exp--
	}
	return Decimal{}, false
}

// slow runs one operation of apd at 34 digits.
func (d Decimal) slow(o Decimal, op func(r, x, y *apd.Decimal) (apd.Condition, error)) Decimal {
	if d.IsNull() || o.IsNull() {
		return nullDec
	}
	r := new(apd.Decimal)
	cond, err := op(r, d.apd(), o.apd())
	if err != nil || cond.Overflow() || cond.InvalidOperation() || cond.DivisionImpossible() {
		return nullDec
	}
	if cond.Underflow() && r.IsZero() {
		return nullDec // it would need a scale past MaxScale
	}
	return fromAPD(r)
}

// Modulo is d - o × floor(d/o): the sign is o's (DMN 1.4 table 76). Nil (null)
// for o = 0.
func (d Decimal) Modulo(o Decimal) *Decimal {
	if o.Sign() == 0 || d.IsNull() {
		return nil
	}
	var r Decimal
	x, y, exp, ok := align(d, o)
	if d.big == nil && o.big == nil && ok {
		if y == -1 { // minInt64 % -1 is well defined in Go, but be plain
			return &Decimal{}
		}
		r = Decimal{coef: x % y, exp: exp}
	} else {
		r = d.slow(o, remWide)
		if r.IsNull() {
			return nil
		}
	}
	if s := r.Sign(); s != 0 && s != o.Sign() {
		r = r.Add(o)
	}
	return r.OrNull()
}

// remWide takes the remainder where the integer quotient has up to 68 digits.
func remWide(r, x, y *apd.Decimal) (apd.Condition, error) { return ctxWide.Rem(r, x, y) }

// MaxPower bounds the exponents of ** (DMN 1.4 §10.3.2.14 table 60).
const MaxPower = 999_999_999

// Pow is d ** o; nil (null) where the result is not a real number, overflows, or
// o leaves ±MaxPower.
func (d Decimal) Pow(o Decimal) *Decimal {
	if d.IsNull() || o.IsNull() {
		return nil
	}
	n, whole := o.Int64()
	if whole && n == 0 {
		return &Decimal{coef: 1}
	}
	if o.Cmp(Decimal{coef: MaxPower}) > 0 || o.Cmp(Decimal{coef: -MaxPower}) < 0 {
		return nil
	}
	switch {
	case d.Sign() == 0:
		if o.Sign() < 0 {
			return nil
		}
		return &Decimal{}
	case d.Sign() < 0 && !whole:
		return nil
	}
	if whole && n > 0 && n <= 64 && d.big == nil {
		if r, ok := powExact(d, n); ok {
			return &r
		}
	}
	return d.slow(o, powWide).OrNull()
}

func powExact(d Decimal, n int64) (Decimal, bool) {
	coef, ok := PowInt(d.coef, n)
	exp := int64(d.exp) * n
	if !ok || exp < -MaxScale || exp > -MinScale {
		return Decimal{}, false
	}
	return Decimal{coef: coef, exp: int32(exp)}, true
}

// powWide computes with twice the digits, so that the result rounds right.
func powWide(r, x, y *apd.Decimal) (apd.Condition, error) { return ctxWide.Pow(r, x, y) }
