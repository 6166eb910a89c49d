package expr

import (
	"cmp"
	"slices"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// rangePath is a variable or a field, and its values as far as conditions can
// tell them apart.
type rangePath struct {
	name     string
	sym      *Symbol
	fields   []string
	optional bool
	space    space
	at       int     // its index in the decision
	atoms    []*atom // as the conditions have them
	live     []*atom // those that are left after folding
	// raw are the stretches of values; the first values of them are not null, and numbers.
	raw    []cell
	values int
	cells  []cell
}

// cell is a set of values that every atom treats alike.
type cell struct {
	// value is the simplest of them; known: it is a value that the type has, and
	// not merely one that can't be excluded.
	value any
	known bool
	null  bool
	// rest: the cell is every text but the constants; whole: every value but null.
	rest, whole bool
	between     bool // it lies between constants
	first       int  // a raw cell of it
	rank        rank
}

// rank orders cells for witnesses, the simplest first: a constant of the
// conditions, a value beside one, null, and what has no value to show.
type rank uint8

const (
	rankConstant rank = iota
	rankBetween
	rankNull
	rankUnknown
)

// maxTable bounds the outcomes that are kept for a path.
const maxTable = 1_000_000

// partition cuts the path's values at the constants of its atoms, and tells each
// atom what it is in each stretch. It reports false where it could not tell
// whether one is empty.
func (p *rangePath) partition() bool {
	constants, same := p.constants()
	exact := same && len(p.atoms)*len(constants) <= maxTable
	if exact {
		exact = p.stretches(constants)
	} else {
		p.add(cell{rank: rankUnknown}, func(int, *atom) outcome { return canTrue | canFalse | canNull | canFail })
	}
	p.values = len(p.raw)
	if p.space.kind == types.Float {
		// A float can be no number; only the host can make it one.
		p.add(cell{rank: rankUnknown}, func(_ int, a *atom) outcome { return truth(a.op == Ne) | canFail })
	}
	if p.optional {
		p.add(cell{null: true, known: true, rank: rankNull}, func(_ int, a *atom) outcome { return a.whenNull })
	}
	for _, a := range p.atoms {
		for i := range a.guards {
			a.guards[i].row = len(a.raw)
			a.raw = append(a.raw, a.guards[i].null)
		}
	}
	return exact
}

// add adds a raw cell.
func (p *rangePath) add(c cell, of func(int, *atom) outcome) {
	p.raw = append(p.raw, c)
	for i, a := range p.atoms {
		a.raw = append(a.raw, of(i, a))
	}
}

// stretches are the cells at and between the constants.
func (p *rangePath) stretches(constants []any) (exact bool) {
	exact = true
	index := make([]int, len(p.atoms)) // of each atom's constant
	for i, a := range p.atoms {
		if a.test == compareTest {
			index[i], _ = slices.BinarySearchFunc(constants, p.space.constant(a.constant), p.space.compare)
		}
	}
	for at := 0; at <= 2*len(constants); at++ {
		c := cell{rank: rankConstant}
		var is found
		if at%2 == 1 {
			c.value, is = p.space.point(constants[at/2])
		} else {
			var low, high any
			if at > 0 {
				low = constants[at/2-1]
			}
			if at < 2*len(constants) {
				high = constants[at/2]
			}
			c.rank, c.between = rankBetween, true
			c.value, is = p.space.between(low, high)
		}
		switch is {
		case nothing:
			continue
		case something:
			c.known = true
		case perhaps:
			c.rank, exact = rankUnknown, false
		}
		p.add(c, func(i int, a *atom) outcome { return a.in(at, 2*index[i]+1) })
	}
	return exact
}

// merge makes one cell of the raw ones that no atom tells apart; null stands
// apart, since what is inside of the value asks for it.
func (p *rangePath) merge() {
	var of [][]int // the raw cells of each
	seen := map[string]int{}
	for i, c := range p.raw {
		column := make([]byte, len(p.live), len(p.live)+1)
		for j, a := range p.live {
			column[j] = byte(a.raw[i])
		}
		if c.null {
			column = append(column, 0)
		}
		k, ok := seen[string(column)]
		if !ok {
			seen[string(column)] = len(p.cells)
			p.cells, of = append(p.cells, c), append(of, []int{i})
			continue
		}
		of[k] = append(of[k], i)
		if c.rank < p.cells[k].rank {
			p.cells[k] = c
		}
	}
	for k := range p.cells {
		p.describe(&p.cells[k], of[k])
		p.cells[k].first = of[k][0]
	}
	slices.SortStableFunc(p.cells, func(a, b cell) int { return cmp.Compare(a.rank, b.rank) })
	for _, a := range p.live {
		for _, c := range p.cells {
			a.cells = append(a.cells, a.raw[c.first])
			a.any |= a.raw[c.first]
		}
	}
}

// describe says what is special about a cell of some raw ones.
func (p *rangePath) describe(c *cell, of []int) {
	plain, between, all := 0, 0, 0
	for i, r := range p.raw[:p.values] {
		in := slices.Contains(of, i)
		if in {
			plain++
		}
		if r.between {
			all++
			if in {
				between++
			}
		}
	}
	c.whole = plain == p.values
	c.rest = p.space.kind == types.String && plain > 0 && plain == between && between == all
}

// constants are the values that the path is compared with, ascending, each once;
// false where they have no common order.
func (p *rangePath) constants() ([]any, bool) {
	var list []any
	for _, a := range p.atoms {
		if a.test == compareTest {
			list = append(list, p.space.constant(a.constant))
		}
	}
	if !p.space.ordered(list) {
		return nil, false
	}
	slices.SortStableFunc(list, p.space.compare)
	return slices.CompactFunc(list, func(a, b any) bool { return p.space.compare(a, b) == 0 }), true
}

// in is the outcome of an atom for the values of one stretch, when its constant
// is the stretch at.
func (a *atom) in(stretch, at int) outcome {
	if a.test == nullTest {
		return truth(a.op == Ne)
	}
	switch a.op {
	case Eq:
		return truth(stretch == at)
	case Ne:
		return truth(stretch != at)
	case Lt:
		return truth(stretch < at)
	case Le:
		return truth(stretch <= at)
	case Gt:
		return truth(stretch > at)
	}
	return truth(stretch >= at)
}
