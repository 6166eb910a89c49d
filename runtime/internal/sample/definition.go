package sample

import "github.com/bpmngen/bpmngen/runtime"

// Definition is the process's table, for tests that link the process as a
// generated driver does.
func Definition() *runtime.Definition { return &definition }
