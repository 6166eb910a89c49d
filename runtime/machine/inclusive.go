package machine

import (
	"errors"
	"slices"
)

var errNoReach = errors.New("the definition does not say which nodes lead to the incoming flows of the inclusive join, or of the complex one")

// The inclusive join (S2.4, §13.4.3) waits as long as a token of its scope can
// still come by an incoming flow that holds none, unless that token can also
// come by one that holds some. Which nodes lead to which flow is in the
// definition; what is left for run time is one bit for each token.

// NodeSet is a set of nodes of one scope: bit i stands for node First+i.
type NodeSet []uint64

// Has reports whether the set has the node at that distance from the scope's first.
func (s NodeSet) Has(i int32) bool { return s[i>>6]>>(uint(i)&63)&1 != 0 }

// InclusiveJoin is an inclusive gateway of several incoming flows, or a complex
// one, which waits for its reset in the same way (S2.5).
type InclusiveJoin struct {
	Node int32
	// Complex: it is a complex gateway, and Activation the index of its activation
	// condition, None where it starts with each token.
	Complex    bool
	Activation int32
	// Reach has for each incoming flow, in their order, the nodes of the join's
	// scope whose outgoing flows lead to it without visiting the join. Nodes of
	// nested scopes are in none: their host stands for them.
	Reach []NodeSet
}

// inclusiveJoin finds a join by its node; ok is false where there is none.
func (d *Definition) inclusiveJoin(node int32) (j *InclusiveJoin, ok bool) {
	i, ok := slices.BinarySearchFunc(d.Joins, node, func(j InclusiveJoin, node int32) int { return int(j.Node) - int(node) })
	if !ok {
		return nil, false
	}
	return &d.Joins[i], true
}

// inclusive is what an instance keeps once tokens have come to an inclusive join.
type inclusive struct {
	// waiting are the joins that hold tokens; the longest waiting is asked first.
	waiting []waitingJoin
	// adHoc are the ad-hoc sub-processes that are open: here, since the fewest
	// instances have any and all share the size of extra.
	adHoc adHocs
}

// waitingJoin is an inclusive join that holds tokens in an open scope.
type waitingJoin struct {
	def   *InclusiveJoin
	scope int32 // slot
	join  int32 // index of the counts
	// blocker is a token that held the join back when it was last asked. It spares
	// the search as long as it still does; it decides nothing.
	blocker Ref
	// taken are the flows of which a complex gateway that waits for reset has taken
	// a token; nil before. asked: its activation condition was false, and nothing
	// that it may read has changed since.
	taken NodeSet
	asked bool
}

// holds reports whether an incoming flow holds a token; one that was taken in
// this round counts (§13.4.5).
func (w *waitingJoin) holds(flow int32, counts []int32) bool {
	return counts[flow] > 0 || w.taken != nil && w.taken.Has(flow)
}

// joinInclusive brings a token to an inclusive join and reports whether that
// fires. The token that arrived is then the one that goes on.
func (m *Machine) joinInclusive(s *Scratch, slot int32, n *Node) bool {
	t := &m.tokens[slot]
	if t.arg == None {
		m.noFlowToJoin(s, slot)
		return false
	}
	sc := m.scope(t.scope)
	at := m.hold(slot, n)
	if m.heldBack(s, &m.extra.inclusive.waiting[at], slot) {
		if s.Facts {
			m.tell(s, NodeJoined, slot)
		}
		m.release(slot) // its scope still counts it
		return false
	}
	t.origin = m.extra.joins[m.extra.inclusive.waiting[at].join].origin
	sc.active -= m.takeHeld(at) - 1
	return true
}

// hold counts a token that has come to a join, and finds that among those
// that wait.
func (m *Machine) hold(slot int32, n *Node) (at int) {
	t := &m.tokens[slot]
	index := m.joinIndex(m.scope(t.scope), t.node, len(n.In))
	x := m.extra
	if x.inclusive == nil {
		x.inclusive = &inclusive{}
	}
	x.joins[index].counts[m.def.Flows[t.arg].Slot]++
	x.joins[index].origin = m.united(x.joins[index].origin, t.origin)
	at = slices.IndexFunc(x.inclusive.waiting, func(w waitingJoin) bool { return w.join == index })
	if at < 0 {
		def, _ := m.def.inclusiveJoin(t.node)
		at = len(x.inclusive.waiting)
		x.inclusive.waiting = append(x.inclusive.waiting, waitingJoin{def: def, scope: t.scope, join: index})
	}
	return at
}

// settled lets those inclusive joins fire that nothing holds back any more: a
// token may have died or departed in their scope since they were asked. It
// reports whether the instance goes on. Where no join waits it is nearly free.
func (m *Machine) settled(s *Scratch) bool {
	return m.extra == nil || m.extra.inclusive == nil || m.settle(s)
}

func (m *Machine) settle(s *Scratch) bool {
	x := m.extra
	for at := 0; at < len(x.inclusive.waiting); {
		w := &x.inclusive.waiting[at]
		if w.def.Complex {
			if !m.settleComplex(s, at) {
				at++
				continue
			}
			if m.status.Over() {
				return false
			}
			at = 0
			continue
		}
		if m.heldBack(s, w, None) {
			at++
			continue
		}
		scope, node := w.scope, w.def.Node
		slot := m.beside(s, scope, node)
		m.tokens[slot].origin = x.joins[x.inclusive.waiting[at].join].origin
		m.scope(scope).active -= m.takeHeld(at)
		s.at, s.current = node, refOf(slot, m.tokens[slot].gen)
		m.splitInclusive(s, slot, &m.def.Nodes[node])
		if m.status.Over() {
			return false
		}
		at = 0 // its token may hold back others, or have ended what they wait for
	}
	return true
}

// takeHeld takes one token of each flow that holds some (§13.4.3) and tells how
// many that were. Excess tokens stay and count for the next firing.
func (m *Machine) takeHeld(at int) (taken int32) {
	w := m.extra.inclusive
	left := false
	counts := m.extra.joins[w.waiting[at].join].counts
	for i, c := range counts {
		if c > 0 {
			counts[i]--
			taken++
			left = left || c > 1
		}
	}
	if !left {
		m.extra.joins[w.waiting[at].join].origin = 0
		w.waiting = slices.Delete(w.waiting, at, at+1)
	}
	return taken
}

// heldBack reports whether some token holds the join back. except is the token
// that has just arrived, which the counts have already; None for none.
func (m *Machine) heldBack(s *Scratch, w *waitingJoin, except int32) bool {
	counts := m.extra.joins[w.join].counts
	first := m.def.Scopes[m.def.Nodes[w.def.Node].Scope].First
	if b := w.blocker; b != 0 && m.heldBackBy(b, w, except) {
		return true
	}
	w.blocker = 0
	// The nodes that lead to an empty flow, and those that lead to a holding one.
	words := len(w.def.Reach[0])
	if cap(s.reach) < 2*words {
		s.reach = make([]uint64, 2*words)
	}
	empty, holding := NodeSet(s.reach[:words]), NodeSet(s.reach[words:2*words])
	clear(empty)
	clear(holding)
	for i, from := range w.def.Reach {
		to := empty
		if w.holds(int32(i), counts) {
			to = holding
		}
		for k, bits := range from {
			to[k] |= bits
		}
	}
	sc := m.scope(w.scope)
	for i := sc.joins; i != None; i = m.extra.joins[i].next {
		j := &m.extra.joins[i]
		if i != w.join && !holding.Has(j.node-first) && empty.Has(j.node-first) && slices.ContainsFunc(j.counts, positive) {
			return true
		}
	}
	for slot := sc.first; slot != None; slot = m.tokens[slot].next {
		t := &m.tokens[slot]
		if slot == except || t.state == sweeping { // its throw has gone on
			continue
		}
		if t.node == w.def.Node { // on its way by a flow
			if t.arg == None || w.holds(m.def.Flows[t.arg].Slot, counts) {
				continue
			}
		} else if holding.Has(t.node-first) || !empty.Has(t.node-first) && !m.excepted(t.node, first, empty) {
			continue
		}
		w.blocker = refOf(slot, t.gen)
		return true
	}
	return false
}

func positive(n int32) bool { return n > 0 }

// excepted reports whether an exception flow of an activity leads there: a
// boundary event may fire and bring a token by an empty flow, but none can be
// relied on to bring one by a flow that holds some (S2.4).
func (m *Machine) excepted(node, first int32, empty NodeSet) bool {
	for _, b := range m.def.Nodes[node].Boundaries {
		if empty.Has(b - first) {
			return true
		}
	}
	return false
}

// heldBackBy is heldBack for one token, by the flows themselves. A token that
// left its activity is no longer the one that it was, and the search finds it again.
func (m *Machine) heldBackBy(r Ref, w *waitingJoin, except int32) bool {
	t := &m.tokens[r.slot()]
	if t.gen != r.gen() || t.state == vacant || r.slot() == except || t.scope != w.scope {
		return false
	}
	counts := m.extra.joins[w.join].counts
	if t.node == w.def.Node {
		return t.arg != None && !w.holds(m.def.Flows[t.arg].Slot, counts)
	}
	first := m.def.Scopes[m.def.Nodes[w.def.Node].Scope].First
	back := false
	for i, from := range w.def.Reach {
		holds := w.holds(int32(i), counts)
		switch {
		case from.Has(t.node - first):
			if holds {
				return false
			}
			back = true
		case !holds && !back:
			back = m.excepted(t.node, first, from)
		}
	}
	return back
}

// forget drops a join that is dropped with its scope.
func (in *inclusive) forget(join int32) {
	in.waiting = slices.DeleteFunc(in.waiting, func(w waitingJoin) bool { return w.join == join })
}

// validateInclusive checks that the reach of the inclusive joins is whole.
func (d *Definition) validateInclusive(n *Node, i int32) error {
	if len(n.In) < 2 {
		return nil
	}
	j, ok := d.inclusiveJoin(i)
	if !ok || len(j.Reach) != len(n.In) || j.Complex != (n.Kind == ComplexGateway) {
		return errNoReach
	}
	words := (int(d.Scopes[n.Scope].End-d.Scopes[n.Scope].First) + 63) >> 6
	for _, from := range j.Reach {
		if len(from) != words {
			return errNoReach
		}
	}
	return nil
}
