package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// compensationProcess: a compensation event sub-process is its sub-process's own
// handler; a process that is complete is over (S8.2).
func compensationProcess(p *pass, n *graph.Node) {
	if n.Level.Sub == nil && n.CompensationStart() != nil {
		p.on(n.Base, "%s never starts: nothing compensates a process that is complete", n.Label()).
			fix("put it into the sub-process that it is to compensate, or let an end event of the process throw compensation")
	}
}
