package machine

// What was reached from a boundary event that let its activity go on is
// compensated before that activity (S8.1). So a token knows which boundary
// events it comes from, and what completes remembers it. Only boundary events of
// activities that can be compensated count.

// origin is where tokens come from beside the seeds of their scope: the
// boundary event of an activation, or, of a join, of all that it took.
type origin struct {
	ref  Ref   // 0 of a join
	a, b int32 // what that comes from: one more than an index of ledgers.origins, 0 for none
}

// exceptional is the origin of the token that a boundary event of the activity
// of a token makes.
func (m *Machine) exceptional(slot int32, interrupting bool) int32 {
	t := &m.tokens[slot]
	if interrupting || m.def.Nodes[t.node].Compensation == nil {
		return t.origin
	}
	return m.newOrigin(origin{ref: refOf(slot, t.gen), a: t.origin})
}

// united is the origin of a token that stands for two.
func (m *Machine) united(a, b int32) int32 {
	if a == b || b == 0 {
		return a
	}
	if a == 0 {
		return b
	}
	return m.newOrigin(origin{a: a, b: b})
}

// comesFrom reports whether an origin is the boundary event of an activation, or
// comes from it.
func (m *Machine) comesFrom(at int32, ref Ref) bool {
	for at != 0 {
		o := &m.extra.ledgers.origins[at-1]
		if o.ref == ref || o.b != 0 && m.comesFrom(o.b, ref) {
			return true
		}
		at = o.a
	}
	return false
}

// fewOrigins is how many there are before it is worth while to look for those
// that nothing comes from any more.
const fewOrigins = 64

func (m *Machine) newOrigin(o origin) int32 {
	x := m.ledgers()
	if len(x.origins) >= max(fewOrigins, x.enough) {
		m.forgetOrigins(&o)
	}
	x.origins = append(x.origins, o)
	return int32(len(x.origins))
}

// forgetOrigins drops the origins that no token and no entry comes from. A timer
// that repeats for years makes one each time.
func (m *Machine) forgetOrigins(next *origin) {
	x := m.extra.ledgers
	to := make([]int32, len(x.origins)+1) // where each goes, first whether it is used
	m.eachOrigin(next, func(at *int32) { to[*at] = 1 })
	for i := len(x.origins); i > 0; i-- { // what an origin comes from was made before it
		if to[i] != 0 {
			to[x.origins[i-1].a], to[x.origins[i-1].b] = 1, 1
		}
	}
	to[0] = 0
	kept := x.origins[:0]
	for i, o := range x.origins {
		if to[i+1] != 0 {
			o.a, o.b = to[o.a], to[o.b]
			kept = append(kept, o)
			to[i+1] = int32(len(kept))
		}
	}
	x.origins = kept
	x.enough = 2 * len(kept)
	m.eachOrigin(next, func(at *int32) { *at = to[*at] })
}

// eachOrigin visits all that has an origin.
func (m *Machine) eachOrigin(next *origin, visit func(*int32)) {
	x := m.extra.ledgers
	visit(&next.a)
	visit(&next.b)
	for i := range m.tokens {
		if m.tokens[i].state != vacant {
			visit(&m.tokens[i].origin)
		}
	}
	for i := range m.extra.joins {
		visit(&m.extra.joins[i].origin)
	}
	for _, l := range x.of {
		eachOriginOf(l, visit)
	}
	if l := m.extra.loops(); l != nil {
		for i := range l.all {
			eachOriginOf(l.all[i].done, visit)
		}
	}
	for _, sw := range x.sweeps {
		for _, l := range sw.levels {
			eachOriginOf(l.left, visit)
		}
	}
}

func eachOriginOf(entries []entry, visit func(*int32)) {
	for i := range entries {
		visit(&entries[i].origin)
		eachOriginOf(entries[i].inner, visit)
	}
}
