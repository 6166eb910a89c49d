package expr

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// ReadSet is what an expression reads (S3.4).
type ReadSet struct {
	Paths []Path
	// Any: it may read anything: the clock, host code. Reasons say why.
	Any     bool
	Reasons []Reason
}

// Reason is why an expression may read anything, and where it says so.
type Reason struct {
	Span Span
	Why  string
}

// Path is a variable or a field inside one: name(.field)*. What stands in a
// list or a map is the list's or map's own path.
type Path struct {
	Sym    *Symbol
	Fields []string
}

// String renders the path as diagnostics and Dependencies() have it.
func (p Path) String() string {
	return strings.Join(append([]string{p.Sym.Name}, p.Fields...), ".")
}

// covers reports whether a change of q always touches p: p is q or a segment
// prefix of it.
func (p Path) covers(q Path) bool {
	return p.Sym == q.Sym && len(p.Fields) <= len(q.Fields) && slices.Equal(p.Fields, q.Fields[:len(p.Fields)])
}

// Reads returns exactly what an expression reads, sorted, without a path that
// another one covers. now(), today(), random number() and host code read
// anything (S3.4), with the reason; a host function whose dependencies were
// derived reads those, by name, in the scope of the expression.
func Reads(t *Typed) ReadSet {
	r := &reader{env: t.env}
	r.walk(t.Root)
	slices.SortFunc(r.set.Paths, func(a, b Path) int {
		return cmp.Or(cmp.Compare(a.Sym.Name, b.Sym.Name), slices.Compare(a.Fields, b.Fields))
	})
	var out []Path
	for _, p := range r.set.Paths {
		if !slices.ContainsFunc(out, func(q Path) bool { return q.covers(p) }) {
			out = append(out, p)
		}
	}
	r.set.Paths = out
	return r.set
}

type reader struct {
	set ReadSet
	env *Env
}

func (r *reader) any(n *Node, why string) {
	r.set.Any = true
	r.set.Reasons = append(r.set.Reasons, Reason{n.Span, why})
}

func (r *reader) walk(n *Node) {
	if n == nil {
		return
	}
	switch n.Op {
	case Var, Field:
		if p, ok := pathOf(n); ok {
			r.set.Paths = append(r.set.Paths, p)
			return
		}
	case Call:
		if n.fn != nil && n.fn.clock {
			r.any(n, n.Name+"() reads the clock")
		}
		if n.Name == "random number" {
			r.any(n, "random number() is never the same twice")
		}
	case GoCall:
		if n.Name == "now" {
			r.any(n, "now() reads the clock")
		}
	case Host:
		r.host(n)
	}
	for _, k := range n.Kids {
		r.walk(k)
	}
}

func (r *reader) host(n *Node) {
	if n.Call.Dependencies == nil || r.env == nil {
		r.any(n, n.Call.GoName+" is host code")
		return
	}
	for _, d := range n.Call.Dependencies {
		name, rest, nested := strings.Cut(d, ".")
		s, ok := r.env.Lookup(name)
		if !ok {
			continue
		}
		p := Path{Sym: s}
		if nested {
			p.Fields = strings.Split(rest, ".")
		}
		r.set.Paths = append(r.set.Paths, p)
	}
}

// pathOf is the path that a chain of fields reads; false where the chain does
// not start at a variable. It ends at a list, a map or a value of unknown type.
func pathOf(n *Node) (Path, bool) {
	switch n.Op {
	case Var:
		return Path{Sym: n.Sym}, true
	case Convert:
		return pathOf(n.Kids[0])
	case Field:
		p, ok := pathOf(n.Kids[0])
		if !ok {
			return p, false
		}
		t := types.NonNull(n.Kids[0].Type)
		if len(p.Fields) == fieldDepth(n.Kids[0]) && types.Shape(t).Kind == types.Struct {
			if _, isField := t.Lookup(n.Name); isField {
				p.Fields = append(slices.Clone(p.Fields), n.Name)
			}
		}
		return p, true
	}
	return Path{}, false
}

// fieldDepth is the number of fields in a chain.
func fieldDepth(n *Node) int {
	switch n.Op {
	case Field:
		return fieldDepth(n.Kids[0]) + 1
	case Convert:
		return fieldDepth(n.Kids[0])
	}
	return 0
}
