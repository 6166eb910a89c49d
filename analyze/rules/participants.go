package rules

import (
	"strconv"

	"github.com/bpmngen/bpmngen/compiler/graph"
)

// participantMultiplicity: at least none, at most one or more, the minimum not
// above the maximum (§9.3.1, Table 9.4).
func participantMultiplicity(p *pass, f *graph.File) {
	for _, c := range f.Collaborations {
		for _, pt := range c.Participants {
			m := pt.Multiplicity
			if m == nil {
				continue
			}
			low, high := 0, 1
			if a, ok := m.Attr("", "minimum"); ok {
				low, _ = strconv.Atoi(a.Value)
			}
			if a, ok := m.Attr("", "maximum"); ok {
				high, _ = strconv.Atoi(a.Value)
			}
			if low < 0 || high < 1 || low > high {
				p.at(&pt.Base, m.Span, "%s can't have at least %d and at most %d participants", label(&pt.Base), low, high).
					fix("write a minimum of 0 or more, and a maximum that is not below it and not below 1")
			}
		}
	}
}
