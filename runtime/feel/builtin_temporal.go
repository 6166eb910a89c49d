package feel

// Date and time functions (DMN 1.4 tables 77, 79) and the clock's (§10.3.4.12);
// last day of month is what engines add.
var temporalBuiltins = []*Builtin{
	fn("is", sig("value1, value2", func(_ Env, a args) any { return Is(a.at(0), a.at(1)) })),
	fn("day of year", sig("date", onDate(func(d Date) any { return d.DayOfYear() }))),
	fn("day of week", sig("date", onDate(func(d Date) any { return d.DayOfWeek() }))),
	fn("month of year", sig("date", onDate(func(d Date) any { return d.MonthOfYear() }))),
	fn("week of year", sig("date", onDate(func(d Date) any { return d.WeekOfYear() }))),
	fn("last day of month", sig("date", onDate(func(d Date) any { return d.LastDayOfMonth() }))),
	fn("now", sig("", func(env Env, _ args) any { return Now(env.Now) })),
	fn("today", sig("", func(env Env, _ args) any { return Today(env.Now) })),
}

func onDate(f func(d Date) any) func(Env, args) any {
	return func(_ Env, a args) any {
		if d, ok := a.date(0); ok {
			return f(d)
		}
		return nil
	}
}
