package runtime

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// What the engine refuses, for errors.Is. Each message says the way out.
var (
	ErrShutdown       = errors.New("the engine is shut down; start instances on a new one")
	ErrNoEngine       = errors.New("there is no engine; make one with runtime.New and look at its error")
	ErrNoHandlers     = errors.New("there are no handlers; pass what implements the generated Handlers, UnimplementedHandlers for a start")
	ErrUnknownProcess = errors.New("the engine does not know the process; call the generated Register first")
	ErrUnknownVersion = errors.New("the process has no such version; list the versions with Engine.Processes")
	ErrNoStart        = errors.New("the process cannot be started here; name one of its start events with the generated StartAt function")
	ErrUnknownTask    = errors.New("no open user task has this id; list the open ones with Engine.UserTasks")
	ErrTaskBusy       = errors.New("the user task is being completed by someone else; list the open ones again")
	ErrTaskClaimed    = errors.New("someone else has claimed the user task; it must be unclaimed first")
	ErrUnknown        = errors.New("no running instance has this id")
	ErrTerminated     = errors.New("the instance was terminated by its host")
	ErrOver           = errors.New("the instance has ended")
	ErrUnimplemented  = errors.New("the handler is not implemented; write the method of Handlers")
	ErrLimit          = errors.New("the engine's limit on running instances is reached; raise it with WithMaxInstances or wait for some to end")
)

// ErrNoFlow is the cause of a fault where a token cannot be routed (S2.1).
var ErrNoFlow = machine.ErrNoFlow

// Unimplemented is the error of a generated UnimplementedHandlers method.
func Unimplemented(method string) error {
	return fmt.Errorf("%s: %w", method, ErrUnimplemented)
}

// UnknownIndex is the error of generated code that is asked for what it does
// not have; a definition and its code that belong together never give it.
func UnknownIndex(what string, i int32) error {
	return &machine.InvariantError{What: fmt.Sprintf("the generated code has no %s with index %d", what, i)}
}

// Fault is a technical failure that ended an instance (S9): which node, where
// it stands in the BPMN file, and why.
type Fault struct {
	Process  string // BPMN process id
	Version  int
	Instance ID
	Node     string // BPMN id; "" where the fault is of the instance as a whole
	Name     string // BPMN name
	Pos      string // file:line:column
	Err      error  // the cause
}

// Error tells what failed, where and why.
func (f *Fault) Error() string {
	var b strings.Builder
	if f.Pos != "" {
		fmt.Fprintf(&b, "%s: ", f.Pos)
	}
	fmt.Fprintf(&b, "process %s", f.Process)
	if f.Node != "" {
		fmt.Fprintf(&b, ", node %s", f.Node)
	}
	if f.Name != "" {
		fmt.Fprintf(&b, " %q", f.Name)
	}
	fmt.Fprintf(&b, ", instance %s: %v", f.Instance, f.Err)
	return b.String()
}

// Unwrap is the cause.
func (f *Fault) Unwrap() error { return f.Err }

// PanicError is a panic in a handler or an expression, contained as a fault of
// its node; it carries the stack.
type PanicError = machine.PanicError

// errGoexit is a handler that left its goroutine instead of returning.
var errGoexit = errors.New("the handler called runtime.Goexit (t.FailNow does) instead of returning; return an error")

// Straggler is work that did not end in time.
type Straggler struct {
	Instance ID
	Process  string
	Node     string // BPMN id
}

// ShutdownError tells what still ran when Shutdown had to give up.
type ShutdownError struct {
	Stragglers []Straggler
	Err        error // why it gave up: the context's error
}

// Error names the stragglers.
func (e *ShutdownError) Error() string {
	var b strings.Builder
	if len(e.Stragglers) == 0 {
		return fmt.Sprintf("shutdown gave up (%v): no handler runs, but the engine is not at rest; let observers and callers of the engine return", e.Err)
	}
	fmt.Fprintf(&b, "shutdown gave up (%v); still running:", e.Err)
	for i, s := range e.Stragglers {
		if i == 20 {
			fmt.Fprintf(&b, " and %d more", len(e.Stragglers)-i)
			break
		}
		fmt.Fprintf(&b, " %s of process %s, instance %s;", s.Node, s.Process, s.Instance)
	}
	return strings.TrimSuffix(b.String(), ";") + ": let handlers return when their context ends"
}

// Unwrap is why it gave up.
func (e *ShutdownError) Unwrap() error { return e.Err }

// WrongPayload is the error of generated code that is given a payload of
// another type than the model declares.
func WrongPayload(what string, want, got any) error {
	return fmt.Errorf("the payload of %s is a %T, not a %T; use the generated function that makes it", what, got, want)
}
