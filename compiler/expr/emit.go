package expr

import "github.com/bpmngen/bpmngen/compiler/types"

// Emit makes Go from a typed expression. The error says what the caller's refs lack.
func Emit(t *Typed, refs Refs) (Emission, error) { return Emission{}, nil }

// GoType is the Go type of a data type: decimals and temporal values are those
// of runtime/feel, Optional is a pointer, unnamed structs are struct types.
func GoType(t *types.Type) Code { return nil }
