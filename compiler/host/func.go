package host

import (
	"fmt"
	gotypes "go/types"
	"path/filepath"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/bpmngen/bpmngen/analyze/deps"
	"github.com/bpmngen/bpmngen/compiler/resolve"
)

// Func implements resolve.Host. A function stands outside the package that code
// is generated into: what calls it is generated from what it reads, and it can't
// depend on that. Its parameters take the variables of their names; it returns
// one value, or a value and an error.
func (l *Loader) Func(path, name string) (*resolve.HostFunc, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.load(path)
	switch {
	case p.err != nil:
		return nil, p.err
	case p.funcs[name] != nil:
		return p.funcs[name], nil
	case p.own:
		return nil, &resolve.HostError{Text: fmt.Sprintf("%s.%s stands in the package that code is generated into", path, name),
			Fix: "move it into a package of its own, whose code does not depend on what is generated"}
	case len(p.Errors) > 0:
		return nil, &resolve.HostError{Text: fmt.Sprintf("package %s does not compile: %s: %s", path, p.Errors[0].Pos, firstLine(p.Errors[0].Msg)), Fix: "mend it first"}
	}
	fn, ok := p.Types.Scope().Lookup(name).(*gotypes.Func)
	if !ok {
		return nil, p.missing("function", name, func(o gotypes.Object) bool { _, ok := o.(*gotypes.Func); return ok })
	}
	f, err := p.signature(fn)
	if err != nil {
		return nil, err
	}
	p.reads(fn, f)
	p.funcs[name] = f
	return f, nil
}

var errorType = gotypes.Universe.Lookup("error").Type()

// signature reads the parameters and results.
func (p *loaded) signature(fn *gotypes.Func) (*resolve.HostFunc, error) {
	sig := fn.Signature()
	bad := func(fix, format string, args ...any) (*resolve.HostFunc, error) {
		return nil, &resolve.HostError{Text: fn.Pkg().Path() + "." + fn.Name() + " " + fmt.Sprintf(format, args...), Fix: fix}
	}
	if sig.TypeParams().Len() > 0 || sig.Variadic() {
		return bad("write one with plain parameters, each named as the variable that it takes", "has type parameters, or a number of parameters that varies")
	}
	f := &resolve.HostFunc{}
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		if v.Name() == "" || v.Name() == "_" {
			return bad("name each parameter as the variable that it takes", "has a parameter without a name")
		}
		f.Params = append(f.Params, resolve.HostParam{Name: v.Name(), Type: p.convert(v.Type(), nil)})
	}
	switch res := sig.Results(); {
	case res.Len() == 2 && gotypes.Identical(res.At(1).Type(), errorType):
		f.Fails = true
	case res.Len() != 1 || gotypes.Identical(res.At(0).Type(), errorType):
		return bad("let it return one value, or a value and an error", "does not return a value")
	}
	f.Result = p.convert(sig.Results().At(0).Type(), nil)
	return f, nil
}

// reads derives what the function reads (EV §2.7). Of other packages it has the
// signatures alone: what it calls there widens, but for what deps knows.
func (p *loaded) reads(fn *gotypes.Func, f *resolve.HostFunc) {
	program, _ := ssautil.Packages([]*packages.Package{p.Package}, ssa.InstantiateGenerics)
	program.Build()
	body := program.FuncValue(fn)
	if body == nil {
		f.Any = []string{"it has no Go body"}
		return
	}
	r := deps.Analyze(body, deps.Options{Field: func(_, field, tag string) string { return fieldName(field, tag) }})
	f.Reads = r.Dependencies()
	for _, a := range r.Any {
		f.Any = append(f.Any, short(a))
	}
	for _, w := range r.Writes {
		f.Writes = append(f.Writes, short(w))
	}
}

// short says where by the file's name alone: nothing that is said holds the path of a machine.
func short(r deps.Reason) string {
	return fmt.Sprintf("%s:%d: %s", filepath.Base(r.Pos.Filename), r.Pos.Line, r.Text)
}
