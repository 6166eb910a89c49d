package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// parallelError: an error ends what it is thrown out of (EV §2.6), so that a catch
// that needs other events beside it would wait for what can't come any more.
func parallelError(p *pass, n *graph.Node) {
	if n.Event == nil || !n.Event.ParallelMultiple || !n.Is(bpmn.BoundaryEvent) && !n.Is(bpmn.StartEvent) {
		return
	}
	for _, d := range definitions(n) {
		if d.Kind == bpmn.ErrorTrigger {
			p.at(n.Base, d.Span, "%s needs an error and other events at once, but an error ends what could bring these", n.Label()).
				fix(`give the error an event of its own, or write parallelMultiple="false"`)
		}
	}
}
