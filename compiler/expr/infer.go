package expr

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Infer takes from an expression what it says about unknown variables. want is
// the type that its place asks for (a condition's is boolean; a mapping's is
// its target's); nil where it asks for none. A name that nothing declares
// becomes a variable of the root scope (S3.1), unless the scope is Strict:
// then it is an error (BG3004).
func (e *Env) Infer(tree *Tree, want *types.Type) []diag.Diagnostic {
	if tree == nil || tree.Root == nil {
		return nil
	}
	in := &inferer{env: e, s: e.state, src: tree.Source}
	t := in.infer(tree.Root)
	if want != nil {
		in.s.unify(want, t, in.use(tree.Root), "what it is for", 0)
	}
	tree.Host = append(tree.Host, in.hostCalls...)
	return in.ds
}

// inferer walks one expression. It only collects; Check is what judges.
type inferer struct {
	env    *Env
	s      *solver
	src    Source
	frames []inferFrame
	ds     []diag.Diagnostic
	// hostCalls are bean calls found on the way.
	hostCalls []*HostCall
}

// inferFrame is what a construct of the expression brings into scope: names, or
// the item that a filter looks at.
type inferFrame struct {
	names map[string]*types.Type
	item  *types.Type
}

func (in *inferer) use(n *Node) use {
	return use{at: in.src.Place(n.Span), element: in.src.Element, name: in.src.Name}
}

func (in *inferer) kids(n *Node) []*types.Type {
	out := make([]*types.Type, len(n.Kids))
	for i, k := range n.Kids {
		if k != nil {
			out[i] = in.infer(k)
		} else {
			out[i] = types.AnyType
		}
	}
	return out
}

func (in *inferer) expect(n *Node, want *types.Type, what string) {
	in.s.unify(in.infer(n), want, in.use(n), what, 0)
}

func (in *inferer) infer(n *Node) *types.Type {
	switch n.Op {
	case Lit:
		return literalType(n.Value)
	case Name:
		return in.name(n)
	case Field:
		return in.field(n)
	case Index:
		return in.index(n)
	case Filter:
		return in.filter(n)
	case And, Or, Not:
		for _, k := range n.Kids {
			in.expect(k, types.BoolType, opText(n.Op, in.src.Lang))
		}
		return types.BoolType
	case Eq, Ne, Lt, Le, Gt, Ge:
		return in.compare(n)
	case Add, Sub, Mul, Div, Mod, Pow:
		return in.arith(n)
	case Neg:
		t := in.infer(n.Kids[0])
		if r := types.NonNull(t); r.Kind == types.Var {
			in.s.number(r, types.Int, in.use(n.Kids[0]), "arithmetic")
		}
		return t
	case If:
		in.expect(n.Kids[0], types.BoolType, "a condition")
		a, b := in.infer(n.Kids[1]), in.infer(n.Kids[2])
		return in.either(a, b, n)
	case Between:
		t := in.kids(n)
		in.s.ordered(t[0], t[1], in.use(n.Kids[1]))
		in.s.ordered(t[0], t[2], in.use(n.Kids[2]))
		return types.BoolType
	case In:
		return in.in(n)
	case RangeLit:
		t := in.kids(n)
		elem := t[0]
		if n.Kids[0] == nil {
			elem = t[1]
		} else if n.Kids[1] != nil {
			in.s.ordered(t[0], t[1], in.use(n))
		}
		return types.RangeOf(elem)
	case ListLit:
		return in.list(n)
	case Context:
		return in.context(n)
	case For, Some, Every:
		return in.iteration(n)
	case FuncLit:
		f := inferFrame{names: map[string]*types.Type{}}
		ft := &types.Type{Kind: types.Func}
		for i, name := range n.Names {
			t := in.s.fresh(name)
			if n.paramTypes[i] != nil {
				t = n.paramTypes[i]
			}
			f.names[name] = t
			ft.Params = append(ft.Params, t)
		}
		ft.Result = in.within(f, n.Kids[0])
		return ft
	case Call:
		return in.call(n)
	case Method:
		return in.method(n)
	case Invoke:
		in.kids(n)
		return in.s.fresh("")
	case Empty:
		in.s.setNull(in.infer(n.Kids[0]))
		return types.BoolType
	case Concat:
		in.kids(n)
		return types.StringType
	case Instance:
		in.infer(n.Kids[0])
		return types.BoolType
	case Host:
		in.kids(n)
		if n.Call.Result == nil {
			n.Call.Result = in.s.fresh("the result of " + n.Call.GoName)
		}
		return n.Call.Result
	}
	in.kids(n)
	return in.s.fresh("")
}

func (in *inferer) within(f inferFrame, n *Node) *types.Type {
	in.frames = append(in.frames, f)
	defer func() { in.frames = in.frames[:len(in.frames)-1] }()
	return in.infer(n)
}

// name finds a name: what the expression binds, then the data, then, inside a
// filter over items of unknown type, a field of the item.
func (in *inferer) name(n *Node) *types.Type {
	var item *types.Type
	for i := len(in.frames) - 1; i >= 0; i-- {
		f := in.frames[i]
		if t, ok := f.names[n.Name]; ok {
			return t
		}
		if f.item == nil {
			continue
		}
		it := types.NonNull(f.item)
		if fl, ok := it.Lookup(n.Name); ok {
			return fl.Type
		}
		if item == nil && (it.Kind == types.Var || in.s.open[it]) {
			item = it
		}
	}
	if s, ok := in.env.Lookup(n.Name); ok {
		return s.Type
	}
	if item != nil {
		return in.fieldOf(item, n.Name, n)
	}
	if isFunctionName(n.Name, in.src.Lang) {
		return in.s.fresh("")
	}
	if in.env.Strict {
		in.ds = append(in.ds, unknownName(in.src, n, in.env))
		return in.s.fresh(n.Name)
	}
	s := in.env.root().Declare(n.Name, nil, in.src.Place(n.Span))
	return s.Type
}

func (in *inferer) field(n *Node) *types.Type {
	return in.fieldOf(in.infer(n.Kids[0]), n.Name, n)
}

func (in *inferer) fieldOf(recv *types.Type, name string, n *Node) *types.Type {
	if in.src.Lang == Go {
		name = goFieldName(recv, name)
	}
	if t, ok := in.s.fieldType(recv, name); ok {
		return t
	}
	// Two uses of one field of a variable that nothing else tells about speak of one thing.
	key := fieldKey{-1, name}
	if v := types.NonNull(recv); v.Kind == types.Var {
		key.id = v.Var.ID
		if t, ok := in.s.fields[key]; ok {
			return t
		}
	}
	res := in.s.fresh(name)
	if key.id >= 0 {
		if in.s.fields == nil {
			in.s.fields = map[fieldKey]*types.Type{}
		}
		in.s.fields[key] = res
	}
	u := use{at: in.src.Place(n.nameOrSpan()), element: in.src.Element, name: in.src.Name}
	in.s.pending = append(in.s.pending, pending{kind: pendingField, a: recv, result: res, name: name, use: u})
	return res
}

func (in *inferer) compare(n *Node) *types.Type {
	a, b := in.infer(n.Kids[0]), in.infer(n.Kids[1])
	if n.Op == Eq || n.Op == Ne {
		in.s.unify(value(a), value(b), in.use(n.Kids[0]), "a comparison", 0)
		return types.BoolType
	}
	in.s.ordered(a, b, in.use(n))
	return types.BoolType
}

func (in *inferer) arith(n *Node) *types.Type {
	a, b := in.infer(n.Kids[0]), in.infer(n.Kids[1])
	p := pending{kind: pendingArith, a: a, b: b, result: in.s.fresh(""), name: opText(n.Op, in.src.Lang), use: in.use(n)}
	if in.src.Lang == Go && n.Op == Div {
		p.name = "%" // Go divides integers to an integer
	}
	if !in.s.decide(p) {
		in.s.pending = append(in.s.pending, p)
	}
	return p.result
}

// either is the type of what is one of two.
func (in *inferer) either(a, b *types.Type, n *Node) *types.Type {
	if types.NonNull(a).Kind == types.Null {
		return types.OptionalOf(types.Resolve(b))
	}
	if types.NonNull(b).Kind == types.Null {
		return types.OptionalOf(types.Resolve(a))
	}
	in.s.unify(a, b, in.use(n), "", 0)
	if types.NonNull(a).Kind == types.Int {
		return b
	}
	return a
}

func (in *inferer) in(n *Node) *types.Type {
	v := in.infer(n.Kids[0])
	for _, k := range n.Kids[1:] {
		if k.Op == Test {
			in.s.ordered(v, in.infer(k.Kids[0]), in.use(k))
			continue
		}
		t := types.NonNull(in.infer(k))
		switch t.Kind {
		case types.List:
			if e := types.NonNull(t.Elem); e.Kind == types.Range {
				in.s.ordered(v, e.Elem, in.use(k))
			} else if types.NonNull(v).Kind != types.List {
				in.s.unify(v, t.Elem, in.use(k), "a comparison", 0)
			}
		case types.Range:
			in.s.ordered(v, t.Elem, in.use(k))
		case types.Var:
			if len(n.Kids) == 2 {
				in.s.unify(t, types.ListOf(v), in.use(k), "in", 0)
			}
		default:
			in.s.unify(v, t, in.use(k), "a comparison", 0)
		}
	}
	return types.BoolType
}
