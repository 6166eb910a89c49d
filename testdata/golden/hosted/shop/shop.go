// Package shop is a host's own code: the types that its process works on.
package shop

import "time"

// Level is how much a customer is worth.
type Level int

// Customer is who orders.
type Customer struct {
	Name  string `json:"name"`
	Level Level  `json:"level"`
	// Phone may be missing.
	Phone *string `json:"phone,omitempty"`
	notes string
}

// Annotate keeps a note that no model sees.
func (c *Customer) Annotate(note string) { c.notes += note }

// Notes are all notes.
func (c Customer) Notes() string { return c.notes }

// Item is a line of an order.
type Item struct {
	Code  string `json:"code"`
	Count int64  `json:"count"`
}

// Order is what the process is about.
type Order struct {
	Number   string           `json:"number"`
	Total    float64          `json:"total"`
	Customer Customer         `json:"customer"`
	Items    []Item           `json:"items"`
	Stock    map[string]int64 `json:"stock"`
	Placed   time.Time        `json:"placed"`
	Parent   *Order           `json:"parent"`
	Express  bool
}

// Odd has fields of all kinds that data may have.
type Odd struct {
	Base
	Inline  struct{ Zip, City string }
	Inlines []struct{ Codes []string }
	Deep    map[string][]Item
	Lists   [][]Item
	Raw     []byte
	Any     any
	Call    func() `json:"-"`
	Rates   []float32
	Price   Price
	Codes   Codes
	Takes   time.Duration
	Maybe   **Item
	Kinds   map[Level]string
	Fixed   [2]string
	Said    interface{ Said() string }
	Who     Customer
	Whos    []Customer
}

// Base is embedded.
type Base struct{ ID string }

// Price is a number.
type Price float64

// Codes are a list.
type Codes []string
