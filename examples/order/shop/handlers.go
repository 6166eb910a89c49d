package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/bpmngen/bpmngen/examples/order"
)

// errLostParcel is a technical failure: the process fails with it, and who waits is told.
var errLostParcel = errors.New("the carrier lost the parcel")

// shop does the work of the order process. Its methods are order.Handlers: a
// task added to order.bpmn is a compile error here until it has a method.
type shop struct {
	mu    sync.Mutex
	stock map[string]int // what is left, by order number: the example's orders have one item each
}

var _ order.Handlers = (*shop)(nil)

// CheckStock sets InStock; only what it changes is written back.
func (s *shop) CheckStock(_ context.Context, v *order.Vars) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	v.InStock = s.stock[v.OrderID] > 0
	return nil
}

// ChargeCard runs beside PackGoods, on a goroutine of its own.
func (s *shop) ChargeCard(_ context.Context, v *order.Vars) error {
	v.Payment = fmt.Sprintf("%d.%02d paid for %s", v.Total/100, v.Total%100, v.OrderID)
	return nil
}

// PackGoods runs beside ChargeCard.
func (s *shop) PackGoods(_ context.Context, v *order.Vars) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stock[v.OrderID]--
	v.Parcel = "parcel-" + v.OrderID
	return nil
}

// ShipOrder hands the parcel over.
func (s *shop) ShipOrder(ctx context.Context, v *order.Vars) error {
	if v.Parcel == "" {
		return errLostParcel
	}
	v.Shipped = true
	return ctx.Err()
}

// TellCustomer tells of a declined order.
func (s *shop) TellCustomer(context.Context, *order.Vars) error { return nil }
