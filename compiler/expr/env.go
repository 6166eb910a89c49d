package expr

import (
	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Symbol is one process variable.
type Symbol struct {
	Name string
	// Type is the declared type, or, after Solve, the inferred one.
	Type *types.Type
	// Declared: its type was given; else it is inferred from use.
	Declared bool
	// At is where it was declared, or first used.
	At diag.Span
	// Env is the scope that it belongs to.
	Env *Env
	// Index is the symbol's number in its Env, in order of declaration or first use.
	Index int
	// Owner is the caller's to use.
	Owner any
}

// Code is a stretch of Go source in parts. A part with an Import is the
// qualified identifier Import.Text; the generator renders it and manages the
// import.
type Code []Part

// Part is a piece of Go source.
type Part struct {
	Text   string
	Import string
}

// Refs tells the emitter how generated code reaches what an expression names.
// A nil function means that the caller has no such thing; an expression that
// needs it then emits with an error.
type Refs struct {
	// Var is the Go expression that reads a variable.
	Var func(*Symbol) Code
	// Now is a Go expression of type time.Time: the engine's clock.
	Now func() Code
	// Host is the Go function or method value that a host call calls.
	Host func(*HostCall) Code
	// Data is the argument of a host function that takes the scope's data
	// (HostCall.Data); nil passes none.
	Data func(*HostCall) Code
	// GoType is the Go type of a data type; nil takes GoType of this package,
	// which can't name unnamed structs other than as struct types.
	GoType func(*types.Type) Code
	// Err is the name of an error variable in reach that an expression with
	// Emission.Fails sets through its address; "" takes "err".
	Err string
}

// Emission is the Go code of an expression.
type Emission struct {
	// Expr is one Go expression.
	Expr Code
	// Type is the type of its value. Optional types are pointers in Go: nil is null.
	Type *types.Type
	// Nullable: the value can be null (Expr is a pointer, or an any that can be nil).
	Nullable bool
	// Fails: evaluation can fail. Expr sets the variable that Refs.Err names
	// (`var err error` in the function around it) and then yields a value of no
	// meaning; the caller makes it a fault (S9.1).
	Fails bool
	// Clock: it reads the clock through Refs.Now.
	Clock bool
}

// Env is a scope of process data: what is declared in it, what its expressions
// tell of the rest, and the scope around it (S3.1). It is not safe for
// concurrent use until Solve has returned; Check then is.
type Env struct {
	// Strict: an unknown name is an error. Else it becomes a variable of the
	// root scope whose type is inferred from use.
	Strict bool
	// HostFunc finds a host function by import path and name, and fills in the
	// call's types. Nil: every host function's result is taken from its use.
	HostFunc func(*HostCall) error

	parent   *Env
	children []*Env
	symbols  []*Symbol
	byName   map[string]*Symbol
	state    *solver
}

// NewEnv returns an empty root scope.
func NewEnv() *Env {
	return &Env{byName: map[string]*Symbol{}, state: &solver{open: map[*types.Type]bool{}}}
}

// Child returns a scope inside e: it reads its own variables, then e's (S3.1).
// All scopes of one tree are solved together.
func (e *Env) Child() *Env {
	c := &Env{Strict: e.Strict, HostFunc: e.HostFunc, parent: e, byName: map[string]*Symbol{}, state: e.state}
	e.children = append(e.children, c)
	return c
}

// Declare adds a variable to the scope. A nil type, or one with unbound
// inference variables, is inferred from use. A name that the scope has already
// keeps its symbol; its type is unified with t by Solve.
func (e *Env) Declare(name string, t *types.Type, at diag.Span) *Symbol {
	name = normalName(name)
	if s, ok := e.byName[name]; ok {
		if t != nil {
			e.Constrain(s.Type, t, at, "the declaration of "+name)
		}
		return s
	}
	s := &Symbol{Name: name, Type: t, Declared: t != nil, At: at, Env: e, Index: len(e.symbols)}
	if t == nil {
		s.Type = e.state.fresh(name)
	}
	e.symbols = append(e.symbols, s)
	e.byName[name] = s
	e.state.knowSymbol(s)
	return s
}

// Lookup finds a variable: own scope, then outward (S3.1).
func (e *Env) Lookup(name string) (*Symbol, bool) {
	name = normalName(name)
	for s := e; s != nil; s = s.parent {
		if sym, ok := s.byName[name]; ok {
			return sym, true
		}
	}
	return nil, false
}

// Symbols returns the scope's own variables in order of declaration or first use.
func (e *Env) Symbols() []*Symbol { return append([]*Symbol(nil), e.symbols...) }

// root returns the outermost scope.
func (e *Env) root() *Env {
	for e.parent != nil {
		e = e.parent
	}
	return e
}

// hostFunc is the nearest scope's resolver of host functions.
func (e *Env) hostFunc() func(*HostCall) error {
	for s := e; s != nil; s = s.parent {
		if s.HostFunc != nil {
			return s.HostFunc
		}
	}
	return nil
}
