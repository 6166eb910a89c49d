package ranges

// always: a condition is true whatever the values are, so that the default flow
// and, at an exclusive gateway, the flows behind it are never taken (S2.1, S2.3,
// S1.4). The last flow of a gateway without a default may say true on purpose.
func always(p *pass, s *split) {
	for _, i := range s.Always {
		later := s.ordered && i+1 < len(s.flows)
		if s.behindAlways(i) || !later && s.byDefault == nil {
			continue
		}
		what := "the default flow is never taken"
		switch {
		case later && s.byDefault != nil:
			what = "no flow behind it in the file is ever taken, nor the default"
		case later:
			what = "no flow behind it in the file is ever taken"
		}
		d := p.on(s, i, "this condition is always true, so %s", what)
		if s.byDefault != nil {
			d = d.WithRelated(s.byDefault.Span, "the default flow")
		}
		p.bag.Add(d.WithFix("mend the condition, or take out what it makes useless"))
		return
	}
}
