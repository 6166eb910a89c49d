package bpmntest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/runtime"
)

// names finds flow nodes as scenarios name them: by BPMN id, or by name where no
// id matches.
type names struct {
	nodes []named
	ids   map[string]bool
}

type named struct {
	process string
	def     *runtime.NodeDef
}

func newNames(processes []Process) *names {
	n := &names{ids: map[string]bool{}}
	for _, p := range processes {
		for i := range p.Definition.Nodes {
			d := &p.Definition.Nodes[i]
			if d.Uncounted {
				continue // of a repeated activity; the activity itself has its id
			}
			n.nodes = append(n.nodes, named{p.Definition.Key, d})
			n.ids[d.ID] = true
		}
	}
	return n
}

// find returns the ids of the nodes that a name means, in document order; none
// where there is no such node.
func (n *names) find(name string) []string {
	if n.ids[name] {
		return []string{name}
	}
	var ids []string
	for _, x := range n.nodes {
		if x.def.Name == name && !slices.Contains(ids, x.def.ID) {
			ids = append(ids, x.def.ID)
		}
	}
	return ids
}

// only is the one node of a process that a name means.
func (n *names) only(process, name string) (string, error) {
	var ids []string
	for _, id := range n.find(name) {
		for _, x := range n.nodes {
			if x.process == process && x.def.ID == id {
				ids = append(ids, id)
			}
		}
	}
	switch len(ids) {
	case 0:
		return "", fmt.Errorf("process %s has no node %s", process, name)
	case 1:
		return ids[0], nil
	}
	return "", fmt.Errorf("%q is the name of %s: write the id", name, strings.Join(ids, " and "))
}

// is reports whether a name means the node with that id.
func (n *names) is(name, id string) bool {
	return name == id || !n.ids[name] && slices.Contains(n.find(name), id)
}

// node is the definition of a node.
func (n *names) node(process, id string) *runtime.NodeDef {
	for _, x := range n.nodes {
		if x.process == process && x.def.ID == id {
			return x.def
		}
	}
	return nil
}
