package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// compensationUnjoined: an activity for compensation runs by the boundary event
// that an association joins it to, and never otherwise (§10.7).
func compensationUnjoined(p *pass, f *graph.File) {
	reached := map[*graph.Node]bool{}
	for _, list := range f.Compensations() {
		for _, h := range list {
			reached[h] = true
		}
	}
	for _, l := range f.Levels {
		for _, n := range l.Nodes {
			if n.Act == nil || !n.Act.IsForCompensation || n.IsEventSubProcess() || reached[n] {
				continue
			}
			p.on(n.Base, "%s is for compensation, and no compensation boundary event leads to it", n.Label()).
				fix("join it by an association to the compensation boundary event of what it undoes, or take isForCompensation out")
		}
	}
}
