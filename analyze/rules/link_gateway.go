package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// linkArm: a Link waits for nothing and so is no arm of an event-based gateway (EV §2.8).
func linkArm(p *pass, f *graph.Flow) {
	if f.Source != nil && f.Target != nil && f.Source.IsGateway(bpmn.EventBasedGateway) && linkOf(f.Target) != nil {
		p.on(&f.Base, "%s leads from an event-based gateway to a Link: %s", label(&f.Base), f.Target.Label()).
			related(f.Target.Span, "the Link").
			fix("let the gateway wait for a message, timer, signal or condition, and lead on from there")
	}
}
