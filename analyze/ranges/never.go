package ranges

// never: no values make a condition true, so that its flow is never taken.
func never(p *pass, s *split) {
	for _, i := range s.Never {
		p.bag.Add(p.on(s, i, "this condition is never true, so flow %s is never taken", label(s.flows[i])).
			WithFix("mend the condition, or take the flow out"))
	}
}
