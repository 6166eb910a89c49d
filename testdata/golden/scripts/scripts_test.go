package scripts_test

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/scripts"
)

// A script's result is committed and read by the condition after it.
func TestLoop(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(scripts.Register(host.Engine))(t)
	got := goldentest.Must(scripts.Run(context.Background(), host.Engine, scripts.Vars{Limit: 5}))(t)
	if d := cmp.Diff(scripts.Vars{Count: 5, Limit: 5}, got); d != "" {
		t.Error(d)
	}
}

// S9.1: a failed expression is a fault.
func TestOverflow(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(scripts.Register(host.Engine))(t)
	if _, err := scripts.Run(context.Background(), host.Engine, scripts.Vars{Count: math.MaxInt64}); err == nil {
		t.Error("a count past the largest integer is no fault")
	}
}
