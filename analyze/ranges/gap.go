package ranges

import "github.com/bpmngen/bpmngen/compiler/diag"

// gap: a split without a default has values for which no condition is true, and
// then faults (S2.1, S2.3, S1.4).
func gap(p *pass, s *split) {
	if !s.open || s.Gap == nil {
		return
	}
	n := s.node
	what := "whatever the data is"
	if len(*s.Gap) > 0 {
		what = "for " + s.Gap.String()
	}
	d := diag.New(p.code, n.Span, "stuck %s: no condition holds and there is no default flow", what).On(n.ID, n.Name)
	p.bag.Add(d.WithFix("add a default flow, or a condition for these values"))
}
