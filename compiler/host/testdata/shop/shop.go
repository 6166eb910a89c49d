// Package shop is what the tests of package host look things up in.
package shop

import "time"

// Order has fields of all kinds.
type Order struct {
	Base
	Total    float64 `json:"total,omitempty"`
	Count    int32   `json:"-"`
	Placed   time.Time
	Takes    time.Duration
	Note     *string
	Codes    []Code
	Sizes    map[string]Size
	Parent   *Order
	Data     []byte
	Any      any
	Call     func()
	Inline   struct{ Zip string }
	internal int
}

// Base is embedded.
type Base struct{ ID string }

// Code is text.
type Code string

// Size is one of a few.
type Size struct{ Width, Height int64 }

// List has a parameter.
type List[T any] struct{ Items []T }

// Same is another name.
type Same = Order

type hidden struct{ Total int64 }

// Big reads one field.
func Big(order Order, limit float64) bool { return order.Total > limit && order.internal == 0 }

// Checked may fail.
func Checked(total float64) (bool, error) { return total > 0, nil }

var tariff = 1.5

// Dear reads a global.
func Dear(order Order) bool { return order.Total > tariff }

// Book changes what it is given.
func Book(order *Order) bool { order.Count++; return true }

// Nothing returns nothing.
func Nothing(order Order) {}

// Many takes any number.
func Many(totals ...float64) bool { return len(totals) > 0 }

// Blank does not say which variable it takes.
func Blank(float64) bool { return true }
