package soundness

import "slices"

// space is the whole graph of states, for what a search cannot say while it goes
// forward: whether the end can still be reached, and what happens twice.
type space struct {
	x     *search
	first []int32 // by state: its steps are steps[first[i]:first[i+1]]
	to    []int32
	by    []int32
	ends  []bool // from here the end can be reached
	stuck []bool // from here a deadlock can be reached
}

// graphOf does all steps of a finished search again and keeps them.
func (x *search) graphOf() *space {
	g := &space{x: x, first: make([]int32, len(x.off)+1)}
	var list []int32
	for i := range x.off {
		if same, ok := x.cut[int32(i)]; ok || i >= x.seen {
			if ok { // what that can do this can
				g.to, g.by = append(g.to, same), append(g.by, none)
			}
			g.first[i+1] = int32(len(g.to))
			continue
		}
		x.load(int32(i), &x.cur)
		x.at = int32(i)
		list = x.possible(&x.cur, list[:0])
		for _, t := range list {
			if !x.fire(t, &x.cur, &x.next) {
				continue
			}
			id, _ := x.store(&x.next, int32(i), t)
			g.to = append(g.to, id)
			g.by = append(g.by, t)
		}
		g.first[i+1] = int32(len(g.to))
	}
	return g
}

// backward marks the states from which one of some states can be reached.
func (g *space) backward(from []int32) []bool {
	n := len(g.first) - 1
	seen := make([]bool, n)
	head := make([]int32, n+1)
	for _, t := range g.to {
		head[t+1]++
	}
	for i := range n {
		head[i+1] += head[i]
	}
	pre := make([]int32, len(g.to))
	next := append([]int32(nil), head[:n]...)
	for i := range n {
		for _, t := range g.to[g.first[i]:g.first[i+1]] {
			pre[next[t]] = int32(i)
			next[t]++
		}
	}
	work := append([]int32(nil), from...)
	for _, s := range from {
		seen[s] = true
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range pre[head[s]:head[s+1]] {
			if !seen[p] {
				seen[p] = true
				work = append(work, p)
			}
		}
	}
	return seen
}

func (g *space) finals() []int32 {
	var out []int32
	for i := range g.x.off {
		if g.x.final(g.x.record(int32(i), len(g.x.recs))) {
			out = append(out, int32(i))
		}
	}
	return out
}

// trap is the first state from which neither the end nor a deadlock can be
// reached, none where there is none.
func (g *space) trap() int32 {
	for i := range g.ends {
		if !g.ends[i] && !g.stuck[i] {
			return int32(i)
		}
	}
	return none
}

// circle is what goes on for ever in a trap: the transitions of a cycle that can be reached there.
func (g *space) circle(trap int32) (in int32, cycle []int32) {
	// From the trap forward: the first state that is met again on its own way.
	type frame struct{ state, next int32 }
	on := map[int32]int{trap: 0}
	path := []frame{{trap, g.first[trap]}}
	done := map[int32]bool{}
	var by []int32
	for len(path) > 0 {
		f := &path[len(path)-1]
		if f.next == g.first[f.state+1] {
			delete(on, f.state)
			done[f.state] = true
			path = path[:len(path)-1]
			if len(by) > 0 {
				by = by[:len(by)-1]
			}
			continue
		}
		to, t := g.to[f.next], g.by[f.next]
		f.next++
		if at, ok := on[to]; ok {
			return to, real(append(append([]int32(nil), by[at:]...), t))
		}
		if done[to] {
			continue
		}
		by = append(by, t)
		on[to] = len(path)
		path = append(path, frame{to, g.first[to]})
	}
	return trap, nil
}

// twice finds a run that reaches an end event a second time, within one activation of
// its scope, and can still end; nil where there is none.
func (g *space) twice(end int32) []int32 {
	n := int32(len(g.first) - 1)
	parent := make([]int32, 2*n)
	by := make([]int32, 2*n)
	for i := range parent {
		parent[i] = none - 1
	}
	parent[0] = none
	work := []int32{0}
	for len(work) > 0 {
		s := work[0]
		work = work[1:]
		state, once := s%n, s/n
		for e := g.first[state]; e < g.first[state+1]; e++ {
			to, hit := g.to[e]+once*n, false
			if once == 1 && g.by[e] != none {
				if t := &g.x.n.trans[g.by[e]]; t.act == actDrain && t.node != nil && t.node == g.x.n.ends[end-1].node.Level.Host {
					to = g.to[e] // the next activation counts anew
				}
			}
			if hits := g.hits(g.by[e], end); hits > 0 {
				hit = (once == 1 || hits > 1) && g.ends[g.to[e]]
				if once == 0 {
					to = g.to[e] + n
				}
			}
			if hit {
				out := []int32{g.by[e]}
				for k := s; parent[k] != none; k = parent[k] {
					if by[k] != none {
						out = append(out, by[k])
					}
				}
				for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
					out[i], out[j] = out[j], out[i]
				}
				return out
			}
			if parent[to] == none-1 {
				parent[to], by[to] = s, g.by[e]
				work = append(work, to)
			}
		}
	}
	return nil
}

// hits is how often a step reaches an end event.
func (g *space) hits(step, end int32) int {
	if step == none {
		return 0
	}
	t := &g.x.n.trans[step]
	if t.run == nil {
		if t.end == end {
			return 1
		}
		return 0
	}
	return count(t.ends, end)
}

// real are the steps that are transitions.
func real(steps []int32) []int32 {
	return slices.DeleteFunc(steps, func(t int32) bool { return t == none })
}
