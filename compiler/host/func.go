package host

import (
	"fmt"
	"go/ast"
	gotypes "go/types"
	"path/filepath"
	"slices"
	"strings"

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
	if err := l.reads(p, name, f); err != nil {
		return nil, err
	}
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

// reads derives what the function reads. What it calls in other packages, but for
// the standard library, is followed too: their source is loaded when it is missed.
func (l *Loader) reads(p *loaded, name string, f *resolve.HostFunc) error {
	roots := []*packages.Package{p.Package}
	own := p.Package
	for round := 0; ; round++ {
		program, _ := ssautil.Packages(roots, ssa.InstantiateGenerics)
		program.Build()
		fn, _ := own.Types.Scope().Lookup(name).(*gotypes.Func)
		body := program.FuncValue(fn)
		if body == nil {
			f.Any = []string{"it has no Go body"}
			return nil
		}
		r := deps.Analyze(body, deps.Options{Field: func(_, field, tag string) string { return fieldName(field, tag) }})
		if more := l.source(p, roots, r.Missing); more != nil && round < maxRounds {
			roots = more
			for _, q := range roots {
				if q.PkgPath == p.PkgPath {
					own = q
				}
			}
			continue
		}
		f.Reads = r.Dependencies()
		for _, a := range r.Any {
			f.Any = append(f.Any, short(a))
		}
		for _, w := range r.Writes {
			f.Writes = append(f.Writes, short(w))
		}
		return l.declared(p, name, r, f)
	}
}

// The bounds of following code into other packages.
const (
	maxRounds   = 8
	maxPackages = 100
)

// source loads the packages again together with those that are missed, so that all
// speak of the same types; nil where there is nothing more to be had.
func (l *Loader) source(p *loaded, have []*packages.Package, missed []string) []*packages.Package {
	var paths []string
	for _, q := range have {
		paths = append(paths, q.PkgPath)
	}
	more := false
	for _, path := range missed {
		if !standard(p, path) && !slices.Contains(paths, path) {
			paths = append(paths, path)
			more = true
		}
	}
	if !more || len(paths) > maxPackages {
		return nil
	}
	found, err := packages.Load(&packages.Config{Mode: mode, Dir: l.dir}, paths...)
	if err != nil || len(found) != len(paths) {
		return nil
	}
	own := false
	for _, q := range found {
		if q.Types == nil || len(q.Errors) > 0 {
			return nil // what does not compile is not followed
		}
		own = own || q.PkgPath == p.PkgPath
	}
	if !own {
		return nil
	}
	return found
}

// standard reports a package of Go itself: of those deps knows what is pure.
func standard(p *loaded, path string) bool {
	first, _, _ := strings.Cut(path, "/")
	if strings.Contains(first, ".") {
		return false
	}
	return p.Module == nil || path != p.Module.Path && !strings.HasPrefix(path, p.Module.Path+"/")
}

// readsDirective is the line of a function's comment that says what it reads.
const readsDirective = "//bpmngen:reads"

// declared holds what the function itself says that it reads against what was
// derived. It may say more, and never less; to read nothing can't be said (EV §2.7).
func (l *Loader) declared(p *loaded, name string, r deps.Result, f *resolve.HostFunc) error {
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv != nil || fd.Name.Name != name || fd.Doc == nil {
				continue
			}
			for _, c := range fd.Doc.List {
				rest, ok := strings.CutPrefix(c.Text, readsDirective)
				if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
					continue
				}
				rest, _, _ = strings.Cut(rest, "//")
				paths := strings.Fields(rest)
				if len(paths) == 0 {
					return &resolve.HostError{Text: fmt.Sprintf("%s.%s declares that it reads nothing, and so would never be evaluated again", p.PkgPath, name),
						Fix: "name what it reads behind " + readsDirective + ", or take the line out", Code: resolve.CodeNoReads}
				}
				for _, read := range r.Reads {
					if !covers(paths, read) {
						return &resolve.HostError{Text: fmt.Sprintf("%s.%s reads %s, which its declared reads (%s) leave out", p.PkgPath, name, read, strings.Join(paths, " ")),
							Fix: "add it, or take the declaration out: what a function reads is derived", Code: resolve.CodeMissedRead}
					}
				}
				if f.Reads != nil {
					slices.Sort(paths)
					f.Reads = slices.Compact(paths)
				}
			}
		}
	}
	return nil
}

// covers reports whether a declared path touches p at segment bounds (S3.4).
func covers(declared []string, p string) bool {
	return slices.ContainsFunc(declared, func(d string) bool { return d == p || strings.HasPrefix(p, d+".") })
}

// short says where by the file's name alone: nothing that is said holds the path of a machine.
func short(r deps.Reason) string {
	return fmt.Sprintf("%s:%d: %s", filepath.Base(r.Pos.Filename), r.Pos.Line, r.Text)
}
