// Package rules is a host's own code: what it decides in Go.
package rules

import (
	"errors"

	"github.com/bpmngen/bpmngen/testdata/golden/hosted/shop"
)

// Urgent reports whether an order goes first. It reads order.customer.level and limit alone.
func Urgent(order shop.Order, limit int64) bool {
	c := order.Customer
	return int64(c.Level) >= limit
}

// ErrNoItems is returned for an order of nothing.
var ErrNoItems = errors.New("the order has no items")

// Weight adds up what an order weighs, 250 grams an item.
func Weight(order shop.Order) (int64, error) {
	var grams int64
	for _, item := range order.Items {
		grams += 250 * item.Count
	}
	if grams == 0 {
		return 0, ErrNoItems
	}
	return grams, nil
}
