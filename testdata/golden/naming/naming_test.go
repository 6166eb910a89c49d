package naming_test

import (
	"context"
	"testing"

	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/naming"
)

type handlers struct{ naming.UnimplementedHandlers }

func (handlers) Vars(_ context.Context, v *naming.Vars) error { v.X件数++; return nil }

// Names that collide with Go's or with each other still make a package that
// compiles, and every task reaches its own method.
func TestNaming(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(naming.Register(host.Engine, handlers{}))(t)
	inst := goldentest.Must(naming.Start(context.Background(), host.Engine, naming.Vars{}))(t)
	if _, err := inst.Wait(context.Background()); err == nil {
		t.Error("the second task is not implemented and yet the process went on")
	}
	if got := inst.Vars().X件数; got != 1 {
		t.Errorf("count = %d", got)
	}
}
