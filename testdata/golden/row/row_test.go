package row_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
	"github.com/bpmngen/bpmngen/testdata/golden/row"
)

type handlers struct {
	seen *[]int64
	fail error
}

func (h handlers) FirstStep(_ context.Context, v *row.Vars) error {
	*h.seen = append(*h.seen, v.Count)
	v.Count++
	return nil
}

func (h handlers) SecondStep(_ context.Context, v *row.Vars) error {
	*h.seen = append(*h.seen, v.Count)
	v.Count += 10
	return h.fail
}

func (h handlers) ThirdStep(_ context.Context, v *row.Vars) error {
	*h.seen = append(*h.seen, v.Count)
	return nil
}

// S3.2: each handler sees what the ones before it committed.
func TestRow(t *testing.T) {
	host := goldentest.New(t)
	var seen []int64
	goldentest.Must(row.Register(host.Engine, handlers{seen: &seen}))(t)
	got := goldentest.Must(row.Run(context.Background(), host.Engine, row.Vars{Count: 5}))(t)
	if d := cmp.Diff(row.Vars{Count: 16}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int64{5, 6, 16}, seen); d != "" {
		t.Error(d)
	}
	// S3.3: a commit that changes nothing tells no change.
	for range 2 {
		if d := cmp.Diff([]string{"count"}, goldentest.Next(t, host.Changes)); d != "" {
			t.Error(d)
		}
	}
	select {
	case c := <-host.Changes:
		t.Errorf("a third commit changed %v", c)
	default:
	}
}

// S9.1: an error of a handler is a fault that names the node and its place; nothing of its copy is committed.
func TestRowFails(t *testing.T) {
	host := goldentest.New(t)
	var seen []int64
	cause := errors.New("printer on fire")
	goldentest.Must(row.Register(host.Engine, handlers{seen: &seen, fail: cause}))(t)
	inst := goldentest.Must(row.Start(context.Background(), host.Engine, row.Vars{}))(t)
	_, err := inst.Wait(context.Background())
	var fault *runtime.Fault
	if !errors.As(err, &fault) || !errors.Is(err, cause) {
		t.Fatalf("error = %v", err)
	}
	if fault.Node != "Second" || fault.Pos != "row.bpmn:15:6" {
		t.Errorf("fault at %s, %s", fault.Node, fault.Pos)
	}
	if d := cmp.Diff(row.Vars{Count: 1}, inst.Vars()); d != "" {
		t.Error(d)
	}
}

// UnimplementedHandlers implements Handlers, and says which method is missing.
func TestUnimplemented(t *testing.T) {
	host := goldentest.New(t)
	goldentest.Must(row.Register(host.Engine, row.UnimplementedHandlers{}))(t)
	_, err := row.Run(context.Background(), host.Engine, row.Vars{})
	if !errors.Is(err, runtime.ErrUnimplemented) {
		t.Errorf("error = %v", err)
	}
}
