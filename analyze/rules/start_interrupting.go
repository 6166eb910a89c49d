package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// startInterrupting: an error or a compensation start of an event sub-process is
// always interrupting (Table 10.86).
func startInterrupting(p *pass, n *graph.Node) {
	if !n.Is(bpmn.StartEvent) || !n.Level.IsEventSubProcess() || n.Event.IsInterrupting {
		return
	}
	for _, d := range definitions(n) {
		if d.Kind == bpmn.ErrorTrigger {
			p.on(n.Base, "%s is non-interrupting, but an error always ends its scope", n.Label()).
				related(n.At("isInterrupting"), "here").
				fix(`write isInterrupting="true", or take the attribute out`)
		}
	}
}
