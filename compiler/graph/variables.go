package graph

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
)

// DeclaresVariable reports whether a process or sub-process of the file declares a
// variable of that name by an extension element: it has a name and no id.
func (f *File) DeclaresVariable(name string) bool {
	for _, l := range f.Levels {
		for _, x := range l.Elem().Extensions {
			if x.Name.Space != bpmn.OwnNS || x.Name.Local != "variable" {
				continue
			}
			if a, ok := x.Attr("", "name"); ok && name != "" && strings.TrimSpace(a.Value) == name {
				return true
			}
		}
	}
	return false
}
