package expr

import "slices"

// fold makes one atom of what is combined of one path alone, so that a list of a
// thousand constants cuts its path into two: in and out.
func fold(f *formula) *formula {
	if len(f.kids) == 0 {
		return f
	}
	g := *f
	g.kids = make([]*formula, len(f.kids))
	var one *atom
	for i, k := range f.kids {
		k = fold(k)
		g.kids[i] = k
		switch {
		case k.op == Lit:
		case k.op == Var && (one == nil || one.alike(k.atom)):
			one = k.atom
		default:
			return foldRest(&g, f, i+1)
		}
	}
	if one == nil {
		return &formula{op: Lit, set: g.apply(func(k *formula) outcome { return k.set })}
	}
	a := &atom{path: one.path, guards: one.guards, raw: make([]outcome, len(one.raw))}
	for i := range a.raw {
		a.raw[i] = g.apply(func(k *formula) outcome {
			if k.op == Lit {
				return k.set
			}
			return k.atom.raw[i]
		})
	}
	return &formula{op: Var, atom: a}
}

// foldRest folds the operands from one on of what can't be folded itself.
func foldRest(g, f *formula, from int) *formula {
	for i := from; i < len(f.kids); i++ {
		g.kids[i] = fold(f.kids[i])
	}
	return g
}

// alike reports whether two atoms are about one path.
func (a *atom) alike(b *atom) bool {
	return a.path == b.path && slices.EqualFunc(a.guards, b.guards, func(x, y guard) bool { return x.path == y.path })
}

// apply is a formula over outcomes of its operands.
func (f *formula) apply(of func(*formula) outcome) outcome {
	switch f.op {
	case And, Or:
		return logic(f.op, f.lazy, of(f.kids[0]), of(f.kids[1]))
	case Not:
		return negated(of(f.kids[0]))
	case If:
		return choice(of(f.kids[0]), of(f.kids[1]), of(f.kids[2]))
	}
	return replaced(of(f.kids[0]), f.null)
}

// live registers the atoms that are left with their paths.
func (f *formula) live() {
	if f.op == Var {
		f.atom.path.live = append(f.atom.path.live, f.atom)
	}
	for _, k := range f.kids {
		k.live()
	}
}
