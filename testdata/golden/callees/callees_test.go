package callees_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/callees"
)

type rates struct{}

func (rates) RateIt(_ context.Context, in callees.RateItRateItIn) (callees.RateItRateItOut, error) {
	return callees.RateItRateItOut{Price: 3 * in.Weight}, nil
}

// vans tells the business key that each of its instances has.
type vans struct{ keys chan string }

func (v vans) Drive(ctx context.Context, _ *callees.VanVars) error {
	task, _ := runtime.TaskFrom(ctx)
	v.keys <- task.BusinessKey()
	return nil
}

func start(t *testing.T, vars callees.DeliveryVars, opts ...runtime.Option) (callees.DeliveryVars, []string, error) {
	t.Helper()
	v := vans{make(chan string, 4)}
	eng, err := runtime.New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		errOf(callees.RegisterRateIt(eng, rates{})), errOf(callees.RegisterVan(eng, v)), errOf(callees.RegisterDelivery(eng)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	out, err := callees.RunDelivery(runtime.WithBusinessKey(context.Background(), "outer"), eng, vars)
	if e := eng.Shutdown(context.Background()); e != nil {
		t.Error(e)
	}
	close(v.keys)
	var keys []string
	for k := range v.keys {
		keys = append(keys, k)
	}
	return out, keys, err
}

func errOf(_ runtime.Registration, err error) error { return err }

// SC §2.7, S10.2: a global task is a process whose body is that task, its
// ioSpecification the contract; the callee, its version and the business key are
// computed at the call; a version tag finds the latest version that carries it.
func TestForms(t *testing.T) {
	out, keys, err := start(t, callees.DeliveryVars{Weight: 7, Carrier: "Van", Number: "D-1", Version: 1})
	if err != nil || out.Price != 21 {
		t.Errorf("%+v, %v", out, err)
	}
	if want := []string{"D-1", "outer"}; !slices.Equal(keys, want) {
		t.Errorf("business keys %q, want %q", keys, want)
	}
}

// SC §2.7: a key, a version or an expression that finds nothing is a fault of
// the call activity.
func TestFormsNotFound(t *testing.T) {
	for name, c := range map[string]struct {
		vars callees.DeliveryVars
		want error
	}{
		"no such process":      {callees.DeliveryVars{Carrier: "Bike", Version: 1}, runtime.ErrUnknownProcess},
		"no such version":      {callees.DeliveryVars{Carrier: "Van", Version: 7}, runtime.ErrUnknownVersion},
		"no version, negative": {callees.DeliveryVars{Carrier: "Van", Version: -1}, runtime.ErrUnknownVersion},
		"no version at all":    {callees.DeliveryVars{Carrier: "Van"}, runtime.ErrUnknownVersion},
		"no process":           {callees.DeliveryVars{Version: 1}, runtime.ErrNoCallee},
	} {
		_, _, err := start(t, c.vars)
		var fault *runtime.Fault
		if !errors.Is(err, c.want) || !errors.As(err, &fault) || fault.Node != "D_Carry" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// S10.2: where the callee is not what was compiled with the caller its contract
// is checked at the launch, which is refused with the names of what lacks.
func TestContractAtLaunch(t *testing.T) {
	_, _, err := start(t, callees.DeliveryVars{Carrier: "Rate", Version: 1})
	var lack *runtime.ContractError
	if !errors.As(err, &lack) || !slices.Equal(lack.Inputs, []string{"weight"}) || lack.Process != "Rate" || lack.Version != 1 {
		t.Errorf("error = %v", err)
	}
}

// S10.2: the host's resolver says which key a reference means, computed ones too.
func TestResolvedComputed(t *testing.T) {
	_, keys, err := start(t, callees.DeliveryVars{Carrier: "lorry", Version: 1}, runtime.WithResolver(func(r runtime.CallRef) (string, error) {
		if r.Key == "lorry" {
			return "Van", nil
		}
		if r.Caller != "Delivery" {
			return "", fmt.Errorf("asked by %s", r.Caller)
		}
		return r.Key, nil
	}))
	if err != nil || len(keys) != 2 {
		t.Errorf("%v, %v", keys, err)
	}
}

// SC §2.7: the resolver is code of the host and is asked outside of every lock of
// the engine: it may use the engine, and register what it is asked for.
func TestResolverUsesTheEngine(t *testing.T) {
	var eng *runtime.Engine
	eng, err := runtime.New(runtime.WithResolver(func(r runtime.CallRef) (string, error) {
		known := slices.ContainsFunc(eng.Processes(), func(p runtime.Registration) bool { return p.Key == r.Key })
		if !known {
			if _, err := callees.RegisterRateIt(eng, rates{}); err != nil {
				return "", err
			}
		}
		if len(eng.Instances("Delivery")) != 1 {
			return "", errors.New("the caller is not there")
		}
		return r.Key, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	v := vans{make(chan string, 4)}
	for _, err := range []error{errOf(callees.RegisterVan(eng, v)), errOf(callees.RegisterDelivery(eng))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	out, err := callees.RunDelivery(context.Background(), eng, callees.DeliveryVars{Weight: 2, Carrier: "Van", Version: 1})
	if err != nil || out.Price != 6 {
		t.Errorf("%+v, %v", out, err)
	}
	if err := eng.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
}
