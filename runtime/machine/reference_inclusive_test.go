package machine_test

import (
	"slices"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// refWait is an inclusive join that holds tokens, by scope.
type refWait struct {
	node  int32
	scope *refScope
}

// joinInclusive is S2.4 for a token that arrives.
func (r *reference) joinInclusive(t *refToken) bool {
	t.state = "held"
	w := refWait{t.node, t.scope}
	if !slices.Contains(r.waiting, w) {
		r.waiting = append(r.waiting, w)
	}
	if !r.activated(w) {
		return false
	}
	r.consume(w, t)
	return true
}

// settle fires the inclusive joins that have become activated without an
// arrival, the longest waiting first.
func (r *reference) settle() {
	for r.status == machine.Active {
		r.waiting = slices.DeleteFunc(r.waiting, func(w refWait) bool { return len(r.held(w)) == 0 && r.late[w] == nil })
		i := slices.IndexFunc(r.waiting, func(w refWait) bool {
			if r.def.Nodes[w.node].Kind == machine.ComplexGateway {
				return r.complexReady(w)
			}
			return r.activated(w)
		})
		if i < 0 {
			return
		}
		w := r.waiting[i]
		if r.def.Nodes[w.node].Kind == machine.ComplexGateway {
			r.complexFires(w)
			continue
		}
		t := &refToken{node: w.node, flow: machine.None, scope: w.scope, state: "queued"}
		r.tokens = append(r.tokens, t)
		r.consume(w, nil)
		r.pass(t, r.def.Nodes[w.node])
	}
}

// held are the tokens that a join holds, by their flow.
func (r *reference) held(w refWait) map[int32][]*refToken {
	held := map[int32][]*refToken{}
	for _, t := range r.tokens {
		if t.state == "held" && t.node == w.node && t.scope == w.scope {
			held[t.flow] = append(held[t.flow], t)
		}
	}
	return held
}

// consume takes one token of each holding flow; that which goes on stays.
func (r *reference) consume(w refWait, stays *refToken) {
	for flow, tokens := range r.held(w) {
		if stays == nil || stays.flow != flow {
			r.kill(tokens[0])
		}
	}
	if stays != nil {
		stays.state = "going"
	}
	r.waiting = slices.DeleteFunc(r.waiting, func(w refWait) bool { return len(r.held(w)) == 0 && r.late[w] == nil })
}

// activated is §13.4.3 as it stands, by search over the directed paths of
// sequence flows from every token of the scope: some incoming flow has a token, and whatever
// has a path to one without also has a path to one with a token.
func (r *reference) activated(w refWait) bool {
	held := r.held(w)
	if len(held) == 0 {
		return false
	}
	return r.nothingComes(w, func(flow int32) bool { return len(held[flow]) > 0 })
}

// nothingComes reports whether no token of the scope can still come by a flow
// that does not count as holding, unless it can also come by one that does.
func (r *reference) nothingComes(w refWait, holding func(flow int32) bool) bool {
	for _, t := range r.tokens {
		if t.scope != w.scope || t.state == "held" && t.node == w.node {
			continue
		}
		toEmpty, toHolding := false, false
		for _, flow := range r.def.Nodes[w.node].In {
			holds := holding(flow)
			var starts []int32
			if t.node == w.node { // on its way by the flow itself
				starts = []int32{t.flow}
			} else {
				starts = slices.Clone(r.def.Nodes[t.node].Out)
				if !holds { // exception flows of an active host
					for _, b := range r.def.Nodes[t.node].Boundaries {
						starts = append(starts, r.def.Nodes[b].Out...)
					}
				}
			}
			if r.leads(starts, flow, w.node) {
				toEmpty = toEmpty || !holds
				toHolding = toHolding || holds
			}
		}
		if toEmpty && !toHolding {
			return false
		}
	}
	return true
}

// leads searches for a directed path that begins with one of the flows and ends
// with a flow into the join, and does not visit the join on its way.
func (r *reference) leads(starts []int32, end, join int32) bool {
	seen := map[int32]bool{}
	for len(starts) > 0 {
		f := starts[len(starts)-1]
		starts = starts[:len(starts)-1]
		if f == end {
			return true
		}
		if seen[f] || r.def.Flows[f].Target == join {
			continue
		}
		seen[f] = true
		starts = append(starts, r.def.Nodes[r.def.Flows[f].Target].Out...)
	}
	return false
}

// trip lets a boundary event happen to an activity (S1.2): its token goes onto the
// exception flow first, then the activity is cancelled if it interrupts.
func (r *reference) trip(host *refToken, boundary int32, interrupts bool) {
	r.moves = 0
	out := &refToken{node: boundary, flow: machine.None, scope: host.scope, state: "queued"}
	r.tokens = append(r.tokens, out)
	r.completed(out)
	r.leave(out)
	if interrupts && r.status == machine.Active {
		if host.state == "hosting" {
			r.killScope(host.inner)
		}
		r.kill(host)
		r.ended(host.scope)
	}
	r.run()
}

// reach computes what Definition.Joins says, as a fixed point over the flows:
// the compiler's search backward and the reference's forward are others.
func (p *process) reach() {
	d := p.def
	d.Joins = nil
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if n.Kind != machine.InclusiveGateway && n.Kind != machine.ComplexGateway || len(n.In) < 2 {
			continue
		}
		sc := &d.Scopes[n.Scope]
		j := machine.InclusiveJoin{Node: int32(i), Complex: n.Kind == machine.ComplexGateway, Activation: p.activations[int32(i)]}
		for _, end := range n.In {
			set := make(machine.NodeSet, (sc.End-sc.First+63)/64)
			for changed := true; changed; {
				changed = false
				for k := sc.First; k < sc.End; k++ {
					if d.Nodes[k].Scope != n.Scope || set.Has(k-sc.First) {
						continue
					}
					for _, f := range d.Nodes[k].Out {
						to := d.Flows[f].Target
						if f == end || to != int32(i) && set.Has(to-sc.First) {
							set[(k-sc.First)/64] |= 1 << ((k - sc.First) % 64)
							changed = true
							break
						}
					}
				}
			}
			j.Reach = append(j.Reach, set)
		}
		d.Joins = append(d.Joins, j)
	}
}
