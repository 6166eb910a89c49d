package feel

// In is FEEL's v in test over any two values (DMN 1.4 table 55): in a range between
// its endpoints, in a list where an element is equal to v or a range that holds v,
// else v = test. Nil (null) where the comparison is null.
func In(v, test any) *bool {
	v, test = Normalize(v), Normalize(test)
	switch t := test.(type) {
	case Range:
		return t.Contains(v)
	case []any:
		if _, ok := v.([]any); ok {
			if IsTrue(Equal(v, t)) {
				return new(true)
			}
		}
		for _, item := range t {
			if r, ok := Normalize(item).(Range); ok && IsTrue(r.Contains(v)) || IsTrue(Equal(v, item)) {
				return new(true)
			}
		}
		return new(false)
	}
	return Equal(v, test)
}

// Contains tells whether v lies in r; nil (null) where v does not compare with an
// endpoint.
func (r Range) Contains(v any) *bool {
	return And3(r.above(v), r.below(v))
}

func (r Range) above(v any) *bool {
	switch {
	case r.LowOpen:
		return new(true)
	case r.LowClosed:
		return GreaterEqual(v, r.Low)
	}
	return Greater(v, r.Low)
}

func (r Range) below(v any) *bool {
	switch {
	case r.HighOpen:
		return new(true)
	case r.HighClosed:
		return LessEqual(v, r.High)
	}
	return Less(v, r.High)
}

// The range functions take points and ranges, as DMN 1.4 table 78 lists their
// signatures; nil (null) for arguments that do not compare, and for ranges that
// lack the endpoint that is asked for. A point is any value that is no Range.

// edges compares the four pairs of endpoints once for a function of two ranges.
type edges struct {
	a, b   Range
	ss, ee int // a.start with b.start, a.end with b.end
	es, se int // a.end with b.start, a.start with b.end
}

// twoRanges gives the edges of two ranges, or false where some do not compare.
func twoRanges(x, y any) (e edges, ok bool) {
	a, aok := Normalize(x).(Range)
	b, bok := Normalize(y).(Range)
	if !aok || !bok || a.LowOpen || a.HighOpen || b.LowOpen || b.HighOpen {
		return e, false
	}
	e.a, e.b = a, b
	for _, p := range [...]struct {
		x, y any
		to   *int
	}{{a.Low, b.Low, &e.ss}, {a.High, b.High, &e.ee}, {a.High, b.Low, &e.es}, {a.Low, b.High, &e.se}} {
		c := Compare(p.x, p.y)
		if c == nil {
			return e, false
		}
		*p.to = *c
	}
	return e, true
}

func onRanges(x, y any, test func(edges) bool) *bool {
	e, ok := twoRanges(x, y)
	if !ok {
		return nil
	}
	return new(test(e))
}

func isRange(v any) (Range, bool) { r, ok := Normalize(v).(Range); return r, ok }

// Before is FEEL's before over points and ranges.
func Before(x, y any) *bool {
	a, aok := isRange(x)
	b, bok := isRange(y)
	switch {
	case !aok && !bok:
		return Less(x, y)
	case !aok:
		return Or3(Less(x, b.Low), And3(Equal(x, b.Low), new(!b.LowClosed)))
	case !bok:
		return Or3(Less(a.High, y), And3(Equal(a.High, y), new(!a.HighClosed)))
	}
	return onRanges(a, b, func(e edges) bool {
		return e.es < 0 || e.es == 0 && (!e.a.HighClosed || !e.b.LowClosed)
	})
}

// After is FEEL's after over points and ranges: before with its arguments turned.
func After(x, y any) *bool { return Before(y, x) }

// Meets is FEEL's meets(range1, range2).
func Meets(x, y any) *bool {
	return onRanges(x, y, func(e edges) bool { return e.a.HighClosed && e.b.LowClosed && e.es == 0 })
}

// MetBy is FEEL's met by(range1, range2).
func MetBy(x, y any) *bool { return Meets(y, x) }

// Overlaps is FEEL's overlaps(range1, range2).
func Overlaps(x, y any) *bool {
	return onRanges(x, y, func(e edges) bool {
		return (e.es > 0 || e.es == 0 && e.a.HighClosed && e.b.LowClosed) &&
			(e.se < 0 || e.se == 0 && e.a.LowClosed && e.b.HighClosed)
	})
}

// OverlapsBefore is FEEL's overlaps before(range1, range2).
func OverlapsBefore(x, y any) *bool {
	return onRanges(x, y, func(e edges) bool {
		return (e.ss < 0 || e.ss == 0 && e.a.LowClosed && !e.b.LowClosed) &&
			(e.es > 0 || e.es == 0 && e.a.HighClosed && e.b.LowClosed) &&
			(e.ee < 0 || e.ee == 0 && (!e.a.HighClosed || e.b.HighClosed))
	})
}

// OverlapsAfter is FEEL's overlaps after(range1, range2): overlaps before with its
// arguments turned.
func OverlapsAfter(x, y any) *bool { return OverlapsBefore(y, x) }

// Finishes is FEEL's finishes(point or range, range).
func Finishes(x, y any) *bool {
	b, ok := isRange(y)
	if !ok {
		return nil
	}
	if _, ok := isRange(x); !ok {
		return And3(new(b.HighClosed), Equal(b.High, x))
	}
	return onRanges(x, y, func(e edges) bool {
		return e.a.HighClosed == e.b.HighClosed && e.ee == 0 &&
			(e.ss > 0 || e.ss == 0 && (!e.a.LowClosed || e.b.LowClosed))
	})
}

// FinishedBy is FEEL's finished by(range, point or range).
func FinishedBy(x, y any) *bool { return Finishes(y, x) }

// Includes is FEEL's includes(range, point or range).
func Includes(x, y any) *bool {
	a, ok := isRange(x)
	if !ok {
		return nil
	}
	if _, ok := isRange(y); !ok {
		return a.Contains(y)
	}
	return onRanges(x, y, func(e edges) bool {
		return (e.ss < 0 || e.ss == 0 && (e.a.LowClosed || !e.b.LowClosed)) &&
			(e.ee > 0 || e.ee == 0 && (e.a.HighClosed || !e.b.HighClosed))
	})
}

// During is FEEL's during(point or range, range).
func During(x, y any) *bool { return Includes(y, x) }

// Starts is FEEL's starts(point or range, range).
func Starts(x, y any) *bool {
	b, ok := isRange(y)
	if !ok {
		return nil
	}
	if _, ok := isRange(x); !ok {
		return And3(new(b.LowClosed), Equal(b.Low, x))
	}
	return onRanges(x, y, func(e edges) bool {
		return e.ss == 0 && e.a.LowClosed == e.b.LowClosed &&
			(e.ee < 0 || e.ee == 0 && (!e.a.HighClosed || e.b.HighClosed))
	})
}

// StartedBy is FEEL's started by(range, point or range).
func StartedBy(x, y any) *bool { return Starts(y, x) }

// Coincides is FEEL's coincides over two points or two ranges.
func Coincides(x, y any) *bool {
	_, aok := isRange(x)
	_, bok := isRange(y)
	switch {
	case aok != bok:
		return nil
	case !aok:
		if Compare(x, y) == nil {
			return nil
		}
		return Equal(x, y)
	}
	return onRanges(x, y, func(e edges) bool {
		return e.ss == 0 && e.ee == 0 && e.a.LowClosed == e.b.LowClosed && e.a.HighClosed == e.b.HighClosed
	})
}
