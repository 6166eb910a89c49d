package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// publicExecutable: a public process shows what others may see of it; it is not executable (§10.1, Table 10.1).
func publicExecutable(p *pass, f *graph.File) {
	for _, l := range f.Processes {
		if l.Process.ProcessType == "Public" && l.Process.IsExecutable == "true" {
			p.on(l.Elem(), "%s is public and executable", label(l.Elem())).related(l.Elem().At("processType"), "here").
				fix(`write processType="Private", or take isExecutable="true" out`)
		}
	}
}
