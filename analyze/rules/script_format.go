package rules

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// scriptFormat: a script says what language it is in (§10.3.3, Table 10.12). The
// host supplies the work of a script task whatever its text is, so it is one note a file.
func scriptFormat(p *pass, f *graph.File) {
	p.once = true
	for _, l := range f.Levels {
		for _, n := range l.Nodes {
			if n.Task != nil && n.Task.Kind == bpmn.ScriptTask && n.Task.Script.Value != "" && n.Task.ScriptFormat == "" {
				p.on(n.Base, "%s has a script and no scriptFormat", n.Label()).
					fix("write scriptFormat with the media type of the script's language")
			}
		}
	}
}
