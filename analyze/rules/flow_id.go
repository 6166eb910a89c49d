package rules

import (
	"fmt"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// flowID: flows without an id are named after what they join. That is said once a
// file, since where a tool leaves ids out it leaves out all of them (§8.2.1).
func flowID(p *pass, f *graph.File) {
	var missing []*bpmn.Base
	for _, l := range f.Levels {
		if !l.Executable {
			continue
		}
		for _, fl := range l.Flows {
			if fl.ID == "" {
				missing = append(missing, &fl.Base)
			}
		}
	}
	if len(missing) == 0 {
		return
	}
	what := "a sequence flow has no id: it is named after what it joins"
	if n := len(missing); n > 1 {
		what = fmt.Sprintf("%d sequence flows have no id: they are named after what they join", n)
	}
	d := p.on(missing[0], "%s", what)
	last := map[string]int{}
	for _, b := range missing {
		at, text := withID(f, last, b)
		d = d.edit(at, text)
	}
	d.fix("give each an id")
}
