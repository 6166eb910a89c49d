package ranges

import "slices"

// overlap: two conditions of an exclusive gateway are true together, so that
// their order in the file decides (S2.1). Of each condition the first such one
// before it is named; what is never taken is said by other rules.
func overlap(p *pass, s *split) {
	if !s.ordered {
		return
	}
	for _, o := range s.Overlaps {
		if slices.Contains(s.Shadowed, o.Second) || slices.Contains(s.Always, o.First) || slices.Contains(s.Always, o.Second) {
			continue
		}
		what := ""
		if len(o.Witness) > 0 {
			what = " for " + o.Witness.String()
		}
		p.bag.Add(p.on(s, o.Second, "this condition and that of flow %s both hold%s; the first in the file wins", label(s.flows[o.First]), what).
			WithRelated(s.place(o.First), "the first").
			WithFix("make the conditions exclude each other, or rely on their order knowingly"))
	}
}
