package expr

import "github.com/bpmngen/bpmngen/compiler/types"

// call takes what a function's parameters tell of its arguments.
func (in *inferer) call(n *Node) *types.Type {
	for i := len(in.frames) - 1; i >= 0; i-- {
		if t, ok := in.frames[i].names[n.Name]; ok {
			in.kids(n)
			if r := types.NonNull(t); r.Kind == types.Func && r.Result != nil {
				return r.Result
			}
			return in.s.fresh("")
		}
	}
	if in.src.Lang == Go {
		return in.goCall(n)
	}
	alts := builtins[n.Name]
	if in.src.Lang == JUEL || len(alts) == 0 {
		in.kids(n)
		if n.Name == "now" {
			return types.DateTimeType
		}
		return in.s.fresh("")
	}
	b := alts[0]
	args := make([]*types.Type, len(n.Kids))
	for _, alt := range alts {
		if alt.takes(len(n.Kids), n.Names) {
			b = alt
			break
		}
	}
	for i, k := range n.Kids {
		args[i] = in.infer(k)
		p, ok := b.param(i, n.Names)
		if !ok {
			continue
		}
		in.argument(k, args[i], p.class, b)
	}
	if len(n.Kids) > 1 && b.name == "list contains" {
		in.s.unify(elemOf(args[0]), args[1], in.use(n), "list contains", 0)
	}
	if b.result != nil {
		return b.result
	}
	if len(args) == 0 || types.NonNull(args[0]).Kind == types.Var || !b.takes(len(args), n.Names) || len(n.Names) > 0 {
		return in.s.fresh("")
	}
	for _, a := range args {
		if hasVar(a, 0) {
			return types.NonNull(in.ruleOpen(b, args))
		}
	}
	return b.rule(args)
}

// ruleOpen is the result of a function over lists whose elements are unknown yet.
func (in *inferer) ruleOpen(b *builtin, args []*types.Type) *types.Type {
	switch b.name {
	case "min", "max", "sum", "product":
		return elemOf(args[0])
	}
	return args[0]
}

func (in *inferer) argument(k *Node, t *types.Type, class string, b *builtin) {
	what := b.name
	if types.NonNull(t).Kind != types.Var {
		if class == "list" && (b.name == "sum" || b.name == "mean" || b.name == "product") {
			if e := types.NonNull(elemOf(t)); e.Kind == types.Var {
				in.s.number(e, types.Int, in.use(k), what)
			}
		}
		return
	}
	switch class {
	case "string":
		in.s.unify(t, types.StringType, in.use(k), what, 0)
	case "number":
		in.s.number(t, types.Int, in.use(k), what)
	case "boolean":
		in.s.unify(t, types.BoolType, in.use(k), what, 0)
	case "time":
		in.s.unify(t, types.TimeType, in.use(k), what, 0)
	case "duration":
		in.s.unify(t, types.DurationType, in.use(k), what, 0)
	case "list":
		elem := in.s.fresh("an item")
		switch b.name {
		case "sum", "mean", "product", "median", "stddev":
			in.s.number(elem, types.Int, in.use(k), what)
		case "string join":
			in.s.unify(elem, types.StringType, in.use(k), what, 0)
		case "all", "any":
			in.s.unify(elem, types.BoolType, in.use(k), what, 0)
		}
		in.s.unify(t, types.ListOf(elem), in.use(k), what, 0)
	case "stringOrDate", "stringOrTime":
		in.s.unify(t, types.StringType, in.use(k), what, 0)
	}
}

// takes reports whether a function can be called with so many arguments, or with these names.
func (b *builtin) takes(n int, names []string) bool {
	if len(names) > 0 {
		for _, a := range names {
			found := false
			for _, p := range b.params {
				found = found || p.name == a
			}
			if !found {
				return false
			}
		}
		for _, p := range b.params {
			found := p.optional || b.nulls
			for _, a := range names {
				found = found || p.name == a
			}
			if !found {
				return false
			}
		}
		return true
	}
	least := 0
	for _, p := range b.params {
		if p.variadic {
			return n >= least+1
		}
		if !p.optional {
			least++
		}
	}
	return n >= least && n <= len(b.params)
}

// param is the parameter of the i-th argument.
func (b *builtin) param(i int, names []string) (param, bool) {
	if len(names) > 0 {
		if i >= len(names) {
			return param{}, false
		}
		for _, p := range b.params {
			if p.name == names[i] {
				return p, true
			}
		}
		return param{}, false
	}
	if n := len(b.params); i >= n {
		if n > 0 && b.params[n-1].variadic {
			return b.params[n-1], true
		}
		return param{}, false
	}
	return b.params[i], true
}
