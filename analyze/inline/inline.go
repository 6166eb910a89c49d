// Package inline decides which handlers may be called on the goroutine that
// moves the token.
package inline

import "github.com/bpmngen/bpmngen/compiler/model"

// Mark sets InLine of the tasks of a process whose handler can never run beside
// another token of the instance and can never be interrupted.
func Mark(p *model.Process) {}
