package runtime_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
)

// Issue 2 item 7: user tasks are listed by process, node, instance and claim,
// the oldest first.
func TestUserTaskList(t *testing.T) {
	p, q := fork("P", step{id: "u"}, step{id: "w"}), row("Q", step{id: "u"})
	eng := engine(t)
	register(t, eng, p)
	register(t, eng, q)
	a := p.start(t, eng, vars{})
	b := p.start(t, eng, vars{})
	c := q.start(t, eng, vars{})
	list := func(f runtime.TaskFilter) []string {
		got := []string{}
		for _, i := range eng.UserTasks(f) {
			got = append(got, i.Process+" "+i.NodeID+" "+map[runtime.ID]string{a.ID(): "a", b.ID(): "b", c.ID(): "c"}[i.Instance]+i.User)
		}
		return got
	}
	all := eng.UserTasks(runtime.TaskFilter{})
	if err := eng.Claim(all[1].ID, " ann"); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		f    runtime.TaskFilter
		want []string
	}{
		{runtime.TaskFilter{}, []string{"P u a", "P u b ann", "P w a", "P w b", "Q u c"}},
		{runtime.TaskFilter{Process: "P", Node: "u"}, []string{"P u a", "P u b ann"}},
		{runtime.TaskFilter{Instance: b.ID()}, []string{"P u b ann", "P w b"}},
		{runtime.TaskFilter{User: " ann"}, []string{"P u b ann"}},
		{runtime.TaskFilter{Claimed: true}, []string{"P u b ann"}},
		{runtime.TaskFilter{Unclaimed: true, Node: "u"}, []string{"P u a", "Q u c"}},
		{runtime.TaskFilter{Claimed: true, Unclaimed: true, Limit: 2}, []string{"P u a", "P u b ann"}},
		{runtime.TaskFilter{Version: 2}, []string{}},
		{runtime.TaskFilter{Process: "R"}, []string{}},
	} {
		same(t, "list", x.want, list(x.f))
	}
	same(t, "info", runtime.TaskInfo{ID: c.Tokens()[0].Task, Process: "Q", Version: 1, Instance: c.ID(), NodeID: "u", Name: "the u", Node: 1}, all[4])
	if err := b.Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, "after a cancel", []string{"P u a", "P w a", "Q u c"}, list(runtime.TaskFilter{}))
}

// A completion commits against the copy that the task saw: what others
// committed meanwhile stays (S3.2).
func TestUserTaskCommit(t *testing.T) {
	p := row("P", step{id: "u"})
	eng := engine(t)
	register(t, eng, p)
	inst := p.start(t, eng, vars{A: 1, B: 1})
	task := inst.Tokens()[0].Task
	if err := inst.Set(t.Context(), func(v *vars) error { v.B = 2; return nil }); err != nil {
		t.Fatal(err)
	}
	if err := p.complete(eng, "u", task, func(v *vars) error {
		if v.B != 1 {
			t.Errorf("the task saw %+v", v)
		}
		v.A = 5
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	got, err := inst.Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	same(t, "vars", vars{A: 5, B: 2}, got)
}

// What is wrong with a claim or a completion is an error, and the task stays open.
func TestUserTaskErrors(t *testing.T) {
	p, q := row("P", step{id: "u"}), row("Q", step{id: "u"})
	eng := engine(t)
	register(t, eng, p)
	register(t, eng, q)
	inst := p.start(t, eng, vars{})
	id := inst.Tokens()[0].Task
	boom := errors.New("boom")
	if err := p.complete(eng, "u", id, func(*vars) error { return boom }); !errors.Is(err, boom) {
		t.Errorf("set's error: %v", err)
	}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the host's own panic was swallowed")
			}
		}()
		_ = p.complete(eng, "u", id, func(*vars) error { panic("host") })
	}()
	if err := q.complete(eng, "u", id, keep); !errors.Is(err, runtime.ErrUnknownTask) {
		t.Errorf("by another process's function: %v", err)
	}
	if err := p.complete(eng, "e", id, keep); !errors.Is(err, runtime.ErrUnknownTask) {
		t.Errorf("by another node's function: %v", err)
	}
	if err := p.complete(eng, "u", runtime.TaskID{}, keep); !errors.Is(err, runtime.ErrUnknownTask) {
		t.Errorf("no task: %v", err)
	}
	if err := eng.Claim(id, "ann"); err != nil {
		t.Error(err)
	}
	if err := eng.Claim(id, "ann"); err != nil {
		t.Errorf("claimed again by the same user: %v", err)
	}
	if err := eng.Claim(id, "bob"); !errors.Is(err, runtime.ErrTaskClaimed) {
		t.Errorf("claimed by another: %v", err)
	}
	if err := eng.Unclaim(id); err != nil {
		t.Error(err)
	}
	if err := eng.Claim(id, "bob"); err != nil {
		t.Error(err)
	}
	// A task that someone is completing is busy.
	if err := p.complete(eng, "u", id, func(*vars) error {
		if err := p.complete(eng, "u", id, keep); !errors.Is(err, runtime.ErrTaskBusy) {
			t.Errorf("twice at once: %v", err)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := p.complete(eng, "u", id, keep); !errors.Is(err, runtime.ErrUnknownTask) {
		t.Errorf("completed already: %v", err)
	}
	if err := eng.Claim(id, "ann"); !errors.Is(err, runtime.ErrUnknownTask) {
		t.Errorf("claim of a completed one: %v", err)
	}
	if err := eng.Unclaim(id); !errors.Is(err, runtime.ErrUnknownTask) {
		t.Errorf("unclaim of a completed one: %v", err)
	}
}

// Many complete one task at once: one of them does, and its change is the one.
func TestOneCompletes(t *testing.T) {
	p := row("P", step{id: "u"})
	eng := engine(t)
	register(t, eng, p)
	for range 200 {
		inst := p.start(t, eng, vars{})
		id := inst.Tokens()[0].Task
		var wins atomic.Int32
		var wg sync.WaitGroup
		for n := range 4 {
			wg.Go(func() {
				err := p.complete(eng, "u", id, func(v *vars) error { v.A = n + 1; return nil })
				if err == nil {
					wins.Add(int32(n + 1))
				} else if !errors.Is(err, runtime.ErrUnknownTask) && !errors.Is(err, runtime.ErrTaskBusy) {
					t.Error(err)
				}
			})
		}
		got, err := inst.Wait(t.Context())
		wg.Wait()
		if err != nil || int32(got.A) != wins.Load() {
			t.Fatalf("A = %d, winner %d, %v", got.A, wins.Load(), err)
		}
	}
}

// Ids survive as text.
func TestIDsAsText(t *testing.T) {
	p := row("P", step{id: "u"})
	eng := engine(t)
	register(t, eng, p)
	inst := p.start(t, eng, vars{})
	id := inst.Tokens()[0].Task
	back, err := runtime.ParseTaskID(id.String())
	if err != nil || back != id {
		t.Errorf("%v %v", back, err)
	}
	var um runtime.TaskID
	text, _ := id.MarshalText()
	if err := um.UnmarshalText(text); err != nil || um != id {
		t.Errorf("%v %v", um, err)
	}
	iid, err := runtime.ParseID(inst.ID().String())
	if err != nil || iid != inst.ID() {
		t.Errorf("%v %v", iid, err)
	}
	if h, err := eng.Instance(iid); err != nil || h.ID() != iid {
		t.Errorf("%v", err)
	}
	for _, bad := range []string{"", "x", "12-34", "0000000000000001", "0000000000000001-", "0000000000000001-zz", "000000000000000x-1"} {
		if _, err := runtime.ParseTaskID(bad); err == nil {
			t.Errorf("%q is a task id", bad)
		}
	}
	if _, err := runtime.ParseID("1"); err == nil {
		t.Error("1 is an id")
	}
	if _, err := eng.Instance(iid + 1<<32); !errors.Is(err, runtime.ErrUnknown) {
		t.Errorf("a later instance of the same slot: %v", err)
	}
}

// A context that has ended before completes nothing.
func TestCompleteAfterItsContext(t *testing.T) {
	p := row("P", step{id: "u"})
	eng := engine(t)
	register(t, eng, p)
	inst := p.start(t, eng, vars{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	task := inst.Tokens()[0].Task
	if err := runtime.CompleteTask(ctx, eng, &p.def, 1, task, func(runtime.Job) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if at := inst.Tokens(); len(at) != 1 || at[0].NodeID != "u" {
		t.Errorf("tokens %v", at)
	}
	if err := p.complete(eng, "u", task, keep); err != nil {
		t.Errorf("with a live context: %v", err)
	}
}
