package expr

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Part returns the type of a part of a value, the fields of path below it, for
// what writes there: a mapping's target `parcel.code`. Where nothing else tells
// what the value is, it becomes a struct with that field, as if an expression
// read it. Call it before Solve; what it returns is solved with the rest.
func (e *Env) Part(of *types.Type, path []string, at diag.Span) *types.Type {
	in := &inferer{env: e, s: e.state, src: Source{At: func(int, int) diag.Span { return at }}}
	for _, name := range path {
		of = in.fieldOf(of, name, &Node{Op: Field, Name: name})
	}
	return of
}
