package soundness

import (
	"math/big"
	"slices"

	"github.com/dalzilio/rudd"
)

// diagrams decides a net by binary decision diagrams, which hold sets of states
// and not states: thirty parallel branches are a thousand million states and a
// diagram of a few hundred nodes. They know one token a place; what has two is
// said to be unsafe and no more.
type diagrams struct {
	n     *net
	b     *rudd.BDD
	of    []int // by place: its variable
	moves []move
	ready rudd.Node // states in which nothing urgent is possible
	all   rudd.Node // reachable states
	ended rudd.Node // states without a token
}

// move is a transition as a diagram does it: what must hold, what holds then.
type move struct {
	t        int32
	urgent   bool
	ones     []int32 // places that must be marked
	zeros    []int32 // that must not be
	puts     []int32 // of these, what is marked then
	touched  []int32
	now      map[int32]bool // what touched places hold then
	need     rudd.Node
	safe     rudd.Node // need, and what is put finds room
	then     rudd.Node
	vars     rudd.Node
	crowding rudd.Node // need, and something that is put finds no room
}

// maxDiagram bounds the nodes of diagrams.
const maxDiagram = 4_000_000

func newDiagrams(n *net) (*diagrams, bool) {
	d := &diagrams{n: n, of: make([]int, len(n.places))}
	b, err := rudd.New(max(len(n.places), 1), rudd.Nodesize(50_000), rudd.Cachesize(25_000), rudd.Maxnodesize(maxDiagram))
	if err != nil {
		return nil, false
	}
	d.b = b
	d.order()
	for i := range n.trans {
		if !d.add(int32(i)) {
			return nil, false
		}
	}
	urgent := b.False()
	for i := range d.moves {
		if d.moves[i].urgent {
			urgent = b.Or(urgent, d.moves[i].need)
		}
	}
	d.ready = b.Not(urgent)
	var tokens []int32
	for p := range n.places {
		if n.places[p].kind.token() {
			tokens = append(tokens, int32(p))
		}
	}
	d.ended = d.cube(nil, tokens)
	return d, true
}

// order puts the places that one token comes to next to each other.
func (d *diagrams) order() {
	at := 0
	seen := make([]bool, len(d.n.places))
	out := make([][]int32, len(d.n.places))
	for i := range d.n.trans {
		t := &d.n.trans[i]
		from := t.take
		if t.join != none {
			from = append(slices.Clone(from), d.n.joins[t.join].in...)
		}
		for _, p := range from {
			out[p] = append(out[p], t.put...)
			out[p] = append(out[p], t.mark...)
		}
	}
	visit := func(p int32) {
		work := []int32{p}
		for len(work) > 0 {
			p := work[len(work)-1]
			work = work[:len(work)-1]
			if seen[p] {
				continue
			}
			seen[p] = true
			d.of[p] = at
			at++
			for i := len(out[p]) - 1; i >= 0; i-- {
				work = append(work, out[p][i])
			}
		}
	}
	for _, p := range d.n.init {
		visit(p)
	}
	for p := range d.n.places {
		visit(int32(p))
	}
}

// cube is the set of states in which some places are marked and others are not.
func (d *diagrams) cube(ones, zeros []int32) rudd.Node {
	type lit struct {
		v  int
		on bool
	}
	var lits []lit
	for _, p := range ones {
		lits = append(lits, lit{d.of[p], true})
	}
	for _, p := range zeros {
		lits = append(lits, lit{d.of[p], false})
	}
	slices.SortFunc(lits, func(a, b lit) int { return b.v - a.v }) // from below
	c := d.b.True()
	for _, l := range lits {
		x := d.b.Ithvar(l.v)
		if !l.on {
			x = d.b.NIthvar(l.v)
		}
		c = d.b.And(x, c)
	}
	return c
}

// add makes the moves of a transition: one, or of a join one for each set of
// flows that may hold tokens.
func (d *diagrams) add(i int32) bool {
	t := &d.n.trans[i]
	base := move{t: i, urgent: t.urgent, ones: append(slices.Clone(t.take), t.some...), zeros: slices.Clone(t.zero), puts: slices.Clone(t.put), now: map[int32]bool{}}
	for _, s := range t.empty {
		for p := s.lo; p < s.hi; p++ {
			if d.n.places[p].kind.token() {
				base.zeros = append(base.zeros, p)
			}
		}
	}
	for _, p := range t.take {
		base.now[p] = false
	}
	if t.receives != none {
		p := d.n.channels[t.receives].place
		base.ones = append(base.ones, p)
		base.now[p] = false
	}
	for _, c := range t.sends {
		base.puts = append(base.puts, d.n.channels[c].place)
	}
	finish := func(m move) bool {
		for _, s := range t.clear {
			for p := s.lo; p < s.hi; p++ {
				m.now[p] = false
			}
		}
		for _, p := range t.mark {
			m.now[p] = true
		}
		var room []int32
		for k, p := range m.puts {
			if slices.Contains(m.puts[:k], p) {
				return false // twice the same: it is never safe
			}
			if v, ok := m.now[p]; !ok {
				room = append(room, p)
			} else if v {
				return false
			}
			m.now[p] = true
		}
		var on, off []int32
		for p, v := range m.now {
			m.touched = append(m.touched, p)
			if v {
				on = append(on, p)
			} else {
				off = append(off, p)
			}
		}
		slices.Sort(m.touched)
		if slices.ContainsFunc(m.ones, func(p int32) bool { return slices.Contains(m.zeros, p) }) {
			return true // never
		}
		m.need = d.cube(m.ones, m.zeros)
		free := d.cube(nil, slices.DeleteFunc(room, func(p int32) bool { return slices.Contains(m.zeros, p) }))
		m.safe = d.b.And(m.need, free)
		m.crowding = d.b.And(m.need, d.b.Not(free))
		m.then = d.cube(on, off)
		vars := make([]int, len(m.touched))
		for k, p := range m.touched {
			vars[k] = d.of[p]
		}
		m.vars = d.b.Makeset(vars)
		d.moves = append(d.moves, m)
		return true
	}
	if t.join == none {
		return finish(base)
	}
	j := &d.n.joins[t.join]
	const most = 8
	if len(j.in) > most || j.reset || j.sure {
		return false
	}
	for set := uint64(1); set < 1<<len(j.in); set++ {
		m := base
		m.ones, m.zeros, m.puts, m.now = slices.Clone(base.ones), slices.Clone(base.zeros), slices.Clone(base.puts), map[int32]bool{}
		for p, v := range base.now {
			m.now[p] = v
		}
		all := uint64(1)<<len(j.in) - 1
		for k, p := range j.in {
			if set>>k&1 != 0 {
				m.ones = append(m.ones, p)
				m.now[p] = false
			} else {
				m.zeros = append(m.zeros, p)
			}
		}
		for _, w := range j.watch {
			if w.normal&set == 0 && (w.normal|w.exc)&(all&^set) != 0 {
				m.zeros = append(m.zeros, w.place)
			}
		}
		slices.Sort(m.zeros)
		m.zeros = slices.Compact(m.zeros)
		if !finish(m) {
			return false
		}
	}
	return true
}

// from limits a set to the states in which a move may be done.
func (d *diagrams) from(s rudd.Node, m *move) rudd.Node {
	if m.urgent {
		return s
	}
	return d.b.And(s, d.ready)
}

// image is what a move makes of a set of states.
func (d *diagrams) image(s rudd.Node, m *move) rudd.Node {
	return d.b.And(d.b.AndExist(m.vars, d.from(s, m), m.safe), m.then)
}

// before are the reachable states from which a move leads into a set.
func (d *diagrams) before(s rudd.Node, m *move) rudd.Node {
	return d.from(d.b.And(d.b.AndExist(m.vars, s, m.then), m.safe, d.all), m)
}

func (d *diagrams) none(s rudd.Node) bool { return d.b.Equal(s, d.b.False()) }

// reach finds all reachable states. ok is false where there is no room, or two
// tokens in a place; the move that brings the second is told then.
func (d *diagrams) reach() (ok bool, unsafe int) {
	var rest []int32
	for p := range d.n.places {
		if !slices.Contains(d.n.init, int32(p)) {
			rest = append(rest, int32(p))
		}
	}
	d.all = d.cube(d.n.init, rest)
	for grown := true; grown; {
		grown = false
		for i := range d.moves {
			m := &d.moves[i]
			more := d.b.Or(d.all, d.image(d.all, m))
			if d.b.Errored() {
				return false, none
			}
			if !d.b.Equal(more, d.all) {
				d.all, grown = more, true
			}
		}
	}
	for i := range d.moves {
		if m := &d.moves[i]; !d.none(d.b.And(d.from(d.all, m), m.crowding)) {
			return false, i
		}
	}
	return !d.b.Errored(), none
}

// count is how many states a set has.
func (d *diagrams) count(s rudd.Node) *big.Int {
	return d.b.Satcount(s)
}

// deadlocks are the reachable states in which nothing is possible and tokens are left.
func (d *diagrams) deadlocks() rudd.Node {
	s := d.b.And(d.all, d.b.Not(d.ended))
	for i := range d.moves {
		s = d.b.And(s, d.b.Not(d.moves[i].need))
	}
	return s
}

// backward are the reachable states from which one of a set can be reached.
func (d *diagrams) backward(s rudd.Node) rudd.Node {
	for grown := true; grown; {
		grown = false
		for i := len(d.moves) - 1; i >= 0; i-- {
			more := d.b.Or(s, d.before(s, &d.moves[i]))
			if d.b.Errored() {
				return s
			}
			if !d.b.Equal(more, s) {
				s, grown = more, true
			}
		}
	}
	return s
}
