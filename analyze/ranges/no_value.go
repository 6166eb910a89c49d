package ranges

// noValue: a condition is null for some values, which is a fault and not false,
// with a default flow or without (S2.1, S3.5).
func noValue(p *pass, s *split) {
	for _, f := range s.Faults {
		if len(f.Witness) == 0 {
			continue // a condition without data that has no value is an error of its own
		}
		p.bag.Add(p.on(s, f.Condition, "for %s this condition has no value, which is a fault and not false", f.Witness).
			WithFix("test for null first, or declare the data without null"))
	}
}
