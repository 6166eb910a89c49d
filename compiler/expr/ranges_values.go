package expr

import (
	"math"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// space is the set of the values of a type other than null, in its order.
// Numbers are decimals in here, whatever the type.
type space struct {
	kind  types.Kind
	basic string
}

func spaceOf(t *types.Type) space {
	sh := types.Shape(types.NonNull(t))
	s := space{kind: sh.Kind, basic: sh.Basic}
	switch s.kind {
	case types.Bool, types.Int, types.Float, types.Decimal, types.String, types.Date, types.Time, types.DateTime, types.Duration, types.Months:
	default:
		s.kind = types.Any // only null can be told from the rest
	}
	return s
}

// found says whether a stretch has a value.
type found uint8

const (
	nothing   found = iota
	something       // the value given is in it
	perhaps         // it can't be told
)

// takes reports whether a constant is comparable with the values of the space.
func (s space) takes(c any) bool {
	k := literalType(c).Kind
	if types.IsNumeric(&types.Type{Kind: s.kind}) {
		d, ok := decimalOf(c)
		return ok && !d.IsNull()
	}
	return s.kind != types.Any && k == s.kind
}

// constant is a literal's value in the terms of the space.
func (s space) constant(c any) any {
	if d, ok := decimalOf(c); ok && s.kind != types.Any {
		return d
	}
	return c
}

// compare is the order of the space.
func (s space) compare(a, b any) int {
	if x, ok := a.(bool); ok {
		y, _ := b.(bool)
		switch {
		case x == y:
			return 0
		case y:
			return -1
		}
		return 1
	}
	if c := feel.Compare(a, b); c != nil {
		return *c
	}
	return 0
}

// ordered reports whether the constants are in one order for every value: times
// with different offsets, or with and without one, are in another order by the
// clock than by the instant (DMN 1.4 table 54), and so can those of a zone be
// whose offset changes.
func (s space) ordered(list []any) bool {
	if len(list) < 2 {
		return true
	}
	for _, v := range list {
		var o, first *feel.DayTimeDuration
		var zone *string
		switch x := v.(type) {
		case feel.Time:
			y, _ := list[0].(feel.Time)
			o, first, zone = x.TimeOffset(), y.TimeOffset(), x.Timezone()
		case feel.DateTime:
			y, _ := list[0].(feel.DateTime)
			o, first, zone = x.TimeOffset(), y.TimeOffset(), x.Timezone()
		default:
			return true
		}
		if zone != nil || (o == nil) != (first == nil) || o != nil && *o != *first {
			return false
		}
	}
	return true
}

// point is a constant as a value of the type, where the type has it.
func (s space) point(c any) (any, found) {
	d, ok := c.(feel.Decimal)
	if !ok {
		return c, something
	}
	if s.kind == types.Int {
		low, high := intRange(s.basic)
		if !d.IsInt() || d.Cmp(low) < 0 || d.Cmp(high) > 0 {
			return nil, nothing
		}
	}
	if v, ok := s.number(d); ok {
		return v, something
	}
	return nil, perhaps
}

// number is a decimal as a value of the type; false where Eval has none.
func (s space) number(d feel.Decimal) (any, bool) {
	switch s.kind {
	case types.Int:
		i, ok := d.Int64()
		return i, ok
	case types.Float:
		f := d.Float64()
		if s.basic == "float32" {
			f = float64(float32(f))
		}
		back, ok := decimalOf(f)
		return f, ok && !math.IsInf(f, 0) && back.Cmp(d) == 0
	}
	return d, true
}

// between is the simplest value above low and below high; nil is no bound.
func (s space) between(low, high any) (any, found) {
	switch s.kind {
	case types.Bool:
		return s.boolBetween(low, high)
	case types.Int:
		return s.intBetween(low, high)
	case types.Float, types.Decimal:
		return s.realBetween(low, high)
	case types.String:
		return textBetween(low, high)
	case types.Any:
		return nil, something
	}
	return s.stepBetween(low, high)
}

// boolBetween: false comes before true.
func (s space) boolBetween(low, high any) (any, found) {
	for _, b := range []bool{true, false} {
		if (low == nil || s.compare(low, b) < 0) && (high == nil || s.compare(b, high) < 0) {
			return b, something
		}
	}
	return nil, nothing
}

func (s space) intBetween(low, high any) (any, found) {
	least, most := intRange(s.basic)
	one := feel.DecimalFromInt(1)
	if d, ok := low.(feel.Decimal); ok {
		if next := d.Floor().Add(one); next.Cmp(least) > 0 {
			least = next
		}
	}
	if d, ok := high.(feel.Decimal); ok {
		if last := d.Ceiling().Sub(one); last.Cmp(most) < 0 {
			most = last
		}
	}
	if least.Cmp(most) > 0 {
		return nil, nothing
	}
	best := least
	switch zero := feel.DecimalFromInt(0); {
	case low == nil && high == nil && least.Cmp(zero) <= 0:
		best = zero
	case low == nil && high != nil:
		best = most
	}
	if v, ok := s.number(best); ok {
		return v, something
	}
	return nil, perhaps
}

// realBetween finds the shortest decimal in a stretch.
func (s space) realBetween(low, high any) (any, found) {
	l, hasLow := low.(feel.Decimal)
	h, hasHigh := high.(feel.Decimal)
	inside := func(d feel.Decimal) (any, bool) {
		v, ok := s.number(d)
		return v, ok && (!hasLow || l.Cmp(d) < 0) && (!hasHigh || d.Cmp(h) < 0)
	}
	var list []feel.Decimal
	one, two := feel.DecimalFromInt(1), feel.DecimalFromInt(2)
	switch {
	case !hasLow && !hasHigh:
		list = append(list, feel.DecimalFromInt(0))
	case !hasLow:
		list = append(list, h.Ceiling().Sub(one), h.Sub(h.Abs()))
	case !hasHigh:
		list = append(list, l.Floor().Add(one), l.Add(l.Abs()))
	default:
		for scale := int32(0); scale <= feel.Precision; scale++ {
			up := l.Mul(feel.NewDecimal(1, scale)).Floor().Add(one)
			list = append(list, up.Mul(feel.NewDecimal(1, -scale)))
		}
		list = append(list, l.Add(h).Quo(two))
	}
	for _, d := range list {
		if v, ok := inside(d); ok {
			return v, something
		}
	}
	return nil, perhaps
}

// textBetween: after a text comes the one with U+0000 behind it, and nothing in between.
func textBetween(low, high any) (any, found) {
	l, hasLow := low.(string)
	h, hasHigh := high.(string)
	switch {
	case !hasLow && !hasHigh:
		return "text", something
	case !hasLow:
		if h == "" {
			return nil, nothing
		}
		return "", something
	}
	for _, suffix := range []string{"a", "A", "0", " ", "\x00"} {
		if w := l + suffix; !hasHigh || strings.Compare(w, h) < 0 {
			return w, something
		}
	}
	return nil, nothing
}

// The steps to a neighbour, the roundest first; the last is the smallest there is.
var (
	dateSteps   = []feel.DayTimeDuration{24 * hour}
	timeSteps   = []feel.DayTimeDuration{hour, minute, second, 1}
	monthSteps  = []feel.DayTimeDuration{1}
	instantStep = []feel.DayTimeDuration{24 * hour, hour, minute, second, 1}
)

const (
	second = feel.DayTimeDuration(1_000_000_000)
	minute = 60 * second
	hour   = 60 * minute
)

// stepBetween is for what has a next value: dates by the day, times and
// durations by the nanosecond, year-month durations by the month.
func (s space) stepBetween(low, high any) (any, found) {
	steps := map[types.Kind][]feel.DayTimeDuration{
		types.Date: dateSteps, types.Time: timeSteps, types.DateTime: instantStep, types.Duration: instantStep, types.Months: monthSteps,
	}[s.kind]
	if low == nil && high == nil {
		return s.first(), something
	}
	for _, step := range steps {
		if low == nil {
			if v := moved(high, -step); v != nil && s.compare(v, high) < 0 {
				return v, something
			}
			continue
		}
		v := moved(low, step)
		if v != nil && s.compare(low, v) < 0 && (high == nil || s.compare(v, high) < 0) {
			return v, something
		}
	}
	if low != nil && high != nil && moved(low, steps[len(steps)-1]) != nil {
		return nil, nothing
	}
	return nil, perhaps
}

// moved is a value some steps on; nil beyond the end of its range.
func moved(v any, by feel.DayTimeDuration) any {
	switch x := v.(type) {
	case feel.Date:
		return feel.NullOf(x.Add(by))
	case feel.Time:
		return x.Add(by)
	case feel.DateTime:
		return feel.NullOf(x.Add(by))
	case feel.DayTimeDuration:
		return feel.NullOf(x.Add(by))
	case feel.YearMonthDuration:
		return feel.NullOf(x.Add(feel.YearMonthDuration(by)))
	}
	return nil
}

// first is some value of a type with dates or durations.
func (s space) first() any {
	switch s.kind {
	case types.Date:
		return *feel.NewDate(2000, 1, 1)
	case types.DateTime:
		return feel.NewDate(2000, 1, 1).AtUTC()
	case types.Time:
		return feel.NewDate(2000, 1, 1).AtUTC().Time()
	case types.Duration:
		return feel.DayTimeDuration(0)
	}
	return feel.YearMonthDuration(0)
}

// intRange are the least and the greatest value of a Go integer type; int has
// the size that it has on every machine that matters, 64 bits.
func intRange(basic string) (low, high feel.Decimal) {
	l, h := int64(math.MinInt64), int64(math.MaxInt64)
	switch basic {
	case "int8":
		l, h = math.MinInt8, math.MaxInt8
	case "int16":
		l, h = math.MinInt16, math.MaxInt16
	case "int32", "rune":
		l, h = math.MinInt32, math.MaxInt32
	case "uint8", "byte":
		l, h = 0, math.MaxUint8
	case "uint16":
		l, h = 0, math.MaxUint16
	case "uint32":
		l, h = 0, math.MaxUint32
	case "uint", "uint64", "uintptr":
		return feel.Decimal{}, feel.DecimalLiteral("18446744073709551615")
	}
	return feel.DecimalFromInt(l), feel.DecimalFromInt(h)
}

// lossless reports whether a conversion keeps the order of values and, up to
// 2^53, the values themselves.
func lossless(n *Node) bool {
	from, to := types.Shape(types.NonNull(n.Kids[0].Type)), types.Shape(types.NonNull(n.Type))
	switch {
	case from.Kind == types.Int && to.Kind == types.Int:
		fl, fh := intRange(from.Basic)
		tl, th := intRange(to.Basic)
		return tl.Cmp(fl) <= 0 && fh.Cmp(th) <= 0
	case from.Kind == types.Int:
		return to.Kind == types.Decimal || to.Kind == types.Float && to.Basic != "float32"
	case from.Kind == types.Float:
		return to.Kind == types.Float && (to.Basic != "float32" || from.Basic == "float32")
	}
	return from.Kind == to.Kind && spaceOf(from).kind != types.Any
}

// exactly reports whether comparing a path with a constant is as good as
// comparing the path's own value with it.
func exactly(n *Node, c any) bool {
	d, ok := decimalOf(c)
	if !ok {
		return true
	}
	const big = 1 << 53
	for {
		sh := types.Shape(types.NonNull(n.Type))
		if f := d.Float64(); sh.Kind == types.Float && sh.Basic == "float32" && float64(float32(f)) != f {
			return false
		}
		if n.Op != Convert {
			return true
		}
		if from := types.Shape(types.NonNull(n.Kids[0].Type)); from.Kind == types.Int && sh.Kind == types.Float && d.Abs().Cmp(feel.DecimalFromInt(big)) > 0 {
			return false
		}
		n = n.Kids[0]
	}
}
