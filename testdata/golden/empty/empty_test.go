package empty_test

import (
	"context"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/empty"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
)

// S1.3: an instance without a token is complete.
func TestEmpty(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(empty.Register(host.Engine))(t)
	inst := goldentest.Must(empty.Start(context.Background(), host.Engine, empty.Vars{}))(t)
	goldentest.Must(inst.Wait(context.Background()))(t)
	if got := inst.State(); got != runtime.Completed {
		t.Errorf("state = %s", got)
	}
}
