package expr

import (
	"unicode"
	"unicode/utf8"

	"github.com/bpmngen/bpmngen/compiler/types"
)

func (in *inferer) index(n *Node) *types.Type {
	recv := in.infer(n.Kids[0])
	key := in.infer(n.Kids[1])
	t := types.NonNull(recv)
	switch types.Shape(t).Kind {
	case types.List, types.Map:
		return types.Shape(t).Elem
	case types.Var:
		if types.NonNull(key).Kind == types.String {
			elem := in.s.fresh("")
			in.s.unify(t, types.MapOf(elem), in.use(n), "an index", 0)
			return elem
		}
		elem := in.s.fresh("")
		in.s.number(key, types.Int, in.use(n.Kids[1]), "an index")
		in.s.unify(t, types.ListOf(elem), in.use(n), "an index", 0)
		return elem
	}
	return in.s.fresh("")
}

func (in *inferer) filter(n *Node) *types.Type {
	t := types.NonNull(in.infer(n.Kids[0]))
	var elem *types.Type
	switch {
	case types.Shape(t).Kind == types.List:
		elem = types.Shape(t).Elem
	case t.Kind == types.Var:
		elem = in.s.fresh("an item")
		in.s.unify(t, types.ListOf(elem), in.use(n.Kids[0]), "a filter", 0)
	default:
		elem = t
	}
	c := in.within(inferFrame{names: map[string]*types.Type{"item": elem}, item: elem}, n.Kids[1])
	if types.IsNumeric(types.NonNull(c)) {
		return elem
	}
	return types.ListOf(elem)
}

func (in *inferer) list(n *Node) *types.Type {
	if len(n.Kids) == 0 {
		return types.ListOf(in.s.fresh("an item"))
	}
	elem := in.infer(n.Kids[0])
	for _, k := range n.Kids[1:] {
		elem = in.either(elem, in.infer(k), k)
	}
	return types.ListOf(elem)
}

func (in *inferer) context(n *Node) *types.Type {
	f := inferFrame{names: map[string]*types.Type{}}
	t := &types.Type{Kind: types.Struct}
	in.frames = append(in.frames, f)
	for i, k := range n.Kids {
		kt := in.infer(k)
		f.names[n.Names[i]] = kt
		t.Fields = append(t.Fields, types.Field{Name: n.Names[i], Type: kt})
	}
	in.frames = in.frames[:len(in.frames)-1]
	return t
}

func (in *inferer) iteration(n *Node) *types.Type {
	f := inferFrame{names: map[string]*types.Type{}}
	if n.Op == For {
		f.names["partial"] = in.s.fresh("partial")
	}
	in.frames = append(in.frames, f)
	for i, name := range n.Names {
		d := n.Kids[i]
		if d.Op == Iter {
			t := in.kids(d)
			in.s.ordered(t[0], t[1], in.use(d))
			f.names[name] = t[0]
			continue
		}
		t := types.NonNull(in.infer(d))
		switch types.Shape(t).Kind {
		case types.List, types.Range:
			f.names[name] = types.Shape(t).Elem
		case types.Var:
			elem := in.s.fresh("an item")
			in.s.unify(t, types.ListOf(elem), in.use(d), opText(n.Op, in.src.Lang), 0)
			f.names[name] = elem
		default:
			f.names[name] = t
		}
	}
	body := in.infer(n.Kids[len(n.Names)])
	if n.Op != For {
		in.s.unify(body, types.BoolType, in.use(n.Kids[len(n.Names)]), "satisfies", 0)
		body = types.BoolType
	} else {
		body = types.ListOf(body)
	}
	in.frames = in.frames[:len(in.frames)-1]
	return body
}

// goFieldName is the entry that a Go field name speaks of: the one that has
// that Go name, else the name with a small first letter.
func goFieldName(recv *types.Type, name string) string {
	for _, f := range fieldsOf(types.NonNull(recv)) {
		if goField(f) == name {
			return f.Name
		}
	}
	r, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(r)) + name[n:]
}
