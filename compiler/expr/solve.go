package expr

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// solver holds what the uses of a tree of scopes tell about unknown types.
type solver struct {
	vars []*types.Type
}

// Fresh returns a new unknown type.
func (e *Env) Fresh() *types.Type {
	v := &types.Type{Kind: types.Var, Var: &types.Variable{ID: len(e.state.vars)}}
	e.state.vars = append(e.state.vars, v)
	return v
}

// Constrain says that a value of type b flows into a at a place of the file
// (a mapping's target and its value, a message payload and the variable that
// takes it). what names b for a diagnostic of conflict.
func (e *Env) Constrain(a, b *types.Type, at diag.Span, what string) {}

// Infer takes from an expression what it says about unknown variables. want is
// the type that its place asks for; nil where it asks for none.
func (e *Env) Infer(tree *Tree, want *types.Type) []diag.Diagnostic { return nil }

// Solve gives every variable of the tree of scopes a type: to be called once,
// after all Infer and Constrain. Conflicts are reported with both places; a
// variable whose use tells nothing becomes any, with a warning (BG3011).
func (e *Env) Solve() []diag.Diagnostic { return nil }

// Check types a tree against its scope. want is the type that its place asks
// for (types.BoolType for a condition), nil for any. A nil Typed comes with at
// least one error.
func (e *Env) Check(tree *Tree, want *types.Type) (*Typed, []diag.Diagnostic) { return nil, nil }

// Detect tells the language of an expression from the languageURI of its
// element (or of the definitions), a leading "=" (FEEL), or ${} and #{} (JUEL);
// with nothing to tell, FEEL is tried (Source.Guessed). A language that does
// not compile gives a diagnostic that says how to replace it.
func Detect(text, languageURI string, at Positions) (Source, []diag.Diagnostic) {
	return Source{}, nil
}

// Parse parses a source. FEEL names with spaces are resolved against env, which
// may be nil. A nil Tree comes with at least one error.
func Parse(src Source, env *Env) (*Tree, []diag.Diagnostic) { return nil, nil }

// Emit makes Go from a typed expression. The error says what the caller's refs lack.
func Emit(t *Typed, refs Refs) (Emission, error) { return Emission{}, nil }

// ReadSet is what an expression reads (S3.4).
type ReadSet struct {
	Paths []Path
	// Any: it may read anything: the clock, host code. Reasons say why.
	Any     bool
	Reasons []string
}

// Path is a variable or a field inside one: name(.field)*.
type Path struct {
	Sym    *Symbol
	Fields []string
}

// Reads returns exactly what an expression reads, sorted, without a path that
// another one covers.
func Reads(t *Typed) ReadSet { return ReadSet{} }

// GoType is the Go type of a data type: decimals and temporal values are those
// of runtime/feel, Optional is a pointer, unnamed structs are struct types.
func GoType(t *types.Type) Code { return nil }

type builtin struct{}

func normalName(s string) string { return s }
