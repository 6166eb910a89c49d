package soundness

import (
	"math/bits"
	"slices"
)

// DefaultBudget is what check takes where nothing else is said.
var DefaultBudget = Budget{States: 1 << 21, Bytes: 512 << 20}

// outcome of a search.
type outcome uint8

const (
	whole    outcome = iota // every reachable state was seen
	narrow                  // a place needs more bits
	exceeded                // the budget is used up
	endless                 // there is no bound
)

// run explores until everything was seen or something ends the search. goal, if
// there is one, ends it at the first state for which it holds.
func (x *search) run(goal func(s *state, stuck bool) bool) (outcome, int32) {
	limit := x.limit
	if limit.States == 0 {
		limit.States = DefaultBudget.States
	}
	if limit.Bytes == 0 {
		limit.Bytes = DefaultBudget.Bytes
	}
	x.start(&x.cur)
	x.store(&x.cur, none, none)
	x.see(x.cur.w)
	level := 1
	var list []int32
	for i := 0; i < len(x.off); i++ {
		if i == level {
			level = len(x.off)
		}
		x.seen = i + 1
		if _, ok := x.cut[int32(i)]; ok {
			continue
		}
		x.load(int32(i), &x.cur)
		x.at = int32(i)
		list = x.possible(&x.cur, list[:0])
		moved := false
		for _, t := range list {
			if !x.fire(t, &x.cur, &x.next) {
				if x.overflow != none {
					return narrow, none
				}
				continue
			}
			moved = true
			if x.fired[t>>6]>>(t&63)&1 == 0 || x.n.trans[t].act == actTerminate {
				if x.fired[t>>6]>>(t&63)&1 == 0 && x.n.trans[t].act == actUncaught {
					x.uncaught = append(x.uncaught, arrival{int32(i), t})
				}
				x.fired[t>>6] |= 1 << (t & 63)
				x.ends(t)
			}
			id, known := x.store(&x.next, int32(i), t)
			switch {
			case known:
				x.back = x.back || int(id) < level
			default:
				x.see(x.next.w)
				if x.width > 1 && x.pumps(id) && x.grown {
					x.cut[id] = x.last.from
				}
			}
			if tr := &x.n.trans[t]; (tr.end != 0 || len(tr.ends) > 0) && !x.endOpen && (len(tr.ends) > 1 || !x.final(x.next.w)) {
				x.endOpen = true
			}
		}
		if x.unbounded != nil && len(x.off) > x.last.first+afterPump {
			return endless, none
		}
		if x.tooMany || len(x.off) > limit.States || int64(len(x.recs)+2*len(x.off))*8+int64(len(x.table))*4 > limit.Bytes {
			return exceeded, none
		}
		if x.final(x.cur.w) {
			x.finals++
			if !moved && x.left == none && x.undelivered(&x.cur) {
				x.left = int32(i)
			}
		} else if !moved {
			x.deadlocks = append(x.deadlocks, int32(i))
		}
		if goal != nil && goal(&x.cur, !moved) {
			return whole, int32(i)
		}
	}
	if x.unbounded != nil {
		return endless, none
	}
	x.done = true
	return whole, none
}

// afterPump is how many more states are looked at once it is known that there is
// no end of them: for what else can be said.
const afterPump = 4096

func (x *search) see(w []uint64) {
	for k, v := range w {
		x.marked[k] |= v
	}
}

// undelivered reports messages under way.
func (x *search) undelivered(s *state) bool {
	if x.ordered {
		return len(s.net) > 0
	}
	for i, m := range x.msgs {
		if s.w[i]&m != 0 {
			return true
		}
	}
	return false
}

// possible appends the transitions that may be done in a state: the urgent
// ones, or if there is none all. What the network has to say is left to fire.
func (x *search) possible(s *state, list []int32) []int32 {
	if x.hurry {
		list = x.collect(s.w, x.urgent, list)
		if len(list) > 0 {
			return list
		}
	}
	if x.queued {
		return x.inOrder(s, list)
	}
	return x.collectAll(s.w, list)
}

// collectAll collects what no urgent transition comes before.
func (x *search) collectAll(w []uint64, list []int32) []int32 {
	list = x.collect(w, x.trig, list)
	for _, t := range x.always {
		if x.enabled(&x.steps[t], w) {
			list = append(list, t)
		}
	}
	return list
}

func (x *search) collect(w []uint64, by [][]int32, list []int32) []int32 {
	for k, v := range w {
		for v != 0 {
			b := uint(bits.TrailingZeros64(v))
			p := (uint(k)<<6 + b) / x.width
			v &^= x.most << (p * x.width & 63)
			for _, t := range by[p] {
				s := &x.steps[t]
				if !x.enabled(s, w) {
					continue
				}
				if s.t.join != none && !x.firstOf(s.t, int32(p), w) {
					continue
				}
				list = append(list, t)
			}
		}
	}
	return list
}

// firstOf reports whether a place is the first by which a join is found.
func (x *search) firstOf(t *transition, p int32, w []uint64) bool {
	j := &x.n.joins[t.join]
	if j.reset {
		return p == t.some[0]
	}
	for _, q := range j.in {
		if x.get(w, q) > 0 {
			return q == p
		}
	}
	return false
}

// inOrder is possible where tokens move in the machine's order: the one that
// became ready first goes on, and only when none is ready something happens outside.
func (x *search) inOrder(s *state, list []int32) []int32 {
	for len(s.q) > 0 {
		p := s.q[0]
		s.q = s.q[1:]
		if x.get(s.w, p) == 0 {
			continue
		}
		for i := range x.steps {
			st := &x.steps[i]
			if st.t.urgent || st.t.wait || !takes(x.n, st.t, p) || !x.enabled(st, s.w) {
				continue
			}
			list = append(list, int32(i))
		}
		if len(list) > 0 {
			return list
		}
	}
	return x.collectAll(s.w, list)
}

func takes(n *net, t *transition, p int32) bool {
	if t.join != none {
		for _, q := range n.joins[t.join].in {
			if q == p {
				return true
			}
		}
		return false
	}
	for _, q := range t.take {
		if q == p {
			return true
		}
	}
	return false
}

// pumps looks for a state on the way to a new one of which that has all and
// more, and proves that the way between them can be repeated: as what it asks
// for depends only on which places hold something, it can then be for ever.
func (x *search) pumps(id int32) bool {
	var last state
	x.load(id, &last)
	var old state
	steps := []int32{x.via[id]}
	for a := x.parent[id]; a != none; a = x.parent[a] {
		x.load(a, &old)
		if x.covers(&last, &old) && x.repeats(steps, &old, &last) {
			if x.unbounded == nil {
				x.unbounded = &pump{a, id}
				x.last.first = len(x.off)
			}
			x.last.from = a
			return true
		}
		steps = append(steps, x.via[a])
	}
	return false
}

// covers reports that a state has all that another has and more, tokens that are
// ready to move apart.
func (x *search) covers(a, b *state) bool {
	if len(a.q) > 0 || len(b.q) > 0 || // what is ready moves before anything else happens
		len(a.net) < len(b.net) {
		return false
	}
	more := len(a.net) > len(b.net)
	x.grown = len(a.net) > len(b.net)+1
	for k := range a.w {
		if a.w[k] == b.w[k] {
			continue
		}
		for sh := uint(0); sh < 64; sh += x.width {
			u, v := a.w[k]>>sh&x.most, b.w[k]>>sh&x.most
			if u < v {
				return false
			}
			more = more || u > v
			x.grown = x.grown || u > v && u > 1
		}
	}
	return more
}

// repeats does the steps (last first) again from a state and reports whether they
// add the same once more.
func (x *search) repeats(steps []int32, old, last *state) bool {
	var s, to state
	s.copyFrom(last)
	unsafe := x.unsafe
	x.unsafe = map[int32]arrival{}
	defer func() { x.unsafe, x.overflow = unsafe, none }()
	for i := len(steps) - 1; i >= 0; i-- {
		st := &x.steps[steps[i]]
		if !st.t.urgent && x.hurry && len(x.collect(s.w, x.urgent, nil)) > 0 || !x.enabled(st, s.w) || !x.fire(steps[i], &s, &to) {
			return false
		}
		s, to = to, s
	}
	for p := range x.n.places {
		p := int32(p)
		if x.get(s.w, p)-x.get(last.w, p) != x.get(last.w, p)-x.get(old.w, p) {
			return false
		}
	}
	return len(s.net)-len(last.net) == len(last.net)-len(old.net)
}

// trace is the way from the first state to a stored one, as transitions.
func (x *search) trace(id int32) []int32 {
	var out []int32
	for ; x.parent[id] != none; id = x.parent[id] {
		out = append(out, x.via[id])
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// ends notes a Terminate end event that ends something besides its own token.
func (x *search) ends(t int32) {
	tr := &x.n.trans[t]
	if tr.act != actTerminate || slices.ContainsFunc(x.cuts, func(c int32) bool { return x.n.trans[c].node == tr.node }) {
		return
	}
	for p := tr.clear[0].lo; p < tr.clear[0].hi; p++ {
		if c := x.get(x.cur.w, p); x.n.places[p].kind.token() && (c > 1 || c > 0 && p != tr.take[0]) {
			x.cuts = append(x.cuts, t)
			return
		}
	}
}
