// Package store is where an engine keeps the instances that must outlive it
// (S10.3 to S10.6): the port that a database implements, and a memory that
// implements it for tests and for engines that share one process.
//
// The port speaks in units: what one step of one instance changes, outside of it
// too, is one Unit, and is stored whole or not at all. Many units travel in one
// Commit, which is one transaction of the database; each has a verdict of its
// own, so that a step that comes too late fails alone.
//
// A store is the broker of all engines that share it: it knows who waits for
// what, and routes messages and signals inside the transaction that publishes
// them. What it routes becomes a letter to the instance, which whoever owns the
// instance takes; so an instance that is in no memory at all is reached too (S10.6).
//
// An engine owns the instances in its memory by its lease. A lease that is not
// renewed in time is fenced: its instances are there for others, and whatever
// its engine still tries to write is refused.
package store
