package feel

// Range functions (DMN 1.4 table 78) and range(from) (DMN 1.5 table 72);
// overlapped by and its kin are the overlaps of turned arguments.
var rangeBuiltins = []*Builtin{
	fn("before", points(Before, "point1, point2", "point, range", "range, point", "range1, range2")...),
	fn("after", points(After, "point1, point2", "point, range", "range, point", "range1, range2")...),
	fn("meets", points(Meets, "range1, range2")...),
	fn("met by", points(MetBy, "range1, range2")...),
	fn("overlaps", points(Overlaps, "range1, range2")...),
	fn("overlaps before", points(OverlapsBefore, "range1, range2")...),
	fn("overlaps after", points(OverlapsAfter, "range1, range2")...),
	fn("overlapped by", points(turned(Overlaps), "range1, range2")...),
	fn("overlapped before by", points(turned(OverlapsBefore), "range1, range2")...),
	fn("overlapped after by", points(turned(OverlapsAfter), "range1, range2")...),
	fn("finishes", points(Finishes, "point, range", "range1, range2")...),
	fn("finished by", points(FinishedBy, "range, point", "range1, range2")...),
	fn("includes", points(Includes, "range, point", "range1, range2")...),
	fn("during", points(During, "point, range", "range1, range2")...),
	fn("starts", points(Starts, "point, range", "range1, range2")...),
	fn("started by", points(StartedBy, "range, point", "range1, range2")...),
	fn("coincides", points(Coincides, "point1, point2", "range1, range2")...),
	fn("range", sig("from", onString(func(s string) any { return deref(RangeFrom(s)) }))),
}

// points are the signatures of a function of two points or ranges, which tells them
// apart itself. Null is neither.
func points(f func(x, y any) *bool, params ...string) []Signature {
	r := make([]Signature, len(params))
	for i, p := range params {
		r[i] = sig(p, func(_ Env, a args) any {
			x, y := Singleton(a.at(0)), Singleton(a.at(1))
			if x == nil || y == nil {
				return nil
			}
			return deref(f(x, y))
		})
	}
	return r
}

func turned(f func(x, y any) *bool) func(x, y any) *bool {
	return func(x, y any) *bool { return f(y, x) }
}
