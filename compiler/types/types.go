// Package types holds the types that data in a process can have, and how they
// map to Go. It imports nothing of the project.
package types

// Kind tells the types apart.
type Kind uint8

// The kinds of data.
const (
	Invalid Kind = iota
	Any          // unknown to the compiler: Go's any
	Null         // the type of the literal null alone
	Bool
	Int      // Go integer, Basic says which; int64 by default
	Float    // float64 or float32
	Decimal  // exact decimal, where declared
	String   // string
	Date     // calendar date
	Time     // time of day
	DateTime // instant or local date and time
	Duration // day-time duration
	Months   // year-month duration
	Bytes    // []byte
	List     // Elem
	Map      // string keys, Elem
	Struct   // Fields: a FEEL context, a payload
	Named    // a Go type of the host: Path, Name; Under is its resolved shape
	Optional // Elem or null
	Range    // FEEL range over Elem
	Func     // a FEEL function value
	Var      // an inference variable, gone when inference is done
)

// Type is one type. Types are immutable once inference is done and safe to share.
type Type struct {
	Kind   Kind
	Basic  string  // Int, Float: the Go basic type's name
	Elem   *Type   // List, Map, Optional, Range
	Fields []Field // Struct, and Named whose Under is a struct
	Path   string  // Named: import path
	Name   string  // Named: type name; Struct: the generated name, where it has one
	Under  *Type   // Named: what the Go type is, as far as it was resolved
	// Whole: Named, Fields are all the fields of the Go struct, and it has no
	// methods that copy or compare it: field by field is the whole of it.
	Whole  bool
	Var    *Variable
	Params []*Type // Func
	Result *Type   // Func
}

// Field is one field of a struct or entry of a context.
type Field struct {
	Name string // as expressions say it
	Go   string // the Go field name
	Type *Type
}

// Variable is an unknown that unification binds.
type Variable struct {
	ID    int
	Bound *Type
}
