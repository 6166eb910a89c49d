package soundness

import (
	"slices"

	"github.com/dalzilio/rudd"
)

// run is a shortest run into a set of reachable states, as transitions; nil where there is no room to find one.
func (d *diagrams) run(goal rudd.Node) []int32 {
	var rest []int32
	for p := range d.n.places {
		if !slices.Contains(d.n.init, int32(p)) {
			rest = append(rest, int32(p))
		}
	}
	layers := []rudd.Node{d.cube(d.n.init, rest)}
	seen := layers[0]
	for d.none(d.b.And(layers[len(layers)-1], goal)) {
		next := d.b.False()
		for i := range d.moves {
			next = d.b.Or(next, d.image(layers[len(layers)-1], &d.moves[i]))
		}
		next = d.b.And(next, d.b.Not(seen))
		if d.b.Errored() || d.none(next) {
			return nil
		}
		seen = d.b.Or(seen, next)
		layers = append(layers, next)
	}
	at := d.one(d.b.And(layers[len(layers)-1], goal))
	var out []int32
back:
	for k := len(layers) - 2; k >= 0; k-- {
		for i := range d.moves {
			if pre := d.b.And(d.before(at, &d.moves[i]), layers[k]); !d.none(pre) {
				at = d.one(pre)
				out = append(out, d.moves[i].t)
				continue back
			}
		}
		return nil
	}
	slices.Reverse(out)
	return out
}

// one is one state of a set.
func (d *diagrams) one(s rudd.Node) rudd.Node {
	for v := range d.b.Varnum() {
		if low := d.b.And(s, d.b.NIthvar(v)); !d.none(low) {
			s = low
		} else {
			s = d.b.And(s, d.b.Ithvar(v))
		}
	}
	return s
}

// someMessage are the states in which a message is under way.
func (d *diagrams) someMessage() rudd.Node {
	s := d.b.False()
	for p := range d.n.places {
		if d.n.places[p].kind == message {
			s = d.b.Or(s, d.b.Ithvar(d.of[p]))
		}
	}
	return s
}

// twice finds the end events that a run can reach a second time before it ends.
func (d *diagrams) twice(v *Verdict, n *net, good rudd.Node) {
	for e := range n.ends {
		end := int32(e) + 1
		at := n.ends[e].node
		hits := func(m *move) int {
			if t := &n.trans[m.t]; t.run != nil {
				return count(t.ends, end)
			} else if t.end == end {
				return 1
			}
			return 0
		}
		again := func(m *move) bool { // the next activation of its scope counts anew
			t := &n.trans[m.t]
			return t.act == actDrain && t.node != nil && t.node == at.Level.Host
		}
		s, found := d.b.False(), false
		for i := range d.moves {
			m := &d.moves[i]
			switch to := d.image(d.all, m); {
			case hits(m) > 1 && !d.none(d.b.And(to, good)):
				found = true
			case hits(m) > 0:
				s = d.b.Or(s, to)
			}
		}
		for grown := true; grown && !found; {
			grown = false
			for i := range d.moves {
				m := &d.moves[i]
				to := d.image(s, m)
				if hits(m) > 0 && !d.none(d.b.And(to, good)) {
					found = true
					break
				}
				if again(m) {
					continue
				}
				if more := d.b.Or(s, to); !d.b.Equal(more, s) {
					s, grown = more, true
				}
				if d.b.Errored() {
					return
				}
			}
		}
		if found {
			v.ProperCompletion = false
			v.rootTwice = v.rootTwice || at.Level.Parent == nil
			v.findings = append(v.findings, finding{what: twiceEnded, node: at})
		}
	}
}
