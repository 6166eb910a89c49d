package resolve

import (
	"strings"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/expr"
)

// hostCalls gives the calls of host functions in an expression their
// signatures: a function takes the variables that its parameters are named
// after, and its reads become the expression's (EV §2.7, S3.4).
func (b *builder) hostCalls(tree *expr.Tree, env *expr.Env) []diag.Diagnostic {
	if b.opts.Host == nil {
		return nil
	}
	var ds []diag.Diagnostic
	for _, call := range tree.Host {
		if call.Path == "" || tree.Root.Call != call {
			continue
		}
		at := tree.Source.Place(call.Span)
		report := func(code diag.Code, format string, args ...any) diag.Diagnostic {
			return diag.New(code, at, format, args...).On(tree.Source.Element, tree.Source.Name)
		}
		f, err := b.opts.Host.Func(call.Path, call.Method)
		if err != nil {
			ds = append(ds, hostProblem(CodeHostFunc, at, err).On(tree.Source.Element, tree.Source.Name))
			continue
		}
		if len(f.Writes) > 0 {
			ds = append(ds, report(CodeHostWrites, "%s changes what it is given: %s", call.Method, f.Writes[0]).
				WithFix("let it return a value and change nothing; a condition may be evaluated at any time"))
			continue
		}
		call.Known, call.Data, call.Fails, call.Result = true, false, f.Fails, f.Result
		call.Dependencies = f.Reads
		for _, p := range f.Params {
			call.Args = append(call.Args, p.Type)
			tree.Root.Kids = append(tree.Root.Kids, &expr.Node{Op: expr.Name, Name: p.Name, Span: call.Span})
			sym, ok := env.Lookup(p.Name)
			if !ok {
				sym = b.envs[0].Declare(p.Name, nil, at)
			}
			b.envs[0].Constrain(sym.Type, p.Type, at, "the parameter "+p.Name+" of "+call.Method)
		}
	}
	return ds
}

// widened tells why a conditional event is evaluated at every change of data: a
// host function in its condition may read anything.
func (b *builder) widened(t *expr.Typed) {
	for _, call := range t.Host {
		if call.Path == "" || !call.Known || call.Dependencies != nil {
			continue
		}
		f, err := b.opts.Host.Func(call.Path, call.Method)
		if err != nil || len(f.Any) == 0 {
			continue
		}
		b.bag.Add(diag.New(CodeHostReads, t.Source.Place(call.Span), "%s may read anything, so that every change of data evaluates it: %s",
			call.Method, strings.Join(f.Any[:min(len(f.Any), 3)], "; ")).On(t.Source.Element, t.Source.Name).
			WithFix("let it read its parameters alone"))
	}
}
