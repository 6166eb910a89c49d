package linkfork_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/linkfork"
)

// EV §2.8: two throws jump to a catch with two outgoing flows; neither event is seen.
func TestLinkFork(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(linkfork.Register(host.Engine))(t)
	inst := goldentest.Must(linkfork.Start(context.Background(), host.Engine, linkfork.Vars{}))(t)
	goldentest.Must(inst.Wait(context.Background()))(t)
	got := inst.HistoryIDs()
	slices.Sort(got)
	want := []string{"Begin", "Copy", "Copy", "End", "End", "Fork", "Left", "Right"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
