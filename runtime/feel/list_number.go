package feel

import (
	"slices"

	"github.com/cockroachdb/apd/v3"
)

// Number is what the numeric list functions take.
type Number interface{ ~int64 | ~float64 | Decimal }

// Decimals is a list of numbers as Decimals; false where one is NaN or infinite.
func Decimals[T Number](list []T) ([]Decimal, bool) {
	r := make([]Decimal, len(list))
	for i := range list {
		d, ok := toDecimal(any(list[i]))
		if !ok {
			return nil, false
		}
		r[i] = d
	}
	return r, true
}

// Sum is FEEL's sum(list) exactly, whatever the elements are; nil (null) for the
// empty list (DMN 1.4 table 75).
func Sum[T Number](list []T) *Decimal { return reduce(list, Decimal.Add) }

// Product is FEEL's product(list); nil (null) for the empty list.
func Product[T Number](list []T) *Decimal { return reduce(list, Decimal.Mul) }

func reduce[T Number](list []T, op func(a, b Decimal) Decimal) *Decimal {
	ds, ok := Decimals(list)
	if !ok || len(ds) == 0 {
		return nil
	}
	r := ds[0]
	for _, d := range ds[1:] {
		r = op(r, d)
	}
	return r.OrNull()
}

// SumInt is FEEL's sum(list) of integers as an integer; nil (null) for the empty
// list and on overflow of int64.
func SumInt(list []int64) *int64 {
	if len(list) == 0 {
		return nil
	}
	var sum int64
	for _, n := range list {
		var ok bool
		if sum, ok = AddInt(sum, n); !ok {
			return nil
		}
	}
	return &sum
}

// Mean is FEEL's mean(list); nil (null) for the empty list.
func Mean[T Number](list []T) *Decimal {
	sum := Sum(list)
	if sum == nil {
		return nil
	}
	return sum.Div(DecimalFromInt(int64(len(list))))
}

// Median is FEEL's median(list): the middle of the sorted list, the mean of the two
// middle elements where their count is even; nil (null) for the empty list.
func Median[T Number](list []T) *Decimal {
	ds, ok := Decimals(list)
	if !ok || len(ds) == 0 {
		return nil
	}
	slices.SortStableFunc(ds, Decimal.Cmp)
	mid := len(ds) / 2
	if len(ds)%2 == 1 {
		return ds[mid].OrNull()
	}
	return ds[mid-1].Add(ds[mid]).Div(DecimalFromInt(2))
}

// Mode is FEEL's mode(list): the most frequent elements in ascending order; empty
// for the empty list, nil (null) where an element is no finite number.
func Mode[T Number](list []T) *[]Decimal {
	ds, ok := Decimals(list)
	if !ok {
		return nil
	}
	slices.SortStableFunc(ds, Decimal.Cmp)
	r, most := []Decimal{}, 0
	for i := 0; i < len(ds); {
		j := i + 1
		for j < len(ds) && ds[j].Equal(ds[i]) {
			j++
		}
		switch n := j - i; {
		case n > most:
			r, most = append(r[:0], ds[i]), n
		case n == most:
			r = append(r, ds[i])
		}
		i = j
	}
	return &r
}

// Stddev is FEEL's stddev(list): the sample standard deviation; nil (null) for fewer
// than two elements.
func Stddev[T Number](list []T) *Decimal {
	ds, ok := Decimals(list)
	if !ok || len(ds) < 2 {
		return nil
	}
	// With twice the digits, so that the result is right to its last one.
	var sum, mean, diff, squares apd.Decimal
	var steps steps
	for _, d := range ds {
		steps.check(ctxWide.Add(&sum, &sum, d.apd()))
	}
	steps.check(ctxWide.Quo(&mean, &sum, apd.New(int64(len(ds)), 0)))
	for _, d := range ds {
		steps.check(ctxWide.Sub(&diff, d.apd(), &mean))
		steps.check(ctxWide.Mul(&diff, &diff, &diff))
		steps.check(ctxWide.Add(&squares, &squares, &diff))
	}
	steps.check(ctxWide.Quo(&squares, &squares, apd.New(int64(len(ds)-1), 0)))
	root := new(apd.Decimal)
	steps.check(ctxWide.Sqrt(root, &squares))
	if steps.failed {
		return nil
	}
	return fromAPD(root).OrNull()
}

// steps notes whether one of several operations failed.
type steps struct {
	failed bool
}

func (s *steps) check(cond apd.Condition, err error) {
	if err != nil || cond.Overflow() || cond.InvalidOperation() {
		s.failed = true
	}
}
