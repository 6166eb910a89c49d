package model

import "github.com/bpmngen/bpmngen/compiler/diag"

// Call is what a call activity calls (SC §2.7).
type Call struct {
	// Key names the callee in the registry; Namespace is that of its prefix where
	// it was not compiled in the same run. Key is "" where KeyExpr computes it.
	Key, Namespace string
	// Version pins a version; 0 takes the latest when it is called.
	Version int
	// Tag pins the latest version with that tag, "" does not.
	Tag string
	// Build pins the version that was compiled in the same run: an index into
	// Package.Processes, None otherwise.
	Build int
	// BusinessText is the business key that the called instance gets, "" none;
	// InheritBusinessKey gives it that of its caller.
	BusinessText       string
	InheritBusinessKey bool
	// KeyExpr, VersionExpr, TagExpr and BusinessKey index Process.Exprs: what is
	// evaluated when the call is made, None otherwise.
	KeyExpr, VersionExpr, TagExpr, BusinessKey int
}

// Contract is what a process declares of the data that crosses into and out of
// it when it is called (S10.2).
type Contract struct{ Inputs, Outputs []Declared }

// Declared is one declared input or output of a process.
type Declared struct {
	Name string
	Span diag.Span
	// Optional: it need not be given.
	Optional bool
}
