package runtime_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/bpmntest"
)

// incidents are the nodes of the open incidents.
func incidents(eng *runtime.Engine) []string {
	ids := []string{}
	for _, x := range eng.Incidents() {
		ids = append(ids, x.NodeID)
	}
	return ids
}

// only is the one open incident.
func only(t *testing.T, eng *runtime.Engine) runtime.Incident {
	t.Helper()
	all := eng.Incidents()
	if len(all) != 1 {
		t.Fatalf("%d incidents are open, want 1: %v", len(all), all)
	}
	return all[0]
}

// S9.2: what nothing takes stands as an incident: its token stays, others go on,
// the instance does not complete. It tells cause, attempts, node, when, and the
// data that the work saw. Retried it does its work again.
func TestIncident(t *testing.T) {
	a := &attempts{n: 4}
	other := ""
	p := fork("P", step{"work", false, a.handle}, step{"other", false, func(_ context.Context, v *vars) error {
		other = "done"
		v.B = 5
		return nil
	}})
	kit := bpmntest.Start(t, runtime.WithIncidents(), runtime.WithRetry(runtime.RetryPolicy{Attempts: 2, Backoff: minutes(10)}))
	a.clock = kit.Clock
	register(t, kit.Engine, p)
	h := p.start(t, kit.Engine, vars{A: 7})
	kit.Settle()
	same(t, "incidents while it is tried again", []string{}, incidents(kit.Engine))
	kit.Advance(time.Hour)
	same(t, "the other branch", "done", other)
	same(t, "state", runtime.Active, h.State())
	same(t, "waiting", []string{"work"}, kit.Waiting())
	x := only(t, kit.Engine)
	got := x
	got.Instance, got.Task, got.Since, got.Err = runtime.AnyHandle{}, runtime.TaskID{}, time.Time{}, nil
	want := runtime.Incident{Node: runtime.Node(p.nodes["work"]), NodeID: "work", Name: "the work", Pos: "p.bpmn:5:5", Attempts: 2, Seen: vars{A: 7, B: 5}}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(runtime.AnyHandle{}, runtime.TaskID{}), cmp.FilterPath(
		func(p cmp.Path) bool { return p.Last().String() == ".event" }, cmp.Ignore())); d != "" {
		t.Error(d)
	}
	if !errors.Is(x.Err, errDown) || x.Instance.ID() != h.ID() || !x.Since.Equal(bpmntest.Epoch.Add(10*time.Minute)) || x.Task != a.ids[0] {
		t.Errorf("%+v", x)
	}
	if err := x.Retry(t.Context()); err != nil {
		t.Fatal(err)
	}
	kit.Settle() // the third attempt fails too: its policy is spent
	again := only(t, kit.Engine)
	same(t, "attempts", 3, again.Attempts)
	if err := again.Retry(t.Context()); err != nil {
		t.Fatal(err)
	}
	kit.Settle()
	same(t, "state", runtime.Completed, h.State())
	same(t, "numbers", []int{1, 2, 3, 4}, a.count)
	same(t, "vars", vars{A: 8, B: 5}, h.Vars())
	same(t, "incidents", []string{}, incidents(kit.Engine))
	if err := again.Retry(t.Context()); !errors.Is(err, runtime.ErrNoIncident) {
		t.Errorf("a settled incident: %v", err)
	}
	var facts []string
	for _, f := range kit.Facts() {
		if f.Kind == runtime.IncidentOpened || f.Kind == runtime.IncidentClosed || f.Kind == runtime.WorkRetried {
			facts = append(facts, f.Kind.String()+" "+f.Node)
		}
	}
	same(t, "facts", []string{"work retried work", "incident opened work", "incident closed work", "incident opened work", "incident closed work"}, facts)
}

// S9.2: an incident is completed by the output that its work would have had, as
// one step (S3.2); by nothing; or ends with its instance.
func TestSettleIncident(t *testing.T) {
	fail := func(context.Context, *vars) error { return errDown }
	for _, c := range []struct {
		name   string
		settle func(runtime.Incident) error
		state  runtime.State
		vars   vars
	}{
		{"by its output", func(x runtime.Incident) error {
			return runtime.CompleteIncident(context.Background(), x, vars{A: 1, B: 9})
		}, runtime.Completed, vars{A: 1, B: 9}},
		{"by a change", func(x runtime.Incident) error {
			return runtime.ChangeIncident(context.Background(), x, func(v *vars) error { v.B++; return nil })
		}, runtime.Completed, vars{A: 1, B: 3, List: []string{"x"}}},
		{"by nothing", func(x runtime.Incident) error { return x.Complete(context.Background()) }, runtime.Completed, vars{A: 1, B: 2, List: []string{"x"}}},
		{"with its instance", func(x runtime.Incident) error { return x.Terminate(context.Background()) }, runtime.Terminated, vars{A: 1, B: 2, List: []string{"x"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, inLine := range []bool{true, false} {
				p := row("P", step{"work", inLine, fail})
				kit := bpmntest.Start(t, runtime.WithIncidents())
				register(t, kit.Engine, p)
				h := p.start(t, kit.Engine, vars{A: 1, B: 1, List: []string{"x"}})
				kit.Settle()
				x := only(t, kit.Engine)
				if err := h.Set(t.Context(), func(v *vars) error { v.B = 2; return nil }); err != nil {
					t.Fatal(err)
				}
				same(t, "seen", any(vars{A: 1, B: 1, List: []string{"x"}}), x.Seen)
				if err := c.settle(x); err != nil {
					t.Fatal(err)
				}
				kit.Settle()
				same(t, "state", c.state, h.State())
				same(t, "vars", c.vars, h.Vars())
				same(t, "incidents", []string{}, incidents(kit.Engine))
			}
		})
	}
}

// What an incident refuses leaves it as it was.
func TestBadSettlement(t *testing.T) {
	p := row("P", step{"work", false, func(context.Context, *vars) error { return errDown }})
	kit := bpmntest.Start(t, runtime.WithIncidents())
	register(t, kit.Engine, p)
	h := p.start(t, kit.Engine, vars{})
	kit.Settle()
	x := only(t, kit.Engine)
	if err := runtime.CompleteIncident(t.Context(), x, 3); err == nil {
		t.Error("an output of another type is taken")
	}
	if err := runtime.ChangeIncident(t.Context(), x, func(*vars) error { return errDown }); !errors.Is(err, errDown) {
		t.Errorf("%v", err)
	}
	if err := x.Take(t.Context(), 0); !errors.Is(err, runtime.ErrNeedsFlow) {
		t.Errorf("%v", err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.Retry(over); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if err := (runtime.Incident{}).Retry(t.Context()); !errors.Is(err, runtime.ErrNoIncident) {
		t.Errorf("%v", err)
	}
	same(t, "incidents", []string{"work"}, incidents(kit.Engine))
	if err := h.Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, "incidents", []string{}, incidents(kit.Engine))
	for name, settle := range map[string]func() error{
		"retry": func() error { return x.Retry(t.Context()) }, "complete": func() error { return x.Complete(t.Context()) },
		"output": func() error { return runtime.CompleteIncident(t.Context(), x, vars{}) },
	} {
		if err := settle(); !errors.Is(err, runtime.ErrNoIncident) {
			t.Errorf("%s of one that is gone: %v", name, err)
		}
	}
}

// S9.2: a gateway without a true condition stands too; it is mended by data, or
// left by a flow that the host names.
func TestGatewayIncident(t *testing.T) {
	for _, take := range []bool{false, true} {
		p := newProgram("P")
		p.node("s", runtime.NodeDef{Kind: runtime.KindStartEvent})
		p.node("x", runtime.NodeDef{Kind: runtime.KindExclusiveGateway})
		p.node("e", runtime.NodeDef{Kind: runtime.KindEndEvent})
		p.flow("s", "x", "e")
		p.def.Flows[1].Condition = 0 // A > 0
		kit := bpmntest.Start(t, runtime.WithIncidents())
		register(t, kit.Engine, p)
		h := p.start(t, kit.Engine, vars{B: 3})
		x := only(t, kit.Engine)
		same(t, "node", "x", x.NodeID)
		same(t, "seen", any(vars{B: 3}), x.Seen)
		if !errors.Is(x.Err, runtime.ErrNoFlow) || !x.NeedsFlow || x.Attempts != 0 {
			t.Errorf("%+v", x)
		}
		if err := x.Complete(t.Context()); !errors.Is(err, runtime.ErrNeedsFlow) {
			t.Errorf("%v", err)
		}
		if err := x.Take(t.Context(), 0); !errors.Is(err, runtime.ErrNeedsFlow) {
			t.Errorf("the flow of another node: %v", err)
		}
		if take {
			if err := x.Take(t.Context(), 1); err != nil {
				t.Fatal(err)
			}
		} else {
			if err := x.Retry(t.Context()); err != nil { // nothing has changed
				t.Fatal(err)
			}
			x = only(t, kit.Engine)
			if err := h.Set(t.Context(), func(v *vars) error { v.A = 1; return nil }); err != nil {
				t.Fatal(err)
			}
			if err := x.Retry(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		same(t, "state", runtime.Completed, h.State())
		same(t, "history", []string{"s", "x", "e"}, h.HistoryIDs())
	}
}

// S9.2, S5.3: boundaries of a failed activity stay armed; one that interrupts
// ends the incident.
func TestBoundaryOfIncident(t *testing.T) {
	p := row("P", step{"work", false, func(context.Context, *vars) error { return errDown }})
	p.boundary("work", "late", runtime.EventDef{Trigger: runtime.TimerTrigger, Interrupting: true})
	kit := bpmntest.Start(t, runtime.WithIncidents())
	register(t, kit.Engine, p)
	h := p.start(t, kit.Engine, vars{A: int(time.Hour)})
	kit.Advance(59 * time.Minute)
	same(t, "incidents", []string{"work"}, incidents(kit.Engine))
	kit.Advance(time.Minute)
	same(t, "incidents", []string{}, incidents(kit.Engine))
	same(t, "state", runtime.Completed, h.State())
	same(t, "history", []string{"s", "late"}, h.HistoryIDs())
}
