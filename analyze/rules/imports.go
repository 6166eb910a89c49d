package rules

import "github.com/bpmngen/bpmngen/compiler/graph"

// imports: what another BPMN file holds is known only where that file is compiled
// along (§8.1).
func imports(p *pass, f *graph.File) {
	for _, i := range f.Defs.Imports {
		if i.ImportType == "" || i.Namespace == "" || f.Graph.HasSpace(i.Namespace) {
			continue
		}
		what := "its types and operations are not read"
		if i.ImportType == bpmnNamespace {
			what = "references into it are not followed"
		}
		p.on(&i.Base, "%s is imported and not compiled along: %s", graph.Quote(i.Location), what).
			fix("compile the files together, or declare here what is used")
	}
}

const bpmnNamespace = "http://www.omg.org/spec/BPMN/20100524/MODEL"
