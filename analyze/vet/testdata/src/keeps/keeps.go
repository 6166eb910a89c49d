// Package keeps is a host whose handlers keep what they are given.
package keeps

import (
	"context"

	"order"
)

type handlers struct {
	last  *order.Vars
	value order.Vars
	all   map[string]*order.Vars
	out   chan *order.Vars
}

var global *order.Vars

func (h *handlers) Keeps(_ context.Context, v *order.Vars) error {
	h.last = v // want `kept in a variable that outlives it`
	return nil
}

func (h *handlers) KeepsGlobal(_ context.Context, v *order.Vars) error {
	w := v
	global = w // want `kept in a variable that outlives it`
	return nil
}

func (h *handlers) KeepsField(_ context.Context, v *order.Vars) error {
	p := &v.Total
	go func() { *p = 3 }() // want `used by a goroutine`
	return nil
}

func (h *handlers) Maps(_ context.Context, v *order.Vars) error {
	h.all["x"] = v // want `kept in a map`
	return nil
}

func (h *handlers) Sends(_ context.Context, v *order.Vars) error {
	h.out <- v // want `sent on a channel`
	return nil
}

func (h *handlers) Goroutine(_ context.Context, v *order.Vars) error {
	go func() { v.Total++ }() // want `used by a goroutine`
	return nil
}

func (h *handlers) Argument(_ context.Context, v *order.Vars) error {
	go change(v) // want `used by a goroutine`
	return nil
}

func (h *handlers) Copies(_ context.Context, v *order.Vars) error {
	h.value = *v
	total := v.Total
	go func() { _ = total }()
	change(v)
	func() { v.Total = 2 }()
	return nil
}

func change(v *order.Vars) { v.Total = 1 }
