package vet

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// KeptVars reports handlers that keep their copy of the variables after they return.
var KeptVars = &analysis.Analyzer{
	Name: "bpmnvars",
	Doc: `report handlers that keep their copy of the variables

A handler's *Vars is a private copy that is compared and committed when the
handler returns. What is written to it later is lost, and races with the
commit. Copy the value (*v) where it must be kept.`,
	Requires: []*analysis.Analyzer{Generated, buildssa.Analyzer},
	Run:      runKeptVars,
}

func runKeptVars(pass *analysis.Pass) (any, error) {
	built, ok := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA)
	if !ok || generated(pass, pass.Pkg) {
		return nil, nil
	}
	for _, fn := range built.SrcFuncs {
		if fn.Parent() != nil {
			continue
		}
		if p := varsParam(pass, fn); p != nil {
			k := &keeping{pass: pass, seen: map[ssa.Value]bool{}, said: map[token.Pos]bool{}}
			k.follow(p)
		}
	}
	return nil, nil
}

// varsParam is the *Vars parameter of a handler: (context.Context, *generated.X) error.
func varsParam(pass *analysis.Pass, fn *ssa.Function) *ssa.Parameter {
	ps := fn.Params
	if fn.Signature.Recv() != nil && len(ps) > 0 {
		ps = ps[1:]
	}
	if len(ps) != 2 || fn.Signature.Results().Len() != 1 || !isNamed(ps[0].Type(), "context", "Context") {
		return nil
	}
	n, ok := types.Unalias(pointeeOrInvalid(ps[1].Type())).(*types.Named)
	if !ok || !generated(pass, n.Obj().Pkg()) {
		return nil
	}
	return ps[1]
}

func pointeeOrInvalid(t types.Type) types.Type {
	if e := pointee(t); e != nil {
		return e
	}
	return types.Typ[types.Invalid]
}

// keeping follows one pointer through what it is copied to.
type keeping struct {
	pass *analysis.Pass
	seen map[ssa.Value]bool
	said map[token.Pos]bool
}

func (k *keeping) report(pos token.Pos, how string) {
	if pos.IsValid() && !k.said[pos] {
		k.said[pos] = true
		k.pass.Reportf(pos, "the handler's copy of the variables %s: it is committed when the handler returns, later writes are lost; copy the value where it must be kept", how)
	}
}

func (k *keeping) follow(v ssa.Value) {
	if v == nil || k.seen[v] || v.Referrers() == nil {
		return
	}
	k.seen[v] = true
	for _, in := range *v.Referrers() {
		switch in := in.(type) {
		case *ssa.Phi:
			k.follow(in)
		case *ssa.ChangeType:
			k.follow(in)
		case *ssa.MakeInterface:
			k.follow(in)
		case *ssa.ChangeInterface:
			k.follow(in)
		case *ssa.FieldAddr:
			k.follow(in)
		case *ssa.Store:
			if in.Val == v {
				k.stored(in)
			}
		case *ssa.MapUpdate:
			if in.Value == v {
				k.report(in.Pos(), "is kept in a map")
			}
		case *ssa.Send:
			if in.X == v {
				k.report(in.Pos(), "is sent on a channel")
			}
		case *ssa.Go:
			k.report(in.Pos(), "is used by a goroutine")
		case *ssa.MakeClosure:
			k.captured(in, v)
		}
	}
}

// stored follows a local variable and reports anything that outlives the handler.
func (k *keeping) stored(in *ssa.Store) {
	if a, ok := root(in.Addr).(*ssa.Alloc); ok {
		for _, r := range *a.Referrers() {
			switch r := r.(type) {
			case *ssa.UnOp:
				k.follow(r)
			case *ssa.MakeClosure:
				k.captured(r, a)
			}
		}
		return
	}
	k.report(in.Pos(), "is kept in a variable that outlives it")
}

func root(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		default:
			return v
		}
	}
}

// captured follows the closure, and what it does with the variable that it captured.
func (k *keeping) captured(in *ssa.MakeClosure, v ssa.Value) {
	for _, r := range *in.Referrers() {
		if g, ok := r.(*ssa.Go); ok {
			k.report(g.Pos(), "is used by a goroutine")
		}
	}
	fn, ok := in.Fn.(*ssa.Function)
	if !ok {
		return
	}
	for i, b := range in.Bindings {
		if b == v && i < len(fn.FreeVars) {
			k.follow(fn.FreeVars[i])
		}
	}
	k.follow(in)
}
