package resolve

import (
	"github.com/bpmngen/bpmngen/compiler/bpmn"
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/model"
	"github.com/bpmngen/bpmngen/compiler/names"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// pending is an expression that waits for the types of the whole process.
type pending struct {
	tree *expr.Tree
	env  *expr.Env
	// want is the type that its place asks for; known in the end only when all types are.
	want  func() typeOf
	model model.Expression
	// otherwise is the type of a variable that the expression is, where nothing tells one.
	otherwise typeOf
	// fits, if any, says why the value's place can't take one, now that all types are known.
	fits func() *diag.Diagnostic
	// done takes the index of the checked expression.
	done func(index int)
}

// typeOf is a type that inference may still change.
type typeOf = *types.Type

// data types the variables and expressions of the process: what is declared,
// then what all the uses together tell, then, for the test kit, the hints.
func (b *builder) data() {
	b.checkVariables()
	hints := b.opts.Hints[b.p.ID]
	ds, open := b.infer(nil)
	take := map[string]*types.Type{}
	for name, t := range hints {
		if b.nested(name) {
			continue
		}
		if s, ok := b.envs[0].Lookup(name); !ok || open[name] || !s.Declared && s.Type.Kind == types.Any {
			take[name] = t
		}
	}
	for _, p := range b.pending {
		if name := p.tree.Root; p.otherwise != nil && name != nil && name.Op == expr.Name && open[name.Name] && take[name.Name] == nil {
			take[name.Name] = p.otherwise
		}
	}
	if len(take) > 0 {
		ds, _ = b.infer(take)
	}
	b.typeParams()
	b.keepPayloads()
	b.beans()
	for _, d := range ds {
		if d.Code == codeUntold && b.opts.Strict {
			d.Severity = diag.Error
		}
		b.bag.Add(d)
	}
}

// infer parses all expressions and solves the types of the variables. open are
// the variables of the root scope that nothing tells the type of.
func (b *builder) infer(hints map[string]*types.Type) (ds []diag.Diagnostic, open map[string]bool) {
	b.pending, b.ios, b.envs, b.declared = nil, nil, make([]*expr.Env, len(b.p.Scopes)), map[*expr.Symbol]*bpmn.Base{}
	b.fields, b.fieldOrder, b.gates, b.merges = map[fieldKey]*expr.Symbol{}, nil, nil, nil
	b.storeEnv, b.storeSyms, b.storeUses = nil, nil, nil
	for s := range b.p.Scopes {
		if parent := b.p.Scopes[s].Parent; parent != model.None {
			b.envs[s] = b.envs[parent].Child()
		} else {
			b.envs[s] = expr.NewEnv()
		}
	}
	b.declare()
	b.declareLoops()
	for _, name := range sortedKeys(hints) {
		b.envs[0].Declare(name, hints[name], b.p.Span)
	}
	ds = b.collect()
	for i := range b.pending {
		p := &b.pending[i]
		ds = append(ds, p.env.Infer(p.tree, p.want())...)
	}
	ds = append(ds, b.envs[0].Solve()...)
	open = map[string]bool{}
	for _, s := range b.envs[0].Symbols() {
		if !s.Declared && s.Type.Kind == types.Any {
			open[s.Name] = true
		}
	}
	return ds, open
}

// declare adds what the file declares: properties and data objects of every
// scope, inputs and outputs of the process.
func (b *builder) declare() {
	b.eachLevel(func(l *graph.Level, scope int) {
		b.declareVariables(l, scope)
		b.declareInputs(scope)
		for _, p := range properties(l) {
			b.variable(scope, &p.Base, itemName(&p.Base), b.itemType(b.file, p.ItemSubjectRef, false))
		}
		if io := l.Process.IO; io != nil && l.Sub == nil {
			for _, d := range append(append([]*bpmn.DataItem(nil), io.Inputs...), io.Outputs...) {
				b.variable(scope, &d.Base, itemName(&d.Base), b.itemType(b.file, d.ItemSubjectRef, d.IsCollection))
			}
		}
		for _, e := range l.Container().FlowElements {
			if d, ok := e.(*bpmn.DataObject); ok {
				b.variable(scope, &d.Base, b.objectName(d), b.itemType(b.file, d.ItemSubjectRef, d.IsCollection))
			}
		}
	})
}

// variable declares one variable. Without a type it only claims its scope where
// expressions use it: a data object that is a picture alone is no data.
func (b *builder) variable(scope int, e *bpmn.Base, name string, t *types.Type) {
	if name == "" {
		return
	}
	if t == nil {
		if scope == 0 {
			return
		}
		if _, ok := b.envs[scope].Lookup(name); ok {
			return
		}
	}
	b.declared[b.envs[scope].Declare(name, t, e.Span)] = e
}

// eachLevel visits the levels of the process, outer first, in document order.
func (b *builder) eachLevel(visit func(l *graph.Level, scope int)) {
	var walk func(l *graph.Level)
	walk = func(l *graph.Level) {
		s, ok := b.scopeOf[l]
		if !ok {
			return
		}
		visit(l, s)
		for _, n := range l.Nodes {
			if n.Inner != nil {
				walk(n.Inner)
			}
		}
	}
	walk(b.level)
}

// variables fills the table of variables from the solved scopes.
func (b *builder) variables() {
	b.p.Vars = nil
	b.varOf = map[*expr.Symbol]int{}
	for s := range b.p.Scopes {
		scope := &b.p.Scopes[s]
		scope.FirstVar = len(b.p.Vars)
		var ws []names.Wish
		for _, sym := range b.envs[s].Symbols() {
			v := model.Variable{Origin: model.Origin{ID: sym.Name, Name: sym.Name, Span: sym.At}, Scope: s, Type: sym.Type, Declared: sym.Declared}
			w := names.Wish{Name: sym.Name, ID: sym.Name, Fallback: "Variable"}
			if b.unread(sym) {
				continue
			}
			if e := b.declared[sym]; e != nil {
				v.Origin = origin(e)
				v.Name = sym.Name
				w.Explicit = explicitName(e)
			}
			b.varOf[sym] = len(b.p.Vars)
			b.p.Vars = append(b.p.Vars, v)
			ws = append(ws, w)
		}
		scope.EndVar = len(b.p.Vars)
		for i, n := range names.Allot(ws) {
			b.p.Vars[scope.FirstVar+i].GoName = n
		}
	}
	b.p.NumberPaths()
	b.loopVariables()
	b.nameScopes()
}

// nameScopes gives a scope that declares data of its own a name for its struct.
func (b *builder) nameScopes() {
	var ws []names.Wish
	var which []int
	for s := range b.p.Scopes {
		scope := &b.p.Scopes[s]
		if s == 0 || scope.FirstVar == scope.EndVar {
			continue
		}
		name := b.p.Nodes[scope.Host].GoName
		if l := b.p.Nodes[scope.Host].Loop; l != nil {
			if name = b.p.Nodes[l.Body].GoName; b.p.Nodes[l.Body].Inner != model.None {
				name += "Instance" // the sub-process has data of its own, perhaps
			}
		}
		ws = append(ws, names.Wish{Explicit: name, ID: scope.ID})
		which = append(which, s)
	}
	for i, n := range names.Allot(ws, names.Reserved...) {
		b.p.Scopes[which[i]].GoName = n
	}
}

// check types every expression, now that every variable has a type.
func (b *builder) check() {
	b.p.Exprs = nil
	for _, p := range b.pending {
		if p.fits != nil {
			if d := p.fits(); d != nil {
				b.bag.Add(*d)
				continue
			}
		}
		typed, ds := p.env.Check(p.tree, p.want())
		b.bag.Add(ds...)
		if typed == nil {
			continue
		}
		if b.outOfReach(typed, &p.model) {
			continue
		}
		p.model.Typed = typed
		b.p.Exprs = append(b.p.Exprs, p.model)
		p.done(len(b.p.Exprs) - 1)
	}
	b.loopKeys()
}
