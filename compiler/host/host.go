// Package host finds the types and functions of the host's Go code that a model
// names by import path (`example.com/shop/order.Order`). A package is loaded
// with go/packages when a model first names it: its own files with syntax, what
// it imports as export data. Files that name none load nothing.
package host

import (
	"fmt"
	gotypes "go/types"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/bpmngen/bpmngen/compiler/graph"
	"github.com/bpmngen/bpmngen/compiler/resolve"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Loader loads packages as the folder of a BPMN file sees them: its module and
// what that requires. It keeps what it loaded. Safe for concurrent use.
type Loader struct {
	dir string
	// beside: code is generated into a package of another folder.
	beside bool

	mu   sync.Mutex
	pkgs map[string]*loaded
}

// loaded is one package, or why it can't be had.
type loaded struct {
	*packages.Package
	own   bool // the package that code is generated into
	err   error
	types map[*gotypes.Named]*types.Type
	funcs map[string]*resolve.HostFunc
}

var _ resolve.Host = (*Loader)(nil)

// New returns a loader for the package in a folder. It loads nothing yet.
func New(dir string) *Loader { return &Loader{dir: dir, pkgs: map[string]*loaded{}} }

// Beside returns a loader for code that is generated elsewhere, as the test kit
// does: it imports the package in the folder as any other.
func Beside(dir string) *Loader { return &Loader{dir: dir, beside: true, pkgs: map[string]*loaded{}} }

const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedTypes |
	packages.NeedTypesInfo | packages.NeedSyntax | packages.NeedTypesSizes | packages.NeedModule

// load loads a package, once. The caller holds mu.
func (l *Loader) load(path string) *loaded {
	if p := l.pkgs[path]; p != nil {
		return p
	}
	p := &loaded{types: map[*gotypes.Named]*types.Type{}, funcs: map[string]*resolve.HostFunc{}}
	l.pkgs[path] = p
	found, err := packages.Load(&packages.Config{Mode: mode, Dir: l.dir}, path)
	switch {
	case err != nil:
		p.err = &resolve.HostError{Text: fmt.Sprintf("package %s can't be loaded: %s", path, firstLine(err.Error())),
			Fix: "put the BPMN file into a folder of a Go module"}
		return p
	case len(found) != 1 || found[0].Types == nil || len(found[0].GoFiles) == 0:
		text := fmt.Sprintf("there is no package %s", path)
		if len(found) == 1 && len(found[0].Errors) > 0 {
			text += ": " + firstLine(found[0].Errors[0].Msg)
		}
		p.err = &resolve.HostError{Text: text, Fix: "check the import path; a package of another module must be required in go.mod (go get " + path + ")"}
		return p
	}
	p.Package = found[0]
	p.own = !l.beside && sameFolder(l.dir, filepath.Dir(p.GoFiles[0]))
	if p.Name == "main" && !p.own {
		p.err = &resolve.HostError{Text: fmt.Sprintf("package %s is a program, which nothing can import", path), Fix: "move what the model names into a package of its own"}
	}
	return p
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

func sameFolder(a, b string) bool {
	x, err := filepath.Abs(a)
	y, err2 := filepath.Abs(b)
	if err != nil || err2 != nil {
		return false
	}
	if r, err := filepath.EvalSymlinks(x); err == nil {
		x = r
	}
	if r, err := filepath.EvalSymlinks(y); err == nil {
		y = r
	}
	return x == y
}

// Type implements resolve.Host. The type of the package that code is generated
// into has no import path: code names it as it is. That package may fail to
// compile where generated code is missing or stale; its types are found all the same.
func (l *Loader) Type(path, name string) (*types.Type, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.load(path)
	if p.err != nil {
		return nil, p.err
	}
	tn, ok := p.Types.Scope().Lookup(name).(*gotypes.TypeName)
	if !ok {
		return nil, p.missing("type", name, func(o gotypes.Object) bool { _, ok := o.(*gotypes.TypeName); return ok })
	}
	named, ok := gotypes.Unalias(tn.Type()).(*gotypes.Named)
	if !ok {
		return p.convert(tn.Type(), nil), nil // another name of a type without one
	}
	if named.TypeParams().Len() > 0 {
		return nil, &resolve.HostError{Text: fmt.Sprintf("type %s.%s has type parameters", path, name), Fix: "declare a type with arguments for them, and name that"}
	}
	return p.convert(named, nil), nil
}

// missing says that a package has no exported object of that name, and which may be meant.
func (p *loaded) missing(what, name string, is func(gotypes.Object) bool) error {
	var known []string
	for _, n := range p.Types.Scope().Names() {
		if o := p.Types.Scope().Lookup(n); o.Exported() && is(o) {
			known = append(known, n)
		}
	}
	e := &resolve.HostError{Text: fmt.Sprintf("package %s has no %s %s", p.PkgPath, what, name), Fix: "declare it there, or correct the name"}
	if best, ok := graph.Suggest(name, known); ok {
		e.Fix = fmt.Sprintf("did you mean %s?", best)
	}
	return e
}
