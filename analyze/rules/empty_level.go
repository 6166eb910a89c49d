package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// emptyLevel: a process or sub-process that holds nothing does nothing.
func emptyLevel(p *pass, l *graph.Level) {
	if len(l.Nodes) == 0 && (l.Executable || l.Process.IsExecutable == "true") {
		p.on(l.Elem(), "%s holds no activity, event or gateway", label(l.Elem())).
			fix("draw what it does, or take it out")
	}
}
