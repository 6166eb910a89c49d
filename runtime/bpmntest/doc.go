// Package bpmntest tests processes in virtual time and in one order: a Kit is
// an engine whose clock stands still until the test moves it, and whose
// handlers run one after the other, in the order in which their tasks started,
// when the test says so. It is the engine that a host runs, with the same
// generated code.
//
// The package also holds the scenario runner of `bpmngen test`: the program
// which that command builds calls Main with the processes that it links.
package bpmntest
