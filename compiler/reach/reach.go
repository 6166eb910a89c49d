// Package reach precomputes what joins have to know of the graph around them,
// so that an instance decides with one bit for each of its tokens whether an
// inclusive join still has to wait (S2.4, §13.4.3).
package reach

import "github.com/bpmngen/bpmngen/compiler/model"

// Join is an inclusive gateway of several incoming flows, or a complex one, which
// waits for its reset in the same way (S2.5).
type Join struct {
	Node int // index into Process.Nodes
	// From has for each incoming flow, in the order of Node.In, the set of the
	// nodes of the join's scope whose outgoing flows lead to it without visiting the
	// join. Bit i stands for node First+i of the scope. Nodes of nested scopes are
	// in none: their host stands for them. A boundary event is a node like any
	// other; that its host leads there by it is the runtime's to say, since it counts
	// for empty flows only.
	From [][]uint64
}

// Inclusive finds the inclusive joins and the complex ones of a process, by rising Node. The time
// is in proportion to the incoming flows of all joins and, for each, what leads to
// it. It is safe for concurrent use on one process.
func Inclusive(p *model.Process) []Join {
	var joins []Join
	var before [][]int // by flow, its sources
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Kind != model.InclusiveGateway && n.Kind != model.ComplexGateway || len(n.In) < 2 {
			continue
		}
		if before == nil {
			before = sources(p)
		}
		j := Join{Node: i, From: make([][]uint64, len(n.In))}
		for slot, f := range n.In {
			j.From[slot] = backward(p, before, i, f)
		}
		joins = append(joins, j)
	}
	return joins
}

// sources are the nodes that each flow leaves: one, but for what follows a Link,
// which all of its throws share (EV §2.8).
func sources(p *model.Process) [][]int {
	before := make([][]int, len(p.Flows))
	for i := range p.Nodes {
		for _, f := range p.Nodes[i].Out {
			before[f] = append(before[f], i)
		}
	}
	return before
}

// backward searches from a flow into a join for all nodes that lead to it.
func backward(p *model.Process, before [][]int, join, end int) []uint64 {
	scope := &p.Scopes[p.Nodes[join].Scope]
	set := make([]uint64, (scope.End-scope.First+63)/64)
	flows := []int{end}
	for len(flows) > 0 {
		f := flows[len(flows)-1]
		flows = flows[:len(flows)-1]
		for _, n := range before[f] {
			at := n - scope.First
			if n == join || set[at/64]>>(at%64)&1 != 0 {
				continue
			}
			set[at/64] |= 1 << (at % 64)
			flows = append(flows, p.Nodes[n].In...)
		}
	}
	return set
}
