package bpmntest

import (
	"context"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/internal/sample"
)

// order is the sample process linked as generated drivers link it.
func order() Process {
	return Process{
		Definition: sample.Definition(),
		Register: func(eng *runtime.Engine, w Worker) (runtime.Registration, error) {
			return sample.Register(eng, handlers{w})
		},
		Start: func(ctx context.Context, eng *runtime.Engine, at string, set func(any) error) (Instance, error) {
			var v sample.Vars
			if err := set(&v); err != nil {
				return nil, err
			}
			switch at {
			case "", "OrderReceived":
				return Adapt(sample.Start(ctx, eng, v))
			}
			return nil, UnknownStart(at)
		},
		Complete: func(ctx context.Context, eng *runtime.Engine, node string, task runtime.TaskID, set func(any) error) error {
			if node == "ApproveOrder" {
				return sample.CompleteApproveOrder(ctx, eng, task, func(v *sample.Vars) error { return set(v) })
			}
			return UnknownTask(node)
		},
	}
}

// handlers do what the worker says.
type handlers struct{ w Worker }

func (h handlers) CheckStock(ctx context.Context, v *sample.Vars) error {
	return h.w.Do(ctx, "CheckStock", v, v)
}

func (h handlers) ChargeCard(ctx context.Context, v *sample.Vars) error {
	return h.w.Do(ctx, "ChargeCard", v, v)
}

func (h handlers) PackGoods(ctx context.Context, v *sample.Vars) error {
	return h.w.Do(ctx, "PackGoods", v, v)
}

func (h handlers) ShipOrder(ctx context.Context, in sample.ShipOrderIn) (out sample.ShipOrderOut, err error) {
	err = h.w.Do(ctx, "ShipOrder", &in, &out)
	return out, err
}

func (h handlers) TellCustomer(ctx context.Context, v *sample.Vars) error {
	return h.w.Do(ctx, "TellCustomer", v, v)
}
