package model

import "github.com/bpmngen/bpmngen/compiler/types"

// Deepest is how many names below its variable a path may be.
const Deepest = 6

// Parts returns the fields of a value that have paths of their own, in the order
// of Variable.Paths, for a path that is depth names below its variable. Struct
// values have some; what is inside an optional value, a list, a map or a Go type
// of the host changes the path of the whole (S3.4). Below six names the whole
// changes too, so that no type, however nested, makes a change set large.
func Parts(t *types.Type, depth int) []types.Field {
	if t = types.Resolve(t); t.Kind == types.Struct && depth < Deepest {
		return t.Fields
	}
	return nil
}
