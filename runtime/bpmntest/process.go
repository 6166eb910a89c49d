package bpmntest

import (
	"context"
	"fmt"

	"github.com/bpmngen/bpmngen/runtime"
)

// Process is a generated process as a program that `bpmngen test` builds links
// it. Generated code fills it in.
type Process struct {
	// Package tells the processes apart that were compiled together: scenarios of
	// one file see one package's. Ids may repeat over packages.
	Package    int
	Definition *runtime.Definition
	// Register makes the process known, with handlers that ask w.
	Register func(eng *runtime.Engine, w Worker) (runtime.Registration, error)
	// Start starts an instance at the none start event with that BPMN id, "" for
	// the default one. set gets a pointer to its variables before that.
	Start func(ctx context.Context, eng *runtime.Engine, at string, set func(vars any) error) (Instance, error)
	// Complete completes a user task, or a receive task without a message, of the
	// node with that BPMN id. set gets a pointer to the private copy of the
	// variables or, where outputs are declared, to these. Nil without such a task.
	Complete func(ctx context.Context, eng *runtime.Engine, node string, task runtime.TaskID, set func(out any) error) error
	// Handle makes an Instance of an instance of the process that an event started.
	Handle func(h runtime.AnyHandle) Instance
	// Calls are the beans' methods that its expressions call, "pricing.total".
	Calls []string
	// Messages, Signals, Errors and Escalations are those of the package, with their payloads.
	Messages, Signals, Errors, Escalations []Carrier
	// Sends are the messages that handlers send, by the BPMN id of the node.
	Sends map[string]string
}

// Carrier is a message, a signal, an error or an escalation that the model declares.
type Carrier struct {
	ID, Name, Code string
	// Computed: the model computes the name or the code.
	Computed bool
	// Key names the parts of a message's correlation key, none where the name alone
	// correlates.
	Key []string
	// Make makes a payload: set gets a pointer to it. Nil without one.
	Make func(set func(payload any) error) (any, error)
}

// Make is a Carrier.Make of payloads of a type.
func Make[T any](set func(payload any) error) (any, error) {
	var v T
	err := set(&v)
	return v, err
}

// Worker does the work of the tasks that handlers do.
type Worker interface {
	// Do runs the task with that BPMN id. in and out point to its declared inputs
	// and outputs; without any both are the private copy of the variables. The
	// error is what the handler returns.
	Do(ctx context.Context, node string, in, out any) error
	// Call answers for a bean's method that an expression calls, "pricing.total".
	// out points to a struct whose field result takes what it returns.
	Call(name string, out any) error
}

// Instance is a handle on an instance whose variables have a type that the
// runner does not know.
type Instance interface {
	ID() runtime.ID
	State() runtime.State
	// Wait returns how the instance ended.
	Wait(ctx context.Context) error
	// Cancel terminates it.
	Cancel(ctx context.Context) error
	// Vars points to a copy of the variables.
	Vars() any
	// Set is a commit of the host's; set gets a pointer to a private copy.
	Set(ctx context.Context, set func(vars any) error) error
}

// Adapt makes an Instance of what a generated start function returns.
func Adapt[V any](h runtime.Handle[V], err error) (Instance, error) {
	if err != nil {
		return nil, err
	}
	return adapted[V]{h}, nil
}

// AdaptAny makes an Instance of a handle on an instance whose variables have type V.
func AdaptAny[V any](h runtime.AnyHandle) Instance {
	return adapted[V]{runtime.Handle[V]{AnyHandle: h}}
}

type adapted[V any] struct{ runtime.Handle[V] }

// Wait drops the variables.
func (a adapted[V]) Wait(ctx context.Context) error { return a.AnyHandle.Wait(ctx) }

// Vars points to a copy of the variables.
func (a adapted[V]) Vars() any {
	v := a.Handle.Vars()
	return &v
}

// Set commits what set changes.
func (a adapted[V]) Set(ctx context.Context, set func(vars any) error) error {
	return a.Handle.Set(ctx, func(v *V) error { return set(v) })
}

// UnknownStart is the error of a Process.Start that has no such start event.
func UnknownStart(at string) error {
	if at == "" {
		return fmt.Errorf("the process has no single start event to start at; name one with at")
	}
	return fmt.Errorf("the process has no start event %s that a host may start it at", at)
}

// UnknownTask is the error of a Process.Complete that has no such task.
func UnknownTask(node string) error {
	return fmt.Errorf("the process has no task %s that the host completes", node)
}
