package adhoc_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/testdata/golden/adhoc"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
)

type handlers struct{}

func (handlers) LookUp(_ context.Context, v *adhoc.HandleCaseVars) error {
	v.Steps = []string{"File", "Bill"}
	return nil
}

// S8.4, §13.3.5: the host sees what is enabled, begins it by constants, one at a
// time; the completion condition is asked after each; then a list says what runs at once.
func TestCase(t *testing.T) {
	ctx := context.Background()
	host := goldentest.New(t)
	eng := host.Engine
	goldentest.Must(adhoc.Register(eng, handlers{}))(t)
	inst := goldentest.Must(adhoc.Start(ctx, eng, adhoc.Vars{}))(t)
	open := adhoc.HandleCaseAdHocs(eng)
	if len(open) != 1 {
		t.Fatalf("%d are open", len(open))
	}
	if d := cmp.Diff([]adhoc.HandleCaseActivity{adhoc.HandleCaseCallClient, adhoc.HandleCaseLookUp}, open[0].Enabled); d != "" {
		t.Error(d)
	}
	id := open[0].ID
	begin := func(a adhoc.HandleCaseActivity) {
		t.Helper()
		if err := adhoc.BeginHandleCaseActivity(ctx, eng, id, a); err != nil {
			t.Fatal(err)
		}
	}
	if err := adhoc.BeginHandleCaseActivity(ctx, eng, id, adhoc.HandleCaseWriteUp); !errors.Is(err, runtime.ErrNotEnabled) {
		t.Errorf("nothing has led to it: %v", err)
	}
	begin(adhoc.HandleCaseCallClient)
	if err := adhoc.BeginHandleCaseActivity(ctx, eng, id, adhoc.HandleCaseLookUp); !errors.Is(err, runtime.ErrSequential) {
		t.Errorf("two at a time: %v", err)
	}
	if got := adhoc.HandleCaseAdHocs(eng)[0]; len(got.Enabled) != 0 || len(got.Running) != 1 || got.Running[0] != adhoc.HandleCaseCallClient {
		t.Errorf("enabled %v, running %v", got.Enabled, got.Running)
	}
	if err := adhoc.CompleteCallClient(ctx, eng, adhoc.CallClientTasks(eng)[0].ID, func(*adhoc.HandleCaseVars) error { return nil }); err != nil {
		t.Fatal(err)
	}
	begin(adhoc.HandleCaseLookUp)
	goldentest.Next(t, host.Changes) // the handler has returned
	if got := adhoc.HandleCaseAdHocs(eng)[0].Enabled; len(got) != 3 {
		t.Errorf("enabled %v", got)
	}
	begin(adhoc.HandleCaseWriteUp)
	if err := adhoc.CompleteWriteUp(ctx, eng, adhoc.WriteUpTasks(eng)[0].ID, func(v *adhoc.HandleCaseVars) error {
		v.Settled = true
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := adhoc.BeginHandleCaseActivity(ctx, eng, id, adhoc.HandleCaseCallClient); !errors.Is(err, runtime.ErrUnknownAdHoc) {
		t.Errorf("it is over: %v", err)
	}

	// The list has begun two; what follows the one runs by itself, and the last ends it.
	second := adhoc.CloseCaseAdHocs(eng)[0]
	if d := cmp.Diff([]adhoc.CloseCaseActivity{adhoc.CloseCaseFile, adhoc.CloseCaseBill}, second.Running); d != "" {
		t.Error(d)
	}
	if err := adhoc.BeginHandleCaseActivity(ctx, eng, second.ID, adhoc.HandleCaseCallClient); !errors.Is(err, runtime.ErrUnknownAdHoc) {
		t.Errorf("the id of another one: %v", err)
	}
	as := func(*adhoc.Vars) error { return nil }
	for _, err := range []error{
		adhoc.CompleteBill(ctx, eng, adhoc.BillTasks(eng)[0].ID, as),
		adhoc.CompleteFile(ctx, eng, adhoc.FileTasks(eng)[0].ID, as),
		adhoc.CompleteThank(ctx, eng, adhoc.ThankTasks(eng)[0].ID, as),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	goldentest.Must(inst.Wait(ctx))(t)
	want := []string{"Begin", "Call", "Look", "Write", "Handle", "Bill", "File", "Thank", "Close", "End"}
	if d := cmp.Diff(want, inst.HistoryIDs()); d != "" {
		t.Error(d)
	}
	if n := len(eng.AdHocs("")); n != 0 {
		t.Errorf("%d are open after the end", n)
	}
}

// The host may end it before its condition is true; a cancelled instance has none open.
func TestFinish(t *testing.T) {
	ctx := context.Background()
	host := goldentest.New(t)
	goldentest.Must(adhoc.Register(host.Engine, handlers{}))(t)
	inst := goldentest.Must(adhoc.Start(ctx, host.Engine, adhoc.Vars{}))(t)
	if err := adhoc.FinishHandleCase(ctx, host.Engine, adhoc.HandleCaseAdHocs(host.Engine)[0].ID); err != nil {
		t.Fatal(err)
	}
	if len(adhoc.HandleCaseAdHocs(host.Engine)) != 0 || len(adhoc.CloseCaseAdHocs(host.Engine)) != 1 {
		t.Error("the second is to be open alone")
	}
	if err := inst.Cancel(ctx); err != nil {
		t.Fatal(err)
	}
	if n := len(host.Engine.AdHocs("Case")); n != 0 {
		t.Errorf("%d are open after the end", n)
	}
}
