package vet

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

// IgnoredError reports calls of generated functions whose error nobody looks
// at: a process that was not started, a message that was refused, a task that stays open.
var IgnoredError = &analysis.Analyzer{
	Name: "bpmnerror",
	Doc: `report ignored errors of generated functions

Start, Run, Register, Complete…, Publish… and Broadcast… of a generated package
return an error where the engine refused: it is shut down, the inbox is full,
the task is someone else's. Nothing happened then, and nobody knows.
Assigning to the blank identifier alone (_ = ...) is taken as said on purpose.`,
	Requires: []*analysis.Analyzer{Generated, inspect.Analyzer},
	Run:      runIgnoredError,
}

func runIgnoredError(pass *analysis.Pass) (any, error) {
	in, ok := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	if !ok {
		return nil, nil
	}
	kinds := []ast.Node{(*ast.ExprStmt)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil), (*ast.AssignStmt)(nil)}
	in.Preorder(kinds, func(n ast.Node) {
		var call ast.Expr
		switch n := n.(type) {
		case *ast.ExprStmt:
			call = n.X
		case *ast.GoStmt:
			call = n.Call
		case *ast.DeferStmt:
			call = n.Call
		case *ast.AssignStmt:
			if len(n.Rhs) != 1 || len(n.Lhs) < 2 || !blank(n.Lhs[len(n.Lhs)-1]) || allBlank(n.Lhs) {
				return
			}
			call = n.Rhs[0]
		}
		c, ok := ast.Unparen(call).(*ast.CallExpr)
		if !ok {
			return
		}
		if fn := engineFunc(pass, c); fn != nil {
			pass.ReportRangef(c, "the error of %s.%s is ignored: where the engine refuses, nothing has happened", fn.Pkg().Name(), fn.Name())
		}
	})
	return nil, nil
}

// engineFunc returns the generated function that is called, where it takes an engine and returns an error last.
func engineFunc(pass *analysis.Pass, c *ast.CallExpr) *types.Func {
	fn, ok := typeutil.Callee(pass.TypesInfo, c).(*types.Func)
	if !ok || !generated(pass, fn.Pkg()) {
		return nil
	}
	sig, ok := fn.Type().(*types.Signature)
	if !ok || sig.Recv() != nil || sig.Results().Len() == 0 {
		return nil
	}
	if !types.Identical(sig.Results().At(sig.Results().Len()-1).Type(), types.Universe.Lookup("error").Type()) {
		return nil
	}
	for p := range sig.Params().Variables() {
		if e := pointee(p.Type()); e != nil && isNamed(e, runtimePath, "Engine") {
			return fn
		}
	}
	return nil
}

func blank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

func allBlank(es []ast.Expr) bool {
	for _, e := range es {
		if !blank(e) {
			return false
		}
	}
	return true
}
