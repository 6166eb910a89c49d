// Package far holds what functions of across call.
package far

import "github.com/bpmngen/bpmngen/compiler/host/testdata/near"

// Customer is data.
type Customer struct {
	Tier   string
	Level  int64
	Orders []int64
	Note   string
}

// Gold reads the tier and the level.
func (c Customer) Gold() bool { return c.Tier == "gold" && c.Level > 3 }

// Large reads the orders, through a generic function of a third package.
func Large(c Customer) bool {
	_, ok := near.First(c.Orders, func(n int64) bool { return n > 100 })
	return ok
}

var season = "summer"

// Summer reads a package variable.
func Summer(c Customer) bool { return c.Note == season }

// Rename changes what it is given.
func Rename(c *Customer) bool { c.Note = "x"; return true }
