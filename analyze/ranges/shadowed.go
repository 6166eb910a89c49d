package ranges

// shadowed: the conditions of an exclusive gateway are evaluated in document
// order (S2.1), and whatever makes this one true is taken by one before it. Where
// one before is always true, that is said there.
func shadowed(p *pass, s *split) {
	for _, i := range s.Shadowed {
		if s.behindAlways(i) {
			continue
		}
		does := "does"
		if len(s.Faults) > 0 {
			does = "does or has no value"
		}
		d := p.on(s, i, "flow %s is never taken: whenever its condition holds, one before it in the file %s", label(s.flows[i]), does)
		for _, o := range s.Overlaps {
			if o.Second == i {
				d = d.WithRelated(s.place(o.First), "for %s it is this one", o.Witness)
			}
		}
		p.bag.Add(d.WithFix("put the flow before the others in the file, narrow their conditions, or take it out"))
	}
}

// behindAlways reports whether an always true condition comes before, in document order.
func (s *split) behindAlways(i int) bool {
	return s.ordered && len(s.Always) > 0 && s.Always[0] < i
}
