package links_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/links"
)

// EV §2.8: passing a Link counts neither of its events.
func TestLinks(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(links.Register(host.Engine))(t)
	inst := goldentest.Must(links.Start(context.Background(), host.Engine, links.Vars{}))(t)
	goldentest.Must(inst.Wait(context.Background()))(t)
	want := []string{"Begin", "Fork", "Left", "Right", "End", "End"}
	if d := cmp.Diff(want, inst.HistoryIDs()); d != "" {
		t.Error(d)
	}
}
