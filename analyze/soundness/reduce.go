package soundness

import "slices"

// reducer makes a net smaller without changing what can be said of it. Every
// transition that is left knows the transitions of the net that it stands for, so
// that a run of the small net is a run of the whole one:
//
//   - a place whose only consumer takes nothing else is passed at once: its
//     consumer is done together with whatever fills the place;
//   - of places that are filled and emptied by the same transitions one is kept;
//   - of transitions that take and put the same one is kept;
//   - a transition that puts back what it takes goes.
//
// Only plain transitions are merged, that take and put and ask for nothing else;
// what an inclusive join, an inhibitor or a channel looks at stays as it is.
type reducer struct {
	n          *net
	take, put  [][]int32
	gone       []bool // transitions
	plain      []bool
	frozen     []bool // places
	prod, cons [][]int32
	run        [][]int32      // the transitions of the net that a transition does
	also       [][]int32      // that are possible when it is
	ends       [][]int32      // end events that it reaches, by number, repeated
	loops      []int32        // transitions of removed circles: possible when their place is marked
	loopAt     []int32        // that place, of the net
	many       map[int32]bool // end events that a removed circle reaches
	index      []int32        // of a place in the small net
	kept       []bool
	work       []int32
	queued     []bool
	changed    bool
}

func reduce(n *net) *reducer {
	r := &reducer{
		n: n, take: make([][]int32, len(n.trans)), put: make([][]int32, len(n.trans)), gone: make([]bool, len(n.trans)), plain: make([]bool, len(n.trans)),
		frozen: make([]bool, len(n.places)), prod: make([][]int32, len(n.places)), cons: make([][]int32, len(n.places)),
		run: make([][]int32, len(n.trans)), also: make([][]int32, len(n.trans)), ends: make([][]int32, len(n.trans)), many: map[int32]bool{}, queued: make([]bool, len(n.places)),
	}
	ids := make([]int32, len(n.trans))
	freeze := func(places ...int32) {
		for _, p := range places {
			r.frozen[p] = true
		}
	}
	for p := range n.places {
		r.frozen[p] = !n.places[p].kind.token()
	}
	freeze(n.init...)
	for i := range n.joins {
		j := &n.joins[i]
		freeze(j.in...)
		freeze(j.taken...)
		for _, w := range j.watch {
			freeze(w.place)
		}
	}
	for i := range n.trans {
		t := &n.trans[i]
		freeze(t.some...)
		freeze(t.zero...)
		freeze(t.mark...)
		r.plain[i] = len(t.some)+len(t.zero)+len(t.mark)+len(t.empty)+len(t.clear)+len(t.sends) == 0 && t.join == none && t.receives == none && !t.urgent && t.act != actUncaught
		// What is cleared or asked for one by one is looked at; a whole scope is not.
		for _, list := range [2][]span{t.clear, t.empty} {
			for _, s := range list {
				if s.hi == s.lo+1 {
					freeze(s.lo)
				}
			}
		}
		r.take[i], r.put[i] = t.take, slices.Clone(t.put)
		ids[i] = int32(i)
		r.run[i] = ids[i : i+1 : i+1]
		if t.end != 0 {
			r.ends[i] = []int32{t.end}
		}
		for _, p := range t.take {
			r.cons[p] = append(r.cons[p], int32(i))
		}
		for _, p := range t.put {
			r.prod[p] = append(r.prod[p], int32(i))
		}
	}
	for p := range n.places {
		r.push(int32(p))
	}
	for r.changed = true; r.changed; {
		r.changed = false
		r.pass()
		r.sameTransitions()
		r.pass()
		r.samePlaces()
	}
	return r
}

func (r *reducer) push(p int32) {
	if !r.queued[p] && !r.frozen[p] {
		r.queued[p] = true
		r.work = append(r.work, p)
	}
}

// pass merges the consumers of places into their producers.
func (r *reducer) pass() {
	for len(r.work) > 0 {
		p := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		r.queued[p] = false
		r.passOne(p)
	}
}

func (r *reducer) live(list []int32) []int32 {
	return slices.DeleteFunc(list, func(t int32) bool { return r.gone[t] })
}

func (r *reducer) passOne(p int32) {
	if r.frozen[p] {
		return
	}
	r.cons[p], r.prod[p] = r.live(r.cons[p]), r.live(r.prod[p])
	// Circles that only come back here.
	for _, t := range slices.Clone(r.cons[p]) {
		if r.plain[t] && len(r.take[t]) == 1 && len(r.put[t]) == 1 && r.put[t][0] == p {
			r.gone[t] = true
			r.changed = true
			r.loops, r.loopAt = append(r.loops, t), append(r.loopAt, p)
			for _, e := range r.ends[t] {
				r.many[e] = true
			}
		}
	}
	r.cons[p], r.prod[p] = r.live(r.cons[p]), r.live(r.prod[p])
	if len(r.cons[p]) != 1 || len(r.prod[p]) == 0 {
		return
	}
	t := r.cons[p][0]
	if !r.plain[t] || len(r.take[t]) != 1 || slices.Contains(r.put[t], p) {
		return
	}
	for _, q := range r.put[t] {
		if r.n.places[q].scope != r.n.places[p].scope || r.n.places[q].part != r.n.places[p].part {
			return
		}
	}
	for _, u := range r.prod[p] {
		if count(r.put[u], p) > 1 || len(r.put[t]) == 0 && (len(r.prod[p]) > 1 || r.around(u, p)) {
			return
		}
		for _, q := range r.put[t] {
			if slices.Contains(r.put[u], q) {
				return // a second token, which must be seen
			}
		}
	}
	for _, u := range r.prod[p] {
		r.put[u] = append(slices.DeleteFunc(r.put[u], func(q int32) bool { return q == p }), r.put[t]...)
		r.run[u] = append(slices.Clone(r.run[u]), r.run[t]...)
		r.also[u] = append(slices.Clone(r.also[u]), r.also[t]...)
		r.ends[u] = append(slices.Clone(r.ends[u]), r.ends[t]...)
		for _, q := range r.put[t] {
			r.prod[q] = append(r.prod[q], u)
		}
		for _, q := range r.put[u] {
			r.push(q)
		}
		for _, q := range r.take[u] {
			r.push(q)
		}
	}
	for i, at := range r.loopAt { // what could go round here can once something comes here
		if at == p && len(r.prod[p]) > 0 {
			for _, v := range r.prod[p] {
				r.also[v] = append(slices.Clone(r.also[v]), r.run[r.loops[i]]...)
				r.also[v] = append(r.also[v], r.also[r.loops[i]]...)
			}
			r.loopAt[i] = none
		}
	}
	r.gone[t] = true
	r.prod[p], r.cons[p] = nil, nil
	r.frozen[p] = true
	r.changed = true
}

func count(list []int32, p int32) (n int) {
	for _, q := range list {
		if q == p {
			n++
		}
	}
	return n
}

// around reports that a transition can be done again because of what it puts
// elsewhere than in p: then p may hold more each time.
func (r *reducer) around(t, p int32) bool {
	seen := map[int32]bool{}
	var work []int32
	for _, q := range r.put[t] {
		if q != p {
			work = append(work, q)
		}
	}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[q] {
			continue
		}
		seen[q] = true
		r.cons[q] = r.live(r.cons[q])
		for _, u := range r.cons[q] {
			if u == t {
				return true
			}
			work = append(work, r.put[u]...)
		}
		if r.n.places[q].kind != onFlow && r.n.places[q].kind != atNode && r.n.places[q].kind != before {
			return true // who knows what takes it
		}
		if r.frozen[q] {
			return true
		}
	}
	return false
}

func sortedHash(list []int32, h uint64) uint64 {
	slices.Sort(list)
	for _, v := range list {
		h = (h ^ uint64(v) + 1) * 0x100000001b3
	}
	return h * 0x9e3779b97f4a7c15
}

// sameTransitions keeps one of those that take and put the same.
func (r *reducer) sameTransitions() {
	by := map[uint64][]int32{}
	for i := range r.n.trans {
		if r.gone[i] || !r.plain[i] {
			continue
		}
		take := slices.Clone(r.take[i])
		h := sortedHash(take, 1)
		r.take[i] = take
		h = sortedHash(r.put[i], h)
		kept := int32(none)
		for _, k := range by[h] {
			if slices.Equal(r.take[k], r.take[i]) && slices.Equal(r.put[k], r.put[i]) {
				kept = k
				break
			}
		}
		if kept == none {
			by[h] = append(by[h], int32(i))
			continue
		}
		r.gone[i] = true
		r.changed = true
		r.also[kept] = append(append(slices.Clone(r.also[kept]), r.run[i]...), r.also[i]...)
		for _, e := range r.ends[i] {
			if c := count(r.ends[i], e); c > count(r.ends[kept], e) {
				r.ends[kept] = append(r.ends[kept], e)
			}
		}
		for _, p := range r.put[i] {
			r.push(p)
		}
		for _, p := range r.take[i] {
			r.push(p)
		}
	}
}

// samePlaces keeps one of those that the same transitions fill and empty.
func (r *reducer) samePlaces() {
	by := map[uint64][]int32{}
	for p := range r.n.places {
		p := int32(p)
		if r.frozen[p] {
			continue
		}
		r.prod[p], r.cons[p] = r.live(r.prod[p]), r.live(r.cons[p])
		if len(r.prod[p]) == 0 || len(r.cons[p]) == 0 {
			continue
		}
		slices.Sort(r.prod[p])
		r.prod[p] = slices.Compact(r.prod[p])
		h := sortedHash(r.cons[p], sortedHash(r.prod[p], 7))
		kept := int32(none)
		for _, q := range by[h] {
			if slices.Equal(r.prod[q], r.prod[p]) && slices.Equal(r.cons[q], r.cons[p]) && r.n.places[q].scope == r.n.places[p].scope {
				kept = q
				break
			}
		}
		once := true
		for _, t := range r.prod[p] {
			once = once && count(r.put[t], p) == 1 && (kept == none || count(r.put[t], kept) == 1)
		}
		if kept == none || !once {
			by[h] = append(by[h], p)
			continue
		}
		// It is never the only one to be marked, and never marked alone.
		for _, t := range r.prod[p] {
			r.put[t] = slices.DeleteFunc(r.put[t], func(q int32) bool { return q == p })
		}
		for _, t := range r.cons[p] {
			r.take[t] = slices.DeleteFunc(slices.Clone(r.take[t]), func(q int32) bool { return q == p })
		}
		for i := range r.loopAt {
			if r.loopAt[i] == p {
				r.loopAt[i] = kept
			}
		}
		r.frozen[p] = true
		r.prod[p], r.cons[p] = nil, nil
		r.changed = true
		r.push(kept)
	}
}
