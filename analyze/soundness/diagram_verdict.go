package soundness

// byDiagrams decides by decision diagrams what a search has no room for. It
// reports false where they can't say it either.
func (v *Verdict) byDiagrams(n, given *net, r *reducer, opts Options) bool {
	if opts.Network != Unordered && len(n.channels) > 0 {
		return false // they hold no order of messages
	}
	d, ok := newDiagrams(n)
	if !ok {
		return false
	}
	ok, unsafe := d.reach()
	if !ok {
		if unsafe == none || d.b.Errored() {
			return false
		}
		m := &d.moves[unsafe]
		f := finding{what: unsafeFlow, net: n, width: 8}
		f.trace = d.run(d.b.And(d.from(d.all, m), m.crowding))
		if f.trace == nil {
			return false
		}
		f.trace = append(f.trace, m.t)
		if f.play(); f.flow == nil {
			return false // it is somewhere else than on a flow, which is no fault, and more than they can hold
		}
		v.findings = append(v.findings, f, finding{what: unknown, why: "there are more states than the budget allows"})
		v.How, v.Why, v.Safe, v.Bounded, v.NoDead = "diagrams", "there are more states than the budget allows", false, true, true
		v.OptionToComplete, v.ProperCompletion, v.Delivered = true, true, true
		return true
	}
	v.How, v.Decided = "diagrams", true
	v.Safe, v.Bounded, v.ProperCompletion, v.Delivered = true, true, true, true
	if c := d.count(d.all); c.IsInt64() && c.Int64() < 1<<62 {
		v.States = int(c.Int64())
	} else {
		v.States = 1 << 62
	}
	stuck := d.deadlocks()
	v.OptionToComplete = true
	add := func(what property, run []int32) {
		v.OptionToComplete = false
		v.findings = append(v.findings, finding{what: what, trace: run, net: n, width: 8})
	}
	if !d.none(stuck) {
		add(deadlock, d.run(stuck))
	}
	good := d.backward(d.b.And(d.all, d.ended))
	bad := d.backward(stuck)
	if trap := d.b.And(d.all, d.b.Not(good), d.b.Not(bad)); !d.none(trap) {
		add(livelock, d.run(trap))
	}
	if d.b.Errored() {
		return false
	}
	// Which transitions are possible, in a pass over the moves.
	x := newSearch(n, 1, Unordered, false, Budget{})
	for i := range d.moves {
		m := &d.moves[i]
		s := d.b.And(d.from(d.all, m), m.need)
		if d.none(s) {
			continue
		}
		if x.fired[m.t>>6]>>(m.t&63)&1 == 0 {
			x.fired[m.t>>6] |= 1 << (m.t & 63)
			if n.trans[m.t].act == actUncaught {
				v.findings = append(v.findings, finding{what: uncaughtError, node: n.trans[m.t].node, code: n.trans[m.t].code, trace: append(d.run(s), m.t), net: n, width: 8})
			}
		}
		for p := range n.places {
			if x.get(x.marked, int32(p)) == 0 && !d.none(d.b.And(d.all, d.b.Ithvar(d.of[p]))) {
				x.set(x.marked, int32(p), 1)
			}
		}
	}
	d.twice(v, n, good)
	if !d.none(d.b.And(d.all, d.ended, d.someMessage())) {
		v.Delivered = false
		v.findings = append(v.findings, finding{what: leftover, trace: d.run(d.b.And(d.all, d.ended, d.someMessage())), net: n, width: 8})
	}
	fired := x.fired
	if r != nil {
		fired = r.did(x)
	}
	v.dead(x, given, fired, false)
	v.messages(x, false)
	return !d.b.Errored()
}
