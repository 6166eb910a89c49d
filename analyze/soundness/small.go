package soundness

// trivial reports that one transition is left, that starts the process and ends it.
func (r *reducer) trivial() (t int32, ok bool) {
	t = none
	for i := range r.gone {
		if r.gone[i] {
			continue
		}
		if t != none || !r.plain[i] {
			return none, false
		}
		t = int32(i)
	}
	if t == none || len(r.n.init) != 1 || len(r.take[t]) != 1 || r.take[t][0] != r.n.init[0] || len(r.put[t]) > 0 {
		return none, false
	}
	return t, true
}

// small is the net that is left, without the places that are gone; its
// transitions know their runs.
func (r *reducer) small() *net {
	n := r.n
	used := make([]bool, len(n.places))
	for p := range n.places {
		k := n.places[p].kind
		used[p] = !k.token()
	}
	use := func(lists ...[]int32) {
		for _, l := range lists {
			for _, p := range l {
				used[p] = true
			}
		}
	}
	use(n.init)
	for i := range n.trans {
		if !r.gone[i] {
			use(r.take[i], r.put[i], n.trans[i].some, n.trans[i].zero, n.trans[i].mark)
		}
	}
	for i := range n.joins {
		use(n.joins[i].in, n.joins[i].taken)
	}
	// at is the number of used places before a place; the order stays.
	at := make([]int32, len(n.places)+1)
	out := &net{cut: n.cut, ends: n.ends}
	for p := range n.places {
		at[p+1] = at[p]
		if used[p] {
			out.places = append(out.places, n.places[p])
			at[p+1]++
		}
	}
	r.index = at
	r.kept = used
	list := func(l []int32) []int32 {
		var to []int32
		for _, p := range l {
			to = append(to, at[p])
		}
		return to
	}
	spans := func(l []span) []span {
		var to []span
		for _, s := range l {
			to = append(to, span{at[s.lo], at[s.hi]})
		}
		return to
	}
	out.init = list(n.init)
	for _, p := range n.parts {
		p.places = span{at[p.places.lo], at[p.places.hi]}
		if p.live != none {
			p.live = at[p.live]
		}
		out.parts = append(out.parts, p)
	}
	for _, c := range n.channels {
		c.place = at[c.place]
		out.channels = append(out.channels, c)
	}
	for _, j := range n.joins {
		j.in, j.taken = list(j.in), list(j.taken)
		watch := j.watch
		j.watch = nil
		for _, w := range watch {
			if used[w.place] {
				w.place = at[w.place]
				j.watch = append(j.watch, w)
			}
		}
		out.joins = append(out.joins, j)
	}
	for i := range n.trans {
		if r.gone[i] {
			continue
		}
		t := n.trans[i]
		t.take, t.put, t.some, t.zero, t.mark = list(r.take[i]), list(r.put[i]), list(t.some), list(t.zero), list(t.mark)
		t.empty, t.clear = spans(t.empty), spans(t.clear)
		t.run, t.also, t.ends, t.end = r.run[i], r.also[i], r.ends[i], 0
		out.trans = append(out.trans, t)
	}
	return out
}

// did are the transitions of the whole net that a search of the small one has
// shown to be possible, a bit each.
func (r *reducer) did(x *search) []uint64 {
	fired := make([]uint64, (len(r.n.trans)+63)/64)
	set := func(l []int32) {
		for _, t := range l {
			fired[t>>6] |= 1 << (t & 63)
		}
	}
	for i := range x.n.trans {
		if x.fired[i>>6]>>(i&63)&1 != 0 {
			set(x.n.trans[i].run)
			set(x.n.trans[i].also)
		}
	}
	for i, t := range r.loops {
		if p := r.loopAt[i]; p != none && r.kept[p] && x.get(x.marked, r.index[p]) > 0 {
			set(r.run[t])
			set(r.also[t])
		}
	}
	return fired
}

// lift makes a run of the small net one of the whole.
func (r *reducer) lift(small *net, trace []int32) []int32 {
	var out []int32
	for _, t := range trace {
		out = append(out, small.trans[t].run...)
	}
	return out
}
