// Package codec is how checkpoints are written (S10.3): compact, without
// reflection, and self-describing, so that a person can read one without the
// program that wrote it, and a later version of that program can find its fields by their names.
//
// A document is one value. A value begins with a byte that says what it is; lists
// and records hold values. The names of a record's fields are written once a document.
package codec

import (
	"errors"
	"fmt"
)

// Kind is what a value is.
type Kind byte

// The kinds, as they are written.
const (
	Null Kind = iota
	False
	True
	Int    // 64 bits with sign
	Uint   // 64 bits
	Float  // 64 bits
	String // any bytes
	Bytes
	List
	Record // fields by name, in the order in which they were written
	Text   // a value of a named type as text: decimal, date
	kinds
)

var kindNames = [...]string{"null", "boolean", "boolean", "integer", "unsigned integer", "float", "string", "bytes", "list", "record", "text"}

// String is the kind's name.
func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", byte(k))
}

// maxDepth bounds how deep lists and records may be nested in what is read or
// written as a value of any type.
const maxDepth = 1000

var (
	// ErrCorrupt says that the bytes are no document.
	ErrCorrupt = errors.New("the checkpoint is damaged")
	// ErrShape says that a value is not what the program's types need it to be.
	ErrShape = errors.New("the checkpoint was written by a version with other types")
	// ErrType says that a value has a type that can't be written.
	ErrType = errors.New("a value of this type can't be kept; use numbers, strings, booleans, lists, maps, or a declared type")
	// ErrDeep says that a value is nested too deep, or contains itself.
	ErrDeep = errors.New("the value is nested too deep, or contains itself")
)
