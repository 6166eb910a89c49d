package expr

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// solver holds what the uses of a tree of scopes tell about unknown types.
// Number variables are not bound while uses are collected: a variable that is
// compared with 1 here and with 0.5 there is a float, whatever came first.
type solver struct {
	vars    []*types.Type
	info    []info
	open    map[*types.Type]bool // structs that further uses may add fields to
	pending []pending
	flows   [][2]int // number kinds flow from the first variable to the second
	ds      []diag.Diagnostic
	solved  bool
	structs map[*types.Type]*types.Type
	// fields are the results of pending fields, by variable and name.
	fields map[fieldKey]*types.Type
	// beans are the signatures of what is called of the host's beans.
	beans map[beanKey]*Bean
	// known are the names in all scopes that are more than one identifier.
	known map[string][]string
	seen  map[*types.Type]bool
}

type fieldKey struct {
	id   int
	name string
}

// info is what is known of one inference variable.
type info struct {
	num  types.Kind // Invalid: not known to be a number; else Int or Float
	null bool       // null is compared with it or assigned to it
	// at and what are the first use that told something, for conflicts.
	at   diag.Span
	what string
	name string // the variable or field, for messages
}

// pending is a use that can't be decided before more is known.
type pending struct {
	kind   pendingKind
	a, b   *types.Type
	result *types.Type
	name   string
	use    use
}

type pendingKind uint8

const (
	pendingField pendingKind = iota
	pendingArith
	pendingOrder
	pendingElem
)

// use is a place of the file that tells a type.
type use struct {
	at            diag.Span
	element, name string
}

// Fresh returns a new unknown type.
func (e *Env) Fresh() *types.Type { return e.state.fresh("") }

func (s *solver) fresh(name string) *types.Type {
	v := &types.Type{Kind: types.Var, Var: &types.Variable{ID: len(s.vars)}}
	s.vars = append(s.vars, v)
	s.info = append(s.info, info{name: name})
	return v
}

// Constrain says that a value of type b flows into a at a place of the file
// (a mapping's target and its value, a message payload and the variable that
// takes it). what names the place for a diagnostic of conflict.
func (e *Env) Constrain(a, b *types.Type, at diag.Span, what string) {
	e.state.flow(a, b, use{at: at}, what)
}

// flow says that values of type from reach to.
func (s *solver) flow(to, from *types.Type, u use, what string) {
	s.unify(to, from, u, what, 0)
}

// unify makes two types one, as far as variables allow; known types that differ
// are left for Check to report, which knows the conversions.
func (s *solver) unify(a, b *types.Type, u use, what string, depth int) {
	a0, b0 := a, b
	a, b = types.Resolve(a), types.Resolve(b)
	if a == b || depth > 32 {
		return
	}
	if a.Kind == types.Optional {
		if b.Kind == types.Var {
			s.setNull(b)
		}
		s.unify(a.Elem, b, u, what, depth+1)
		return
	}
	if b.Kind == types.Optional {
		if a.Kind == types.Var {
			s.setNull(a)
		}
		s.unify(a, b.Elem, u, what, depth+1)
		return
	}
	switch {
	case a.Kind == types.Var && b.Kind == types.Var:
		s.join(a, b, u)
	case a.Kind == types.Var:
		s.bind(a, b, u, what)
	case b.Kind == types.Var:
		s.bind(b, a, u, what)
	case a.Kind == b.Kind && (a.Kind == types.List || a.Kind == types.Map || a.Kind == types.Range):
		s.unify(a.Elem, b.Elem, u, what, depth+1)
	case a.Kind == types.Struct && b.Kind == types.Struct:
		s.merge(a, b, u, what, depth+1)
	case differ(a, b):
		if !s.conflictKnown(a0, b, u) {
			s.conflictKnown(b0, a, u)
		}
	}
}

// differ reports whether no value can be of both known types.
func differ(a, b *types.Type) bool {
	for _, t := range []*types.Type{a, b} {
		switch t.Kind {
		case types.Any, types.Null, types.Invalid, types.Named, types.Optional:
			return false
		}
	}
	return a.Kind != b.Kind && !(types.IsNumeric(a) && types.IsNumeric(b))
}

// join makes two variables one.
func (s *solver) join(a, b *types.Type, u use) {
	x, y := &s.info[a.Var.ID], &s.info[b.Var.ID]
	x.num = max(x.num, y.num)
	x.null = x.null || y.null
	if x.what == "" {
		x.at, x.what = y.at, y.what
	}
	if x.name == "" {
		x.name = y.name
	}
	b.Var.Bound = a
}

// bind gives a variable a type, or reports that another use told another one.
func (s *solver) bind(v, t *types.Type, u use, what string) {
	in := &s.info[v.Var.ID]
	switch t.Kind {
	case types.Null:
		in.null = true
		return
	case types.Any, types.Invalid:
		return
	case types.Int:
		s.number(v, types.Int, u, what)
		return
	case types.Float, types.Decimal:
		s.number(v, types.Float, u, what)
		return
	}
	if in.num != types.Invalid {
		s.conflict(in, t, u, what)
		return
	}
	if s.occurs(v, t, 0) {
		return
	}
	v.Var.Bound = t
	if in.what == "" {
		in.at, in.what = u.at, describe(t)
	}
}

// occurs reports whether v stands inside t.
func (s *solver) occurs(v, t *types.Type, depth int) bool {
	t = types.Resolve(t)
	if t == v {
		return true
	}
	if depth > 32 {
		return true
	}
	if t.Elem != nil && s.occurs(v, t.Elem, depth+1) {
		return true
	}
	for _, f := range t.Fields {
		if s.occurs(v, f.Type, depth+1) {
			return true
		}
	}
	return false
}

// number marks a variable as a number of at least that kind.
func (s *solver) number(v *types.Type, k types.Kind, u use, what string) {
	v0 := v
	v = types.Resolve(v)
	if v.Kind != types.Var {
		if differ(v, types.IntType) {
			s.conflictKnown(v0, types.IntType, u)
		}
		return
	}
	in := &s.info[v.Var.ID]
	in.num = max(in.num, k)
	if in.what == "" {
		in.at, in.what = u.at, "number"
	}
}

func (s *solver) setNull(t *types.Type) {
	if t = types.Resolve(t); t.Kind == types.Var {
		s.info[t.Var.ID].null = true
	}
}

func (s *solver) conflict(in *info, t *types.Type, u use, what string) {
	name := in.name
	if name == "" {
		name = "the value"
	}
	d := diag.New("BG3010", u.at, "%s is used as %s here and as %s elsewhere", name, describe(t), in.what).On(u.element, u.name).
		WithFix("declare the type of %s, or make both uses agree", name)
	if !in.at.IsZero() {
		d = d.WithRelated(in.at, "used as %s here", in.what)
	}
	s.ds = append(s.ds, d)
}

// conflictKnown reports that a known inferred type meets another one.
func (s *solver) conflictKnown(v *types.Type, t *types.Type, u use) bool {
	for v.Kind == types.Var && v.Var.Bound != nil {
		in := &s.info[v.Var.ID]
		if in.what != "" {
			s.conflict(in, t, u, "")
			return true
		}
		v = v.Var.Bound
	}
	return false
}

// merge unifies two structs; a struct inferred from use gains the other's fields.
func (s *solver) merge(a, b *types.Type, u use, what string, depth int) {
	for _, f := range b.Fields {
		if g, ok := a.Lookup(f.Name); ok {
			s.unify(g.Type, f.Type, u, what, depth)
		} else if s.open[a] {
			a.Fields = append(a.Fields, f)
		}
	}
	if s.open[b] {
		for _, f := range a.Fields {
			if _, ok := b.Lookup(f.Name); !ok {
				b.Fields = append(b.Fields, f)
			}
		}
	}
}

// describe is a type in a sentence.
func describe(t *types.Type) string {
	t = types.NonNull(t)
	switch t.Kind {
	case types.Int, types.Float, types.Decimal:
		return "number"
	}
	return t.String()
}

// Solve gives every variable of the tree of scopes a type: to be called once,
// after all Infer and Constrain. Conflicts are reported with both places
// (BG3010); a variable whose use tells nothing becomes any, with a warning
// (BG3011).
func (e *Env) Solve() []diag.Diagnostic {
	s := e.state
	s.settle()
	for _, k := range []pendingKind{pendingField, pendingElem, pendingArith, pendingOrder} {
		for s.assume(k) {
			s.settle()
		}
	}
	s.flowNumbers()
	root := e.root()
	root.finish()
	s.finishBeans()
	s.solved = true
	ds := s.ds
	s.ds = nil
	return ds
}

// settle decides the pending uses that can be, until none can.
func (s *solver) settle() {
	for progress := true; progress; {
		progress = false
		list := s.pending
		s.pending = nil
		for _, p := range list {
			if s.decide(p) {
				progress = true
				continue
			}
			s.pending = append(s.pending, p)
		}
	}
}

// assume takes the usual meaning of the undecided uses of a kind, in order; a
// use that an earlier one decides is decided. It reports whether it did anything.
func (s *solver) assume(k pendingKind) bool {
	list := s.pending
	s.pending = nil
	did := false
	for _, p := range list {
		if did && s.decide(p) {
			continue
		}
		if p.kind != k {
			s.pending = append(s.pending, p)
			continue
		}
		did = true
		switch k {
		case pendingField:
			if v := types.Resolve(p.a); v.Kind == types.Var {
				st := &types.Type{Kind: types.Struct, Fields: []types.Field{{Name: p.name, Type: p.result}}}
				s.open[st] = true
				s.bind(v, st, p.use, "the field "+p.name)
			}
		case pendingElem:
			s.unify(p.a, types.ListOf(p.result), p.use, "", 0)
		case pendingArith:
			s.number(p.a, types.Int, p.use, "arithmetic")
			s.number(p.b, types.Int, p.use, "arithmetic")
			s.arithResult(p)
		case pendingOrder:
			s.number(p.a, types.Int, p.use, "comparison")
			s.number(p.b, types.Int, p.use, "comparison")
		}
	}
	return did
}

// flowNumbers carries float from operands to results until nothing changes.
func (s *solver) flowNumbers() {
	for progress := true; progress; {
		progress = false
		for _, f := range s.flows {
			from, to := types.Resolve(s.vars[f[0]]), types.Resolve(s.vars[f[1]])
			if to.Kind != types.Var {
				continue
			}
			k := types.Invalid
			switch from.Kind {
			case types.Var:
				k = s.info[from.Var.ID].num
			case types.Int:
				k = types.Int
			case types.Float, types.Decimal:
				k = types.Float
			}
			if in := &s.info[to.Var.ID]; in.num < k {
				in.num, progress = k, true
			}
		}
	}
}
