// Package runtime is what generated process packages link against and what
// their hosts use: an engine that registers processes, starts instances, calls
// handlers, lists user tasks and tells what happens. One instance is one
// machine.Machine; the engine brings it events and does what it asks for.
//
// A host calls New, registers generated packages and starts instances through
// their typed functions. Everything in this package is safe for concurrent use
// unless its comment says otherwise.
package runtime
