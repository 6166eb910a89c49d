package expr

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// outcome is a set of what an evaluation can end with.
type outcome uint8

const (
	canTrue outcome = 1 << iota
	canFalse
	canNull
	canFail
)

// formula is a condition in the terms of the decision.
type formula struct {
	op   Op // Lit (set), Var (atom), And, Or, Not, If, Convert
	kids []*formula
	// set is what a constant or a part that is not understood can be.
	set outcome
	// lazy: the second operand of And and Or is not evaluated where the first decides.
	lazy bool
	// null is what Convert makes of null.
	null outcome
	atom *atom
}

// atom is one path against a constant, a test for null or empty text, or a
// boolean path itself.
type atom struct {
	path *rangePath
	// guards are the optional values on the way to the path: where one is null
	// the value is, or there is none.
	guards []guard
	test   atomTest
	op     Op
	// constant is what the path is compared with, nil in a null test.
	constant any
	// whenNull is the outcome where the path's value is null.
	whenNull outcome
	// raw is the outcome for each raw cell of the path, once all constants are
	// known, and then where each of the guards is null.
	raw []outcome
	// cells is the outcome for each cell of the path, any all of them.
	cells []outcome
	any   outcome
}

type guard struct {
	path *rangePath
	null outcome
	row  int // where raw has it
}

type atomTest uint8

const (
	compareTest atomTest = iota // op against the constant
	nullTest                    // op is Eq or Ne
)

// rangeBuilder makes formulas of conditions and collects their paths.
type rangeBuilder struct {
	paths  []*rangePath
	byKey  map[rangeKey]*rangePath
	opaque bool
	lang   Lang
}

type rangeKey struct {
	sym    *Symbol
	fields string
}

// formula takes in a node of boolean type.
func (b *rangeBuilder) formula(n *Node) *formula {
	switch n.Op {
	case Lit:
		switch n.Value {
		case true:
			return &formula{op: Lit, set: canTrue}
		case false:
			return &formula{op: Lit, set: canFalse}
		case nil:
			if types.Nullable(n.Type) {
				return &formula{op: Lit, set: canNull}
			}
		}
	case And, Or:
		return &formula{op: n.Op, kids: b.formulas(n.Kids), lazy: n.Type.Kind == types.Bool}
	case Not, If:
		return &formula{op: n.Op, kids: b.formulas(n.Kids)}
	case Call:
		if n.fn != nil && n.Name == "not" && len(n.Kids) == 1 && class(n.Kids[0].Type) == types.Bool {
			return &formula{op: Not, kids: b.formulas(n.Kids)}
		}
	case GoExpr:
		if len(n.Kids) == 1 && n.goNode != nil && class(n.Kids[0].Type) == types.Bool {
			return b.formula(n.Kids[0])
		}
	case Convert:
		if class(n.Type) == types.Bool && class(n.Kids[0].Type) == types.Bool {
			return &formula{op: Convert, kids: b.formulas(n.Kids), null: onNull(n)}
		}
	case Var, Field:
		if a := b.read(n); a != nil && a.path.space.kind == types.Bool {
			a.op, a.constant = Eq, true
			return b.atom(a)
		}
	case Eq, Ne, Lt, Le, Gt, Ge:
		if a := b.comparison(n); a != nil {
			return b.atom(a)
		}
	case Empty:
		if a := b.emptyText(n.Kids[0]); a != nil {
			a.setNull(canTrue)
			return b.atom(a)
		}
	case Method:
		if n.Name == "String.isEmpty" {
			if a := b.emptyText(n.Kids[0]); a != nil {
				return b.atom(a)
			}
		}
	}
	b.opaque = true
	any := canTrue | canFalse | canFail
	if types.Nullable(n.Type) {
		any |= canNull
	}
	return &formula{op: Lit, set: any}
}

func (b *rangeBuilder) formulas(list []*Node) []*formula {
	out := make([]*formula, len(list))
	for i, k := range list {
		out[i] = b.formula(k)
	}
	return out
}

func (b *rangeBuilder) atom(a *atom) *formula {
	a.path.atoms = append(a.path.atoms, a)
	return &formula{op: Var, atom: a}
}

// onNull is what a conversion of a boolean makes of null.
func onNull(n *Node) outcome {
	switch {
	case types.Nullable(n.Type):
		return canNull
	case n.mode == nullZero:
		return canFalse
	}
	return canFail
}

// comparison is a path compared with a constant, nil for anything else.
func (b *rangeBuilder) comparison(n *Node) *atom {
	x, c, op := n.Kids[0], n.Kids[1], n.Op
	if x.Op == Lit {
		x, c, op = c, x, mirrored[op]
	}
	if c.Op != Lit || x.Op == Lit {
		return nil
	}
	equality := op == Eq || op == Ne
	if c.Value == nil {
		// In Go nil is a value of slices, maps and interfaces that null is not.
		if !equality || b.lang == Go && types.Resolve(x.Type).Kind != types.Optional {
			return nil
		}
		a := b.read(x)
		if a != nil {
			a.test, a.op = nullTest, op
			a.setNull(truth(op == Eq))
		}
		return a
	}
	// A comparison that is null for other reasons than a null path is not understood.
	if types.Nullable(n.Type) && (equality || !types.Nullable(x.Type)) {
		return nil
	}
	a := b.read(x)
	if a == nil || !a.path.space.takes(c.Value) || !exactly(x, c.Value) {
		return nil
	}
	a.op, a.constant = op, c.Value
	switch {
	case op == Eq:
		a.setNull(canFalse)
	case op == Ne:
		a.setNull(canTrue)
	}
	return a
}

var mirrored = map[Op]Op{Eq: Eq, Ne: Ne, Lt: Gt, Le: Ge, Gt: Lt, Ge: Le}

func truth(b bool) outcome {
	if b {
		return canTrue
	}
	return canFalse
}

// emptyText is a text path tested for being empty.
func (b *rangeBuilder) emptyText(n *Node) *atom {
	a := b.read(n)
	if a == nil || a.path.space.kind != types.String {
		return nil
	}
	a.op, a.constant = Eq, ""
	return a
}

// setNull says what null makes of an atom, where it does not fail before.
func (a *atom) setNull(o outcome) {
	if a.whenNull != canFail {
		a.whenNull = o
	}
	for i := range a.guards {
		if a.guards[i].null != canFail {
			a.guards[i].null = o
		}
	}
}

// read is the path that a node reads, with what null does on the way: a node
// above whose type has no null fails (S3.5). Nil where it is no path.
func (b *rangeBuilder) read(n *Node) *atom {
	a := &atom{whenNull: canNull}
	null := canNull
	for {
		if n.Op == Convert {
			if !lossless(n) || n.mode == nullZero {
				return nil
			}
		} else {
			sym, fields, typ := fieldChain(n)
			if sym == nil {
				return nil
			}
			if a.path == nil {
				a.path, a.whenNull = b.path(sym, fields, typ), null
			} else if types.Nullable(typ) {
				a.guards = append(a.guards, guard{path: b.path(sym, fields, typ), null: null})
			}
			if n.Op == Var {
				return a
			}
		}
		if !types.Nullable(n.Type) {
			null = canFail
		}
		n = n.Kids[0]
	}
}

// path is the one path for every spelling in every language.
func (b *rangeBuilder) path(sym *Symbol, fields []string, typ *types.Type) *rangePath {
	key := rangeKey{sym, strings.Join(fields, "\x00")}
	if p, ok := b.byKey[key]; ok {
		return p
	}
	p := &rangePath{
		name: Path{Sym: sym, Fields: fields}.String(), sym: sym, fields: fields,
		optional: types.Nullable(typ), space: spaceOf(typ), at: len(b.paths),
	}
	b.byKey[key] = p
	b.paths = append(b.paths, p)
	return p
}

// fieldChain is the variable, the fields and the declared type of a path: the
// type that the struct gives the field, null only where itself can be.
func fieldChain(n *Node) (*Symbol, []string, *types.Type) {
	switch n.Op {
	case Var:
		return n.Sym, nil, types.Resolve(n.Sym.Type)
	case Convert:
		return fieldChain(n.Kids[0])
	case Field:
		sym, fields, t := fieldChain(n.Kids[0])
		if sym == nil || types.Shape(types.NonNull(t)).Kind != types.Struct {
			return nil, nil, nil
		}
		f, ok := types.NonNull(t).Lookup(n.Name)
		if !ok {
			return nil, nil, nil
		}
		return sym, append(append([]string(nil), fields...), f.Name), types.Resolve(f.Type)
	}
	return nil, nil, nil
}
