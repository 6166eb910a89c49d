package expr

import (
	"fmt"
	"strings"
	"time"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// maxCells bounds the combinations of values that a decision looks at; beyond
// it the decision is silent.
const maxCells = 200_000

// Ranges is what can be said of a set of conditions over the same data. It is
// exact where the conditions are Boolean combinations of variables against
// constants, and silent elsewhere.
type Ranges struct {
	// Exact: every condition is such a combination, so that Gap can be decided.
	Exact bool
	// Gap are values for which no condition is true; nil where there are none,
	// or where that can't be told.
	Gap *Witness
	// Overlaps are pairs of conditions that are true together.
	Overlaps []Overlap
	// Never are conditions that no values make true, Always those that all do;
	// indexes into the conditions.
	Never, Always []int
}

// Overlap is a pair of conditions, the first before the second, and values that
// make both true.
type Overlap struct {
	First, Second int
	Witness       Witness
}

// Witness are values of variables, in the order of their names.
type Witness []Value

// Value is one variable's value, written as in FEEL.
type Value struct{ Path, Text string }

// String renders `total = 100, tier = "gold"`.
func (w Witness) String() string {
	parts := make([]string, len(w))
	for i, v := range w {
		parts[i] = v.Path + " = " + v.Text
	}
	return strings.Join(parts, ", ")
}

// DecideRanges looks at the conditions of a gateway, or at the one of a
// conditional event. A value outside of the constants that conditions compare
// with behaves like its neighbours between them, so one value of each stretch
// decides for all: the conditions are evaluated, by the reference evaluation,
// over every combination.
func DecideRanges(conds []*Typed) Ranges {
	r := Ranges{Exact: true}
	decided := make([]*rangeAtoms, len(conds))
	for i, c := range conds {
		a := &rangeAtoms{byPath: map[string]*rangePath{}, nodes: map[*Node]*rangePath{}}
		if c == nil || !a.formula(c.Root) || a.nested() {
			r.Exact = false
			continue
		}
		decided[i] = a
		r.alone(i, c, a)
	}
	for i := range conds {
		for j := i + 1; j < len(conds); j++ {
			if decided[i] != nil && decided[j] != nil {
				r.overlap(conds, decided, i, j)
			}
		}
	}
	if r.Exact && len(conds) > 0 {
		r.gap(conds, decided)
	}
	return r
}

// truth3 is the outcome of a condition: true, false, or a fault.
type truth3 uint8

const (
	isFalse truth3 = iota
	isTrue
	isFault
)

func (r *Ranges) alone(i int, c *Typed, a *rangeAtoms) {
	anyTrue, allTrue := false, true
	ok := combine([]*rangeAtoms{a}, func(cells) bool {
		t := a.outcome(c)
		anyTrue = anyTrue || t == isTrue
		allTrue = allTrue && t == isTrue
		return !anyTrue || allTrue
	})
	if !ok {
		return
	}
	if !anyTrue {
		r.Never = append(r.Never, i)
	}
	if allTrue {
		r.Always = append(r.Always, i)
	}
}

func (r *Ranges) overlap(conds []*Typed, atoms []*rangeAtoms, i, j int) {
	pair := []*rangeAtoms{atoms[i], atoms[j]}
	if crossNested(pair) {
		return
	}
	combine(pair, func(at cells) bool {
		if atoms[i].outcome(conds[i]) != isTrue || atoms[j].outcome(conds[j]) != isTrue {
			return true
		}
		r.Overlaps = append(r.Overlaps, Overlap{First: i, Second: j, Witness: at.witness()})
		return false
	})
}

func (r *Ranges) gap(conds []*Typed, atoms []*rangeAtoms) {
	if crossNested(atoms) {
		r.Exact = false
		return
	}
	ok := combine(atoms, func(at cells) bool {
		for i, c := range conds {
			if atoms[i].outcome(c) != isFalse {
				return true
			}
		}
		w := at.witness()
		r.Gap = &w
		return false
	})
	r.Exact = ok
}

// outcome evaluates a condition over the values that its paths have now.
func (a *rangeAtoms) outcome(c *Typed) truth3 {
	ev := &evaluator{lang: c.Source.Lang, given: a.values, steps: maxSteps - 100_000}
	ev.env.Now = time.Time{}
	v, err := ev.eval(c.Root)
	switch {
	case err != nil || v == nil:
		return isFault
	case v == true:
		return isTrue
	}
	return isFalse
}

// values is what a node that reads a path yields.
func (a *rangeAtoms) values(n *Node) (any, bool) {
	p, ok := a.nodes[n]
	if !ok {
		return nil, false
	}
	return p.now, true
}

// cells are the paths of a combination.
type cells []*rangePath

func (c cells) witness() Witness {
	var w Witness
	for _, p := range c {
		w = append(w, Value{Path: p.name, Text: literalText(p.now)})
	}
	return w
}

// literalText is a value as FEEL writes it.
func literalText(v any) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case string:
		return fmt.Sprintf("%q", x)
	case fmt.Stringer:
		if types.IsTemporal(literalType(v)) {
			return fmt.Sprintf("@%q", x.String())
		}
		return x.String()
	}
	return fmt.Sprint(v)
}

// combine calls f for every combination of one value of each path, until it
// says no. It reports false where there are too many.
func combine(atoms []*rangeAtoms, f func(cells) bool) bool {
	var paths []*rangePath
	merged := map[string]*rangePath{}
	for _, a := range atoms {
		for _, p := range a.order {
			m, ok := merged[p.name]
			if !ok {
				m = &rangePath{name: p.name, typ: p.typ}
				merged[p.name] = m
				paths = append(paths, m)
			}
			m.constants = append(m.constants, p.constants...)
		}
	}
	sortPaths(paths)
	total := 1
	choices := make([][]any, len(paths))
	for i, p := range paths {
		c, ok := p.samples()
		if !ok {
			return false
		}
		choices[i] = c
		if total *= len(c); total > maxCells {
			return false
		}
	}
	set := func(p *rangePath, v any) {
		p.now = v
		for _, a := range atoms {
			if q, ok := a.byPath[p.name]; ok {
				q.now = v
			}
		}
	}
	var run func(i int) bool
	run = func(i int) bool {
		if i == len(paths) {
			return f(paths)
		}
		for _, v := range choices[i] {
			set(paths[i], v)
			if !run(i + 1) {
				return false
			}
		}
		return true
	}
	run(0)
	return true
}
