package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/graph"
)

// isLink reports an intermediate event with a Link definition.
func isLink(n *graph.Node) bool {
	if n.Event == nil || len(n.Event.Definitions) != 1 {
		return false
	}
	return n.Event.Definitions[0].Kind == bpmn.LinkTrigger && (n.Is(bpmn.IntermediateCatchEvent) || n.Is(bpmn.IntermediateThrowEvent))
}

// links is how the Link events of a process pair.
type links struct {
	target map[*graph.Node]*graph.Node   // of a throw
	throws map[*graph.Node][]*graph.Node // of a catch, in document order
}

// pairLinks finds the target of every Link throw of a process: the catch of the
// same name on its own level (EV §2.8). Throws without exactly one target have
// none; the rules say so.
func pairLinks(root *graph.Level) links {
	out := links{map[*graph.Node]*graph.Node{}, map[*graph.Node][]*graph.Node{}}
	var walk func(l *graph.Level)
	walk = func(l *graph.Level) {
		targets := map[string]*graph.Node{}
		for _, n := range l.Nodes {
			if isLink(n) && n.Is(bpmn.IntermediateCatchEvent) {
				targets[graph.LinkName(n)] = n
			}
		}
		for _, n := range l.Nodes {
			if isLink(n) && n.Is(bpmn.IntermediateThrowEvent) {
				if t := targets[graph.LinkName(n)]; t != nil {
					out.target[n] = t
					out.throws[t] = append(out.throws[t], n)
				}
			}
			if n.Inner != nil {
				walk(n.Inner)
			}
		}
	}
	walk(root)
	return out
}

// vanishes reports a Link event that is no node of the model: every Link catch,
// and a throw whose incoming flows lead straight to where its target's flow
// leads. A throw stays, silent, where one flow can't say what its target does: the
// target has several flows or a conditional one; several flows would become one
// flow into a join, which counts them; or Links follow on one another.
func (b *builder) vanishes(n *graph.Node) bool {
	if !isLink(n) {
		return false
	}
	if n.Is(bpmn.IntermediateCatchEvent) {
		return true
	}
	_, ok := b.through(n)
	return ok
}

// through returns the node that a Link throw leads to where the throw vanishes.
func (b *builder) through(throw *graph.Node) (*graph.Node, bool) {
	catch := b.links.target[throw]
	if catch == nil || len(catch.Out) != 1 || catch.Out[0].Condition != nil {
		return nil, false
	}
	target := catch.Out[0].Target
	if target == nil || isLink(target) {
		return nil, false
	}
	if target.Gateway != nil && target.Gateway.Kind != bpmn.ExclusiveGateway && len(target.In) > 1 && b.arrivals(catch) > 1 {
		return nil, false
	}
	return target, true
}

// arrivals is how many flows lead into the throws of a Link.
func (b *builder) arrivals(catch *graph.Node) int {
	n := 0
	for _, throw := range b.links.throws[catch] {
		n += len(throw.In)
	}
	return n
}

// ends are the nodes that a flow joins in the model; false where it is none
// there: its source is a Link catch and no throw of it stays.
func (b *builder) ends(f *graph.Flow) (source, target int, ok bool) {
	from, to := f.Source, f.Target
	if isLink(from) && from.Is(bpmn.IntermediateCatchEvent) {
		from = nil
		for _, throw := range b.links.throws[f.Source] {
			if _, stays := b.at[throw]; stays {
				from = throw
				break
			}
		}
	}
	if isLink(to) {
		if beyond, gone := b.through(to); gone {
			to = beyond
		}
	}
	source, okSource := b.at[from]
	target, okTarget := b.at[to]
	return source, target, okSource && okTarget
}
