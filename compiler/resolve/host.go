package resolve

import (
	"errors"

	"github.com/bpmngen/bpmngen/compiler/diag"
	"github.com/bpmngen/bpmngen/compiler/types"
)

// Host finds what a model names of the host's Go code. Package compiler/host
// has the one that reads the host's module. Its methods are safe for concurrent use.
type Host interface {
	// Type returns a named type with its fields resolved. The error is a *HostError.
	Type(path, name string) (*types.Type, error)
	// Func returns a function. The error is a *HostError.
	Func(path, name string) (*HostFunc, error)
}

// HostFunc is a function of the host as a model may call it.
type HostFunc struct {
	Params []HostParam
	Result *types.Type
	// Fails: it also returns an error, which is a fault of the instance (S9.1).
	Fails bool
	// Reads are the paths below its parameters that it reads, parameter first;
	// Any says why it may read anything, and Writes where it changes what it was given (EV §2.7).
	Reads, Any, Writes []string
}

// HostParam is a parameter: it takes the variable of its name.
type HostParam struct {
	Name string
	Type *types.Type
}

// HostError says what of the host's code can't be had, and the way out.
type HostError struct {
	Text, Fix string
	// Code is the code of the finding, "" for that of what can't be had.
	Code diag.Code
}

// Error implements error.
func (e *HostError) Error() string { return e.Text }

// hostType resolves the Go types of the host in a type; without a Host they
// stay names alone. The diagnostic, if any, has no place yet.
func (r *resolver) hostType(t *types.Type) (*types.Type, error) {
	if r.opts.Host == nil || t == nil {
		return t, nil
	}
	switch t.Kind {
	case types.List, types.Map, types.Optional:
		elem, err := r.hostType(t.Elem)
		if err != nil || elem == t.Elem {
			return t, err
		}
		c := *t
		c.Elem = elem
		return &c, nil
	case types.Named:
		if t.Path != "" && t.Under == nil {
			return r.opts.Host.Type(t.Path, t.Name)
		}
	}
	return t, nil
}

// hostProblem is the diagnostic of what can't be had of the host's code.
func hostProblem(code diag.Code, at diag.Span, err error) diag.Diagnostic {
	var h *HostError
	if !errors.As(err, &h) {
		return diag.New(code, at, "%s", err)
	}
	if h.Code != "" {
		code = h.Code
	}
	d := diag.New(code, at, "%s", h.Text)
	if h.Fix != "" {
		d = d.WithFix("%s", h.Fix)
	}
	return d
}
