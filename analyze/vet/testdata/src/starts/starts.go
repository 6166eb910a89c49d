// Package starts is a host that starts instances.
package starts

import (
	"context"

	"order"

	"github.com/bpmngen/bpmngen/runtime"
)

func starts(ctx context.Context, eng *runtime.Engine) {
	order.Start(ctx, eng, order.Vars{})            // want `the error of order.Start is ignored`
	inst, _ := order.Start(ctx, eng, order.Vars{}) // want `the error of order.Start is ignored`
	_ = inst
	_, _ = order.Start(ctx, eng, order.Vars{})
	go order.Register(eng)    // want `the error of order.Register is ignored`
	defer order.Register(eng) // want `the error of order.Register is ignored`
	order.Count(eng)
	if err := order.Register(eng); err != nil {
		return
	}
}
