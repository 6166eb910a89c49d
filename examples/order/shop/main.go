// Command shop runs three orders through the process of ../order.bpmn and
// prints the way that each took: one small, one that a person has to approve,
// one that is not in stock.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/bpmngen/bpmngen/examples/order"
	"github.com/bpmngen/bpmngen/runtime"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "shop:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	// The engine tells what happens; here a created user task is what a person
	// in the shop would be shown.
	waiting := make(chan runtime.TaskID, 16)
	eng, err := runtime.New(runtime.WithObserver(runtime.ObserverFunc(func(f runtime.Fact) {
		if f.Kind == runtime.TaskCreated {
			waiting <- f.Task
		}
	})))
	if err != nil {
		return err
	}
	s := &shop{stock: map[string]int{"A-1": 3, "A-2": 1}}
	if _, err := order.Register(eng, s); err != nil {
		return err
	}
	go approve(ctx, eng, waiting)
	for _, v := range []order.Vars{
		{OrderID: "A-1", Total: 4_999},
		{OrderID: "A-2", Total: 250_000},
		{OrderID: "A-3", Total: 1_000},
	} {
		if err := place(ctx, out, eng, v); err != nil {
			return fmt.Errorf("order %s: %w", v.OrderID, err)
		}
	}
	err = eng.Shutdown(ctx) // after it no fact is told any more
	close(waiting)
	return err
}

// approve is the person: it completes every "Approve order" task with a yes.
func approve(ctx context.Context, eng *runtime.Engine, waiting <-chan runtime.TaskID) {
	for id := range waiting {
		err := order.CompleteApproveOrder(ctx, eng, id, func(v *order.Vars) error {
			v.Approved = true
			return nil
		})
		if err != nil {
			slog.Error("approve order", "task", id, "err", err)
		}
	}
}

// place starts an order, waits for its end and prints the way that it took.
func place(ctx context.Context, out io.Writer, eng *runtime.Engine, v order.Vars) error {
	inst, err := order.Start(ctx, eng, v)
	if err != nil {
		return err
	}
	end, err := inst.Wait(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "order %s went %s\n", v.OrderID, strings.Join(inst.HistoryIDs(), " > "))
	fmt.Fprintf(out, "  shipped=%v payment=%q parcel=%q\n", end.Shipped, end.Payment, end.Parcel)
	return nil
}
