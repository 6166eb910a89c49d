package expr

import (
	"go/ast"

	"github.com/bpmngen/bpmngen/compiler/types"
)

// Tree is a parsed expression, not yet typed.
type Tree struct {
	Source Source
	Root   *Node
	// Host are the calls of host code that the expression needs (JUEL bean
	// calls, Go host functions), in the order of the text.
	Host []*HostCall
	// Go is the Go syntax of a Go expression.
	Go *goSyntax
}

// Typed is a checked expression: every node has its type and conversions are
// nodes of their own. It is immutable and safe to share.
type Typed struct {
	Source Source
	Root   *Node
	// Type is the type of the value; Optional where it can be null.
	Type *types.Type
	Host []*HostCall
	env  *Env
	gox  *goTyped
}

// HostCall is a call of code that the host supplies: a bean call of JUEL
// (`${pricing.total(order)}`), which becomes a required handler method, or a
// host function named by its import path (`example.com/shop/order.IsBig`).
type HostCall struct {
	Span Span
	// Bean and Method name a bean call; Path and Method a host function.
	Bean, Path, Method string
	// Args and Result are the types that the call's use tells; set by Check.
	Args   []*types.Type
	Result *types.Type
	// Known: the signature was given by the host's Go code and not told by use.
	Known bool
	// Fails: the function also returns an error.
	Fails bool
	// Data: the function takes the scope's data struct and not single values.
	Data bool
	// GoName is the handler method's name, from bean and method.
	GoName string
	// Dependencies is what the host function reads as far as it was derived; nil: anything (S3.4).
	Dependencies []string
}

// Node is one node of the tree of every language.
type Node struct {
	Op   Op
	Span Span
	// Type is nil before Check.
	Type *types.Type
	Kids []*Node
	// Name is the variable, field, function, or iteration variable.
	Name string
	// Names are the keys of a context, the named arguments of a call, the
	// parameters of a function literal, the iteration variables.
	Names []string
	// Value is a literal's value, in the representation of Eval.
	Value any
	// Sym is the process variable that a Var reads; set by Check.
	Sym *Symbol
	// Call is the host call of a Host node.
	Call *HostCall
	fn   *builtin
	// nameSpan is where Name stands.
	nameSpan Span
	// lowOpen and highOpen: the end of a range is not part of it.
	lowOpen, highOpen bool
	// paramTypes are the declared types of a function literal's parameters; nil where none is.
	paramTypes []*types.Type
	// locals are the variables that a For, Some, Every, FuncLit, Filter or
	// Context binds; a Local reads the one of its first entry.
	locals []*local
	// strict comparisons and conversions of null, see Convert.
	mode   nullMode
	goNode ast.Expr
}

// Op is what a node does.
type Op uint8

// The operations.
const (
	BadOp Op = iota
	Lit
	Name     // a name not yet resolved
	Var      // a process variable: Sym
	Local    // a variable bound inside the expression
	Field    // Kids[0].Name
	Index    // Kids[0][Kids[1]] of JUEL and Go: zero-based or by key
	Filter   // Kids[0][Kids[1]] of FEEL
	Neg      //
	Not      //
	Add      //
	Sub      //
	Mul      //
	Div      //
	Mod      //
	Pow      //
	Eq       //
	Ne       //
	Lt       //
	Le       //
	Gt       //
	Ge       //
	And      //
	Or       //
	If       // Kids: condition, then, else
	Between  // Kids: value, low, high
	In       // Kids: value, tests...
	Test     // a unary test with an operator: Name is the operator, Kids[0] its operand
	RangeLit // Kids: low, high; nil for an open end
	ListLit  //
	Context  // Names and Kids
	For      // Names, Kids: a domain each, then the body
	Some     // like For
	Every    // like For
	Call     // a function: Name and Kids, Names where the arguments are named
	Invoke   // a function value: Kids[0] is called with the rest
	FuncLit  // Names, Kids[0] the body
	Instance // Kids[0] instance of Value (*types.Type)
	Empty    // JUEL empty
	Concat   // text of all kids, joined: composite JUEL, string concatenation
	Host     // Call with Kids
	Method   // Kids[0].Name(Kids[1:]...) of JUEL and Go
	Convert  // Kids[0] as Type; inserted by Check
	GoExpr   // Go source emitted as written
	Iter     // a..b in a for
	FuncRef  // a built-in function as a value
	GoCall   // a call inside a Go expression, for Eval and Reads
)

// nullMode says what a conversion from an optional type does with null.
type nullMode uint8

const (
	nullKeep nullMode = iota
	nullZero          // JUEL: null is 0, "" and false (EL 2.2 §1.18)
	nullFail          // a fault: a value is needed (S3.5)
)

// local is a variable bound inside an expression.
type local struct {
	name string
	typ  *types.Type
	id   int
}
