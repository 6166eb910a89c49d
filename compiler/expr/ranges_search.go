package expr

// decision is a set of conditions over the cells of their paths.
type decision struct {
	conds []*formula
	paths []*rangePath
	// at is the cell of each path, open where it is not decided.
	at     []int
	steps  int  // of the question
	total  int  // of all questions before
	lost   bool // the question was given up
	exact  bool
	gaveUp bool // some question was
}

const open = -1

// goal asks that the outcome of a condition is one of a set.
type goal struct {
	cond    int
	allowed outcome
}

func newDecision(conds []*Typed) *decision {
	d := &decision{exact: true}
	b := &rangeBuilder{byKey: map[rangeKey]*rangePath{}}
	for _, c := range conds {
		if c == nil || c.Root == nil {
			b.opaque = true
			d.conds = append(d.conds, &formula{op: Lit, set: canTrue | canFalse | canNull | canFail})
			continue
		}
		b.lang = c.Source.Lang
		d.conds = append(d.conds, b.formula(c.Root))
	}
	d.paths = b.paths
	d.exact = !b.opaque
	for _, p := range d.paths {
		d.exact = p.partition() && d.exact
		d.at = append(d.at, open)
	}
	for i, f := range d.conds {
		d.conds[i] = fold(f)
		d.conds[i].live()
	}
	for _, p := range d.paths {
		p.merge()
	}
	return d
}

// certain finds values for which every goal is met for sure; nil where there
// are none, or where that can't be told.
func (d *decision) certain(goals ...goal) *Witness {
	if !d.ask(goals, true) {
		return nil
	}
	d.simplify(goals)
	w := d.witness()
	return &w
}

// impossible reports whether no values meet all goals, whatever the parts do
// that are not understood.
func (d *decision) impossible(goals ...goal) bool {
	return !d.ask(goals, false) && !d.lost
}

func (d *decision) ask(goals []goal, certain bool) bool {
	if d.total > maxDecision {
		d.lost, d.gaveUp = true, true
		return false
	}
	for i := range d.at {
		d.at[i] = open
	}
	d.steps, d.lost = 0, false
	found := d.search(goals, certain)
	d.total += d.steps
	d.gaveUp = d.gaveUp || d.lost
	return found
}

// search decides the open paths one by one, as long as a goal depends on them:
// a goal that no decision can meet any more ends a branch, and when all are met
// whatever the rest is, the search is done.
func (d *decision) search(goals []goal, certain bool) bool {
	if d.lost = d.lost || d.steps > maxQuestion || d.total+d.steps > maxDecision; d.lost {
		return false
	}
	pending := -1
	for _, g := range goals {
		p := d.eval(d.conds[g.cond])
		if p&g.allowed == 0 {
			return false
		}
		if pending < 0 && p&^g.allowed != 0 {
			if next := d.undecided(d.conds[g.cond]); next >= 0 {
				pending = next
			} else if certain {
				return false // it hangs on what is not understood
			}
		}
	}
	if pending < 0 {
		return true
	}
	for i, c := range d.paths[pending].cells {
		if certain && !c.known {
			continue
		}
		d.at[pending] = i
		if d.search(goals, certain) {
			return true
		}
	}
	d.at[pending] = open
	return false
}

// eval is what a condition can be, given the cells that are decided.
func (d *decision) eval(f *formula) outcome {
	d.steps++
	switch f.op {
	case Var:
		return d.evalAtom(f.atom)
	case And, Or:
		return d.evalLogic(f)
	case Not:
		return negated(d.eval(f.kids[0]))
	case If:
		return choice(d.eval(f.kids[0]), d.eval(f.kids[1]), d.eval(f.kids[2]))
	case Convert:
		return replaced(d.eval(f.kids[0]), f.null)
	}
	return f.set
}

// choice is what an if can be; null is not true (DMN 1.4 §10.3.2.13).
func choice(c, a, b outcome) outcome {
	out := c & canFail
	if c&canTrue != 0 {
		out |= a
	}
	if c&(canFalse|canNull) != 0 {
		out |= b
	}
	return out
}

// replaced is a set of outcomes with null made something else.
func replaced(o, null outcome) outcome {
	if o&canNull != 0 {
		o = o&^canNull | null
	}
	return o
}

func negated(o outcome) outcome {
	out := o & (canNull | canFail)
	if o&canTrue != 0 {
		out |= canFalse
	}
	if o&canFalse != 0 {
		out |= canTrue
	}
	return out
}

// evalLogic is And or Or; the second operand is looked at where it can matter.
func (d *decision) evalLogic(f *formula) outcome {
	a := d.eval(f.kids[0])
	rest := a &^ canFail
	if f.lazy {
		rest &^= decides(f.op)
	}
	if rest == 0 {
		return a
	}
	return logic(f.op, f.lazy, a, d.eval(f.kids[1]))
}

// decides is the outcome of one operand that is that of the whole.
func decides(op Op) outcome {
	if op == And {
		return canFalse
	}
	return canTrue
}

// logic is what And or Or of two sets of outcomes can be (DMN 1.4 table 50). A
// failing operand fails the whole, where it is evaluated.
func logic(op Op, lazy bool, a, b outcome) outcome {
	one := decides(op)
	other := (canTrue | canFalse) &^ one
	out := a & canFail
	a &^= canFail
	if lazy {
		out |= a & one
		a &^= one
	}
	if a == 0 {
		return out
	}
	out |= b & canFail
	if b &^= canFail; b == 0 {
		return out
	}
	if (a|b)&one != 0 {
		out |= one
	}
	if a&other != 0 && b&other != 0 {
		out |= other
	}
	if a&canNull != 0 && b&(canNull|other) != 0 || b&canNull != 0 && a&(canNull|other) != 0 {
		out |= canNull
	}
	return out
}

func (d *decision) evalAtom(a *atom) outcome {
	var out outcome
	for _, g := range a.guards {
		switch c := d.at[g.path.at]; {
		case c == open:
			out |= a.raw[g.row]
		case g.path.cells[c].null:
			return a.raw[g.row]
		}
	}
	if c := d.at[a.path.at]; c != open {
		return out | a.cells[c]
	}
	return out | a.any
}

// undecided is the first open path that a condition reads and that can matter, open where there is none.
func (d *decision) undecided(f *formula) int {
	if f.op != Var {
		for _, k := range f.kids {
			if p := d.undecided(k); p != open {
				return p
			}
		}
		return open
	}
	if d.settled(f.atom) {
		return open
	}
	for _, g := range f.atom.guards {
		if d.at[g.path.at] == open {
			return g.path.at
		}
	}
	if d.at[f.atom.path.at] == open {
		return f.atom.path.at
	}
	return open
}

// settled reports whether the outcome of an atom is one already.
func (d *decision) settled(a *atom) bool {
	o := d.evalAtom(a)
	return o&(o-1) == 0
}

// simplify opens again what the goals do not need.
func (d *decision) simplify(goals []goal) {
	for p := len(d.at) - 1; p >= 0; p-- {
		if d.at[p] == open {
			continue
		}
		kept := d.at[p]
		d.at[p] = open
		for _, g := range goals {
			if d.eval(d.conds[g.cond])&^g.allowed != 0 {
				d.at[p] = kept
				break
			}
		}
	}
}
