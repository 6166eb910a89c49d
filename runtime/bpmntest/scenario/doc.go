// Package scenario is how a process is tried without writing Go: what is
// started, what its tasks do, what happens from outside, and what must be seen
// at the end. Package yamlfile reads scenarios from files; package bpmntest
// runs them against generated code.
//
// The types are plain data. They go through JSON and come back equal, since
// `bpmngen test` hands them to the program that it built.
package scenario
