package model

import "github.com/bpmngen/bpmngen/compiler/types"

// Store is a data store: the host supplies it, all instances share it (S3.1).
type Store struct {
	Origin
	GoName string
	Type   *types.Type
}

// StoreMove moves a value between a data store and an input or output of a task.
type StoreMove struct {
	Store int // index into Package.Stores
	Param int // index into IO.Inputs (IO.Reads) or IO.Outputs (IO.Writes)
}
