package expr

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
	"github.com/bpmngen/bpmngen/runtime/feel"
)

// rangeAtoms are the paths that a condition compares, and the constants.
type rangeAtoms struct {
	byPath map[string]*rangePath
	order  []*rangePath
	nodes  map[*Node]*rangePath
}

// rangePath is one variable or field.
type rangePath struct {
	name      string
	typ       *types.Type
	constants []any
	now       any
}

func sortPaths(list []*rangePath) {
	slices.SortFunc(list, func(a, b *rangePath) int { return cmp.Compare(a.name, b.name) })
}

// formula takes in a condition; false where it is more than a Boolean
// combination of variables against constants.
func (a *rangeAtoms) formula(n *Node) bool {
	switch n.Op {
	case Lit:
		return true
	case And, Or, Not, If:
		return a.all(n.Kids)
	case GoExpr:
		return len(n.Kids) == 1 && n.goNode != nil && a.formula(n.Kids[0])
	case Convert:
		return class(n.Type) == types.Bool && class(n.Kids[0].Type) == types.Bool && a.formula(n.Kids[0])
	case Var, Field:
		return class(n.Type) == types.Bool && a.path(n, nil)
	case Eq, Ne, Lt, Le, Gt, Ge:
		if n.Kids[1].Op == Lit {
			return a.path(n.Kids[0], n.Kids[1])
		}
		if n.Kids[0].Op == Lit {
			return a.path(n.Kids[1], n.Kids[0])
		}
	case Empty:
		return class(n.Kids[0].Type) == types.String && a.path(n.Kids[0], &Node{Op: Lit, Value: ""})
	case Method:
		return n.Name == "String.isEmpty" && a.path(n.Kids[0], &Node{Op: Lit, Value: ""})
	case Call:
		return n.Name == "not" && class(n.Kids[0].Type) == types.Bool && a.formula(n.Kids[0])
	}
	return false
}

func (a *rangeAtoms) all(list []*Node) bool {
	for _, k := range list {
		if class(k.Type) != types.Bool || !a.formula(k) {
			return false
		}
	}
	return true
}

// path registers a node that reads a variable or field, and the constant that
// it is compared with.
func (a *rangeAtoms) path(n, constant *Node) bool {
	for n.Op == Convert {
		n = n.Kids[0]
	}
	if n.Op == Lit {
		return true
	}
	if n.Op != Var && n.Op != Field {
		return false
	}
	p, ok := pathOf(n)
	if !ok || fieldDepth(n) != len(p.Fields) {
		return false
	}
	switch types.Shape(types.NonNull(n.Type)).Kind {
	case types.Bool, types.Int, types.Float, types.Decimal, types.String, types.Date, types.DateTime, types.Duration, types.Months:
	default:
		return false
	}
	name := p.String()
	r, seen := a.byPath[name]
	if !seen {
		r = &rangePath{name: name, typ: n.Type}
		a.byPath[name] = r
		a.order = append(a.order, r)
	}
	a.nodes[n] = r
	if constant != nil && constant.Value != nil {
		r.constants = append(r.constants, constant.Value)
	}
	return true
}

// nested reports whether a path is part of another one, whose values then are
// not free.
func (a *rangeAtoms) nested() bool { return crossNested([]*rangeAtoms{a}) }

func crossNested(list []*rangeAtoms) bool {
	var names []string
	for _, a := range list {
		for _, p := range a.order {
			names = append(names, p.name)
		}
	}
	for _, x := range names {
		for _, y := range names {
			if strings.HasPrefix(y, x+".") {
				return true
			}
		}
	}
	return false
}

// samples is a value of every stretch of the path's values between the
// constants: all that conditions can tell apart. The constants come first, so
// that a witness shows one where it can.
func (p *rangePath) samples() ([]any, bool) {
	t := types.Shape(types.NonNull(p.typ))
	var out []any
	add := func(v any, ok bool) {
		if !ok {
			return
		}
		for _, o := range out {
			if compareValues(Eq, o, v) == true {
				return
			}
		}
		out = append(out, v)
	}
	switch t.Kind {
	case types.Bool:
		out = []any{true, false}
	case types.Int:
		low, high := intBounds(t.Basic)
		in := func(i int64) bool { return i >= low && i <= high }
		var list []int64
		for _, c := range p.constants {
			d, ok := decimalOf(c)
			if !ok {
				return nil, false
			}
			for _, e := range []feel.Decimal{d.Floor(), d.Ceiling()} {
				if i, ok := e.Int64(); ok {
					list = append(list, i)
				}
			}
		}
		for _, i := range list {
			add(i, in(i))
		}
		for _, i := range list {
			if i < math.MaxInt64 {
				add(i+1, in(i+1))
			}
			if i > math.MinInt64 {
				add(i-1, in(i-1))
			}
		}
		add(int64(0), len(out) == 0)
	case types.Float, types.Decimal:
		if !p.realSamples(t.Kind, add) {
			return nil, false
		}
	case types.String:
		p.textSamples(add)
	default:
		for _, c := range p.constants {
			add(c, true)
		}
		for _, c := range p.constants {
			before, after := neighbours(c)
			add(after, after != nil)
			add(before, before != nil)
		}
		if len(out) == 0 {
			return nil, false
		}
	}
	if types.Nullable(p.typ) {
		out = append(out, nil)
	}
	return out, true
}

// realSamples are the constants, a value between each two, and one beyond each end.
func (p *rangePath) realSamples(k types.Kind, add func(any, bool)) bool {
	var list []feel.Decimal
	for _, c := range p.constants {
		d, ok := decimalOf(c)
		if !ok {
			return false
		}
		list = append(list, d)
	}
	slices.SortFunc(list, feel.Decimal.Cmp)
	value := func(d feel.Decimal) any {
		if k == types.Float {
			return d.Float64()
		}
		return d
	}
	for _, d := range list {
		add(value(d), true)
	}
	one := feel.DecimalFromInt(1)
	for i, d := range list {
		if i == 0 {
			add(value(d.Sub(one)), true)
		}
		if i == len(list)-1 {
			add(value(d.Add(one)), true)
		} else {
			add(value(d.Add(list[i+1]).Quo(feel.DecimalFromInt(2))), true)
		}
	}
	add(value(feel.DecimalFromInt(0)), len(list) == 0)
	return true
}

// textSamples are the constants, a text after each, one before all, and one
// that people read as "something else".
func (p *rangePath) textSamples(add func(any, bool)) {
	for _, c := range p.constants {
		s, ok := c.(string)
		add(s, ok)
	}
	add("something else", true)
	for _, c := range p.constants {
		s, _ := c.(string)
		add(s+"\x00", true)
	}
	add("", true)
}

// neighbours are the values next to a date, a time or a duration.
func neighbours(v any) (before, after any) {
	switch x := v.(type) {
	case feel.Date:
		return feel.NullOf(x.Subtract(dayOf)), feel.NullOf(x.Add(dayOf))
	case feel.DateTime:
		return feel.NullOf(x.Subtract(1_000_000_000)), feel.NullOf(x.Add(1_000_000_000))
	case feel.DayTimeDuration:
		return feel.NullOf(x.Sub(1)), feel.NullOf(x.Add(1))
	case feel.YearMonthDuration:
		return feel.NullOf(x.Sub(1)), feel.NullOf(x.Add(1))
	}
	return nil, nil
}

const dayOf = feel.DayTimeDuration(24 * 60 * 60 * 1_000_000_000)

// intBounds are the least and greatest value of a Go integer type.
func intBounds(basic string) (low, high int64) {
	switch basic {
	case "int8":
		return math.MinInt8, math.MaxInt8
	case "int16":
		return math.MinInt16, math.MaxInt16
	case "int32", "rune":
		return math.MinInt32, math.MaxInt32
	case "uint8", "byte":
		return 0, math.MaxUint8
	case "uint16":
		return 0, math.MaxUint16
	case "uint32":
		return 0, math.MaxUint32
	case "uint", "uint64", "uintptr":
		return 0, math.MaxInt64
	}
	return math.MinInt64, math.MaxInt64
}
