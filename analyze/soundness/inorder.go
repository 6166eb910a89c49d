package soundness

import "bytes"

// A search lets any token move next; the machine moves them in the order in
// which they became ready (S1.2). What is found is told by a run that the machine
// takes as it stands, where there is one: then it can be done again, step by step.

// inMachineOrder replaces the runs of findings by runs in the machine's order.
// A finding without one keeps its own: it needs steps that the machine does at
// once to take their time.
func (v *Verdict) inMachineOrder(n *net, width uint, opts Options) {
	want, width := false, max(width, 1)
	for i := range v.findings {
		want = want || v.findings[i].trace != nil
	}
	if !want {
		return
	}
	limit := opts.Budget
	if limit.States == 0 || limit.States > orderedStates {
		limit.States = orderedStates
	}
	y := newSearch(n, width, opts.Network, true, limit)
	for {
		if end, _ := y.run(nil); end != narrow || width >= 8 {
			break
		}
		width *= 2
		y = newSearch(n, width, opts.Network, true, limit)
	}
	var g *space
	for i := range v.findings {
		f := &v.findings[i]
		defer func() {
			if !f.ordered && y.done && (f.what == deadlock || f.what == unboundedRun || f.what == livelock) {
				f.warn = true
			}
		}()
		switch f.what {
		case deadlock:
			if f.beside {
				if !y.done {
					continue
				}
				for id := range y.off {
					s := y.stateAt(int32(id))
					if len(s.q) == 0 && bytes.Equal(y.tokensKey(&s), f.key(n)) {
						f.retrace(y, y.trace(int32(id)), s)
						break
					}
				}
				continue
			}
			key := f.key(n)
			for _, d := range y.deadlocks {
				s := y.stateAt(d)
				if bytes.Equal(y.tokensKey(&s), key) {
					f.retrace(y, y.trace(d), s)
					break
				}
			}
		case unsafeFlow:
			if f.flow == nil { // two tokens somewhere else than on a flow
				continue
			}
			for p := range n.places {
				if a, ok := y.unsafe[int32(p)]; ok && n.places[p].flow == f.flow {
					st, to := y.stateAt(a.state), state{}
					if y.possible(&st, nil); y.fire(a.step, &st, &to) {
						f.retrace(y, append(y.trace(a.state), a.step), to)
					}
					break
				}
			}
			if !f.ordered {
				f.crowded(y)
			}
		case uncaughtError:
			for _, a := range y.uncaught {
				if n.trans[a.step].node == f.node {
					st, to := y.stateAt(a.state), state{}
					y.fire(a.step, &st, &to)
					f.retrace(y, append(y.trace(a.state), a.step), to)
					break
				}
			}
		case unboundedRun:
			if y.unbounded != nil {
				all := y.trace(y.unbounded.to)
				start := y.trace(y.unbounded.from)
				f.retrace(y, start, y.stateAt(y.unbounded.to))
				f.cycle, f.from = all[len(start):], y.stateAt(y.unbounded.from)
			}
		case livelock:
			if !y.done {
				continue
			}
			if g == nil {
				g = y.graphOf()
				g.ends, g.stuck = g.backward(g.finals()), g.backward(y.deadlocks)
			}
			if t := g.trap(); t != none {
				in, cycle := g.circle(t)
				if aside(n, cycle) {
					continue
				}
				f.retrace(y, append(y.trace(t), g.way(t, in)...), y.stateAt(in))
				f.cycle = cycle
			}
		}
	}
}

// orderedStates bounds the search for a run in the machine's order: it is for telling, not for deciding.
const orderedStates = 50_000

func (f *finding) retrace(y *search, trace []int32, end state) {
	f.trace, f.end, f.width, f.ordered = trace, end, y.width, true
}

// key is what holds tokens at the end of a run, whatever the width of places.
func (f *finding) key(n *net) []byte {
	x := &search{n: n, width: f.width, most: 1<<f.width - 1}
	return x.tokensKey(&f.end)
}

func (x *search) tokensKey(s *state) []byte {
	var key []byte
	for p := range x.n.places {
		if c := x.get(s.w, int32(p)); c > 0 && x.n.places[p].kind.token() {
			key = append(key, byte(p), byte(p>>8), byte(p>>16), byte(c))
		}
	}
	return key
}

// way is a shortest run from one state to another.
func (g *space) way(from, to int32) []int32 {
	parent := map[int32]int32{from: none}
	by := map[int32]int32{}
	work := []int32{from}
	for len(work) > 0 && from != to {
		s := work[0]
		work = work[1:]
		for e := g.first[s]; e < g.first[s+1]; e++ {
			k := g.to[e]
			if _, ok := parent[k]; ok {
				continue
			}
			parent[k], by[k] = s, g.by[e]
			if k == to {
				work = nil
				break
			}
			work = append(work, k)
		}
	}
	var out []int32
	for k := to; k != from; k = parent[k] {
		out = append(out, by[k])
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return real(out)
}

// crowded tells an unsafe flow by a run after which its target is active twice: the
// machine lets no token rest on a flow.
func (f *finding) crowded(y *search) {
	var at []int32
	for p := range y.n.places {
		if pl := &y.n.places[p]; pl.node == f.flow.Target && (pl.kind == atNode || pl.kind == open || pl.kind == queued) {
			at = append(at, int32(p))
		}
	}
	for id := range y.off {
		s := y.stateAt(int32(id))
		sum := uint64(0)
		for _, p := range at {
			sum += y.get(s.w, p)
		}
		if sum > 1 && len(s.q) == 0 {
			f.retrace(y, y.trace(int32(id)), s)
			return
		}
	}
}
