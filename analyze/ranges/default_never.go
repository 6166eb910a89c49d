package ranges

import "github.com/bpmngen/bpmngen/compiler/diag"

// defaultNever: no values leave all conditions of a split false, so that its
// default is never taken (S2.1, S2.3, S1.4). That can be caution.
func defaultNever(p *pass, s *split) {
	if s.byDefault == nil || !s.Covered || len(s.Always) > 0 {
		return
	}
	f := s.byDefault
	p.bag.Add(diag.New(p.code, f.Span, "the default flow %s is never taken: no values leave all conditions false", label(f)).On(f.ID, f.Name).
		WithRelated(s.node.Span, "the split").
		WithFix("take the flow out, or the condition that it stands for"))
}
