package feel

// Numeric functions (DMN 1.4 table 76).
var numberBuiltins = []*Builtin{
	fn("decimal", sig("n, scale", rounding(HalfEven))),
	fn("floor", sig("n, scale?", rounding(Floor))),
	fn("ceiling", sig("n, scale?", rounding(Ceiling))),
	fn("round up", sig("n, scale", rounding(Up))),
	fn("round down", sig("n, scale", rounding(Down))),
	fn("round half up", sig("n, scale", rounding(HalfUp))),
	fn("round half down", sig("n, scale", rounding(HalfDown))),
	fn("abs", sig("n", func(_ Env, a args) any {
		switch x := Singleton(a[0]).(type) {
		case DayTimeDuration:
			return deref(x.Abs())
		case YearMonthDuration:
			return deref(x.Abs())
		}
		return onNumber(func(d Decimal) any { return d.Abs() })(Env{}, a)
	})),
	fn("modulo", sig("dividend, divisor", func(_ Env, a args) any {
		x, ok := a.number(0)
		y, ok2 := a.number(1)
		if !ok || !ok2 {
			return nil
		}
		return deref(x.Modulo(y))
	})),
	fn("sqrt", sig("number", onNumber(func(d Decimal) any { return deref(d.Sqrt()) }))),
	fn("log", sig("number", onNumber(func(d Decimal) any { return deref(d.Log()) }))),
	fn("exp", sig("number", onNumber(func(d Decimal) any { return deref(d.Exp()) }))),
	fn("odd", sig("number", onNumber(func(d Decimal) any { return d.Odd() }))),
	fn("even", sig("number", onNumber(func(d Decimal) any { return d.Even() }))),
	fn("random number", sig("", func(env Env, _ args) any { return deref(RandomNumber(env.Random)) })),
}

func onNumber(f func(d Decimal) any) func(Env, args) any {
	return func(_ Env, a args) any {
		if d, ok := a.number(0); ok {
			return f(d)
		}
		return nil
	}
}

// rounding rounds to a scale, 0 where it is left out; a null scale is null.
func rounding(mode Rounding) func(Env, args) any {
	return func(_ Env, a args) any {
		d, ok := a.number(0)
		scale := int64(0)
		if len(a) > 1 && ok {
			scale, ok = a.whole(1)
		}
		if !ok {
			return nil
		}
		return deref(d.Round(scale, mode))
	}
}
