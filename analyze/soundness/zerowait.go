package soundness

import (
	"slices"

	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// idle reports a node that a token passes without waiting and without anything
// being done, so that whatever was true before it is true behind it.
func idle(n *graph.Node) bool {
	switch {
	case n.Gateway != nil:
		return n.Gateway.Kind == bpmn.ExclusiveGateway || n.Gateway.Kind == bpmn.InclusiveGateway && len(n.In) < 2
	case n.Task != nil:
		return passThrough(n) && n.Act.Loop == nil && len(n.Boundaries) == 0 && n.Act.IO == nil && len(n.Act.DataOutputs) == 0 && len(n.Extensions) == 0
	case n.Is(bpmn.IntermediateThrowEvent):
		return len(definitions(n)) == 0 || isLink(n)
	}
	return n.Is(bpmn.IntermediateCatchEvent) && isLink(n)
}

// idleLoops finds cycles of idle nodes (S1.7): each as its nodes, in the order of the file.
func idleLoops(l *graph.Level) [][]*graph.Node {
	var out [][]*graph.Node
	index, low := map[*graph.Node]int{}, map[*graph.Node]int{}
	on := map[*graph.Node]bool{}
	var stack []*graph.Node
	type frame struct {
		n    *graph.Node
		next []*graph.Node
	}
	enter := func(n *graph.Node) frame {
		index[n] = len(index) + 1
		low[n] = index[n]
		stack = append(stack, n)
		on[n] = true
		var next []*graph.Node
		for _, f := range n.Out {
			if f.Target != nil && idle(f.Target) {
				next = append(next, f.Target)
			}
		}
		if isLink(n) && n.Is(bpmn.IntermediateThrowEvent) {
			for _, m := range l.Nodes {
				if isLink(m) && m.Is(bpmn.IntermediateCatchEvent) && graph.LinkName(m) == graph.LinkName(n) {
					next = append(next, m)
				}
			}
		}
		return frame{n, next}
	}
	for _, root := range l.Nodes {
		if !idle(root) || index[root] > 0 {
			continue
		}
		work := []frame{enter(root)}
		for len(work) > 0 {
			f := &work[len(work)-1]
			if len(f.next) > 0 {
				k := f.next[0]
				f.next = f.next[1:]
				switch {
				case index[k] == 0:
					work = append(work, enter(k))
				case on[k]:
					low[f.n] = min(low[f.n], index[k])
				}
				continue
			}
			n := f.n
			work = work[:len(work)-1]
			if len(work) > 0 {
				up := work[len(work)-1].n
				low[up] = min(low[up], low[n])
			}
			if low[n] != index[n] {
				continue
			}
			var part []*graph.Node
			for {
				k := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[k] = false
				part = append(part, k)
				if k == n {
					break
				}
			}
			if len(part) > 1 || slices.ContainsFunc(n.Out, func(f *graph.Flow) bool { return f.Target == n }) {
				slices.SortFunc(part, func(a, b *graph.Node) int { return slices.Index(l.Nodes, a) - slices.Index(l.Nodes, b) })
				out = append(out, part)
			}
		}
	}
	return out
}

// zeroWait says the loops that wait for nothing.
func (v *Verdict) zeroWait() {
	for _, root := range v.Processes {
		if !root.Executable {
			continue // the tasks of a drawing stand for work
		}
		for _, l := range below(root) {
			for _, loop := range idleLoops(l) {
				var names []string
				for _, n := range loop {
					names = append(names, n.Label())
				}
				if len(names) > 6 {
					names = append(names[:5], "others")
				}
				v.findings = append(v.findings, finding{what: zeroWait, node: loop[0], why: list(names) + " form a loop that waits for nothing and does nothing: what decides once to go round does so always"})
			}
		}
	}
}
