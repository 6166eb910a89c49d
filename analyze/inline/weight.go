package inline

import "math/bits"

// weight is a positive fraction of the one token that an instance begins with.
// The zero weight is trace: positive, but too small to be worth a number.
type weight struct{ num, den uint64 }

var (
	whole = weight{1, 1}
	trace = weight{}
)

func (w weight) isTrace() bool { return w.den == 0 }

// over divides by a number of flows that all get a token.
func (w weight) over(n int) weight {
	if w.isTrace() || n <= 1 {
		return w
	}
	hi, den := bits.Mul64(w.den, uint64(n))
	if hi != 0 {
		return trace
	}
	return reduce(w.num, den)
}

// plus adds; a trace adds nothing that could be relied on.
func (w weight) plus(v weight) weight {
	if w.isTrace() {
		return v
	}
	if v.isTrace() {
		return w
	}
	g := gcd(w.den, v.den)
	hi, den := bits.Mul64(w.den, v.den/g)
	h1, a := bits.Mul64(w.num, v.den/g)
	h2, b := bits.Mul64(v.num, w.den/g)
	num, carry := bits.Add64(a, b, 0)
	if hi != 0 || h1 != 0 || h2 != 0 || carry != 0 {
		// The larger of the two is less than their sum, and safe.
		if w.less(v) {
			return v
		}
		return w
	}
	return reduce(num, den)
}

func (w weight) less(v weight) bool {
	if w.isTrace() || v.isTrace() {
		return w.isTrace() && !v.isTrace()
	}
	h1, a := bits.Mul64(w.num, v.den)
	h2, b := bits.Mul64(v.num, w.den)
	return h1 < h2 || h1 == h2 && a < b
}

func lesser(w, v weight) weight {
	if v.less(w) {
		return v
	}
	return w
}

func reduce(num, den uint64) weight {
	g := gcd(num, den)
	return weight{num / g, den / g}
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
