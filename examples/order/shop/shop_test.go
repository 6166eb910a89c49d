package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/examples/order"
	"github.com/bpmngen/bpmngen/runtime"
)

// TestRun sees the three orders of the example end as the diagram says.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"order A-1 went OrderReceived > CheckStock > InStock > LargeOrder > Fulfil > Fork > ",
		"> Join > ShipOrder > OrderShipped\n  shipped=true payment=\"49.99 paid for A-1\" parcel=\"parcel-A-1\"\n",
		"order A-2 went OrderReceived > CheckStock > InStock > LargeOrder > ApproveOrder > Approved > Fulfil > Fork > ",
		"order A-3 went OrderReceived > CheckStock > InStock > Decline > TellCustomer > OrderDeclined\n  shipped=false",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, out.String())
		}
	}
}

// lossy is a shop that loses parcels.
type lossy struct{ *shop }

func (l lossy) PackGoods(context.Context, *order.Vars) error { return nil }

// TestFault sees a handler's error reach who waits, with the node that failed.
func TestFault(t *testing.T) {
	eng, err := runtime.New()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := eng.Shutdown(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	if _, err := order.Register(eng, lossy{&shop{stock: map[string]int{"A-1": 1}}}); err != nil {
		t.Fatal(err)
	}
	_, err = order.Run(t.Context(), eng, order.Vars{OrderID: "A-1", Total: 100})
	var fault *runtime.Fault
	if !errors.As(err, &fault) || fault.Node != "ShipOrder" || !errors.Is(err, errLostParcel) {
		t.Errorf("Run: %v, want a fault of ShipOrder because %v", err, errLostParcel)
	}
}
