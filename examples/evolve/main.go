// Command evolve replaces a process that others call while they run: the new
// version is registered, new calls take it, the old one is retired when its last
// instance is over. docs/calls.md tells the story.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/bpmngen/bpmngen/examples/evolve/order"
	"github.com/bpmngen/bpmngen/examples/evolve/parcel"
	"github.com/bpmngen/bpmngen/examples/evolve/parcel2"
	"github.com/bpmngen/bpmngen/runtime"
)

// slow is the first version's work: it waits until the carrier comes.
type slow struct{ arrived, carrier chan struct{} }

func (s slow) Send(_ context.Context, v *parcel.Vars) error {
	s.arrived <- struct{}{}
	<-s.carrier
	v.Price = 5
	return nil
}

type fast struct{}

func (fast) Send(_ context.Context, v *parcel2.Vars) error {
	v.Price = 7
	if v.Fast {
		v.Price = 12
	}
	return nil
}

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	eng, err := runtime.New()
	if err != nil {
		return err
	}
	first := slow{make(chan struct{}), make(chan struct{})}
	if _, err := parcel.Register(eng, first); err != nil {
		return err
	}
	if _, err := order.Register(eng); err != nil {
		return err
	}
	old, err := order.Start(ctx, eng, order.Vars{Address: "Main Street 1"})
	if err != nil {
		return err
	}
	<-first.arrived // its parcel waits in version 1

	// 1. Register the new version: it is the latest, and callers that are not
	// pinned take it from now on.
	reg, err := parcel2.Register(eng, fast{})
	if err != nil {
		return err
	}
	fmt.Printf("%s is registered in version %d\n", reg.Key, reg.Version)
	v, err := order.Run(ctx, eng, order.Vars{Address: "Main Street 2"})
	if err != nil {
		return err
	}
	fmt.Println("a new order costs", v.Price)

	// 2. What runs stays on its version until it is over.
	for _, inst := range eng.Instances("Parcel") {
		key, version := inst.Process()
		fmt.Printf("still running: %s version %d\n", key, version)
	}
	close(first.carrier)
	if v, err = old.Wait(ctx); err != nil {
		return err
	}
	fmt.Println("the old order costs", v.Price)

	// 3. Retire the old version.
	if err := eng.Unregister("Parcel", 1); err != nil {
		return err
	}
	for _, p := range eng.Processes() {
		fmt.Printf("registered: %s version %d\n", p.Key, p.Version)
	}
	return eng.Shutdown(ctx)
}
