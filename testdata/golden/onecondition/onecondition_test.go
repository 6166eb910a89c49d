package onecondition_test

import (
	"context"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/onecondition"
)

// §13.3.1, S1.4: a conditional flow beside a default one.
func TestCondition(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(onecondition.Register(host.Engine))(t)
	for _, c := range []struct {
		total, parts int64
		want         runtime.Node
	}{
		{100, 2, onecondition.NodeLarge},
		{21, 2, onecondition.NodeLarge}, // 10.5: FEEL's division is exact
		{20, 2, onecondition.NodeSmall},
	} {
		inst := goldentest.Must(onecondition.Start(context.Background(), host.Engine, onecondition.Vars{Total: c.total, Parts: c.parts}))(t)
		goldentest.Must(inst.Wait(context.Background()))(t)
		if h := inst.History(); h[len(h)-1] != c.want {
			t.Errorf("%d / %d ended at %d, want %d", c.total, c.parts, h[len(h)-1], c.want)
		}
	}
}

// S2.1: a null condition is a fault, not false. FEEL's division by zero is null.
func TestNull(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(onecondition.Register(host.Engine))(t)
	if _, err := onecondition.Run(context.Background(), host.Engine, onecondition.Vars{Total: 1}); err == nil {
		t.Error("a null condition picked a branch")
	}
}
