package model

// Call is what a call activity calls (SC §2.7).
type Call struct {
	// Key names the callee in the registry; Namespace is that of its prefix where
	// it was not compiled in the same run.
	Key, Namespace string
	// Version pins a version; 0 takes the latest when it is called.
	Version int
	// Build pins the version that was compiled in the same run: an index into
	// Package.Processes, None otherwise.
	Build int
}
