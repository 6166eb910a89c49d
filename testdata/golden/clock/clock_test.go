package clock_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
	"github.com/bpmngen/bpmngen/runtime/feel"
	"github.com/bpmngen/bpmngen/testdata/golden/clock"
	"github.com/bpmngen/bpmngen/testdata/golden/goldentest"
)

// ticking is a clock that moves on by a minute each time it is looked at.
type ticking struct{ looks atomic.Int64 }

func (c *ticking) Now() time.Time {
	return time.Date(2030, time.May, 1, 22, 0, 0, 0, time.FixedZone("", -2*60*60)).Add(time.Duration(c.looks.Add(1)) * time.Minute)
}

// S1.1, S3.4: expressions ask the engine's clock, and all that one input makes
// an instance evaluate sees one instant, in UTC.
func TestOneInstantAStep(t *testing.T) {
	ctx := context.Background()
	tasks := make(chan runtime.TaskID, 1)
	c := new(ticking)
	eng := goldentest.Must(runtime.New(runtime.WithClock(c), runtime.WithObserver(runtime.ObserverFunc(func(f runtime.Fact) {
		if f.Kind == runtime.TaskCreated {
			tasks <- f.Task
		}
	}))))(t)
	defer func() {
		if err := eng.Shutdown(ctx); err != nil {
			t.Error(err)
		}
	}()
	goldentest.Must(clock.Register(eng))(t)
	inst := goldentest.Must(clock.Start(ctx, eng, clock.Vars{}))(t)
	task := goldentest.Next(t, tasks)
	v := inst.Vars()
	if v.Accepted == (feel.DateTime{}) || !v.Accepted.Equal(v.Labelled) {
		t.Errorf("accepted at %s, labelled at %s", v.Accepted, v.Labelled)
	}
	open := clock.HandOverTasks(eng)
	if len(open) != 1 || open[0].In.Waited != 0 {
		t.Errorf("open tasks %+v", open)
	}
	c.looks.Add(60)
	if err := clock.CompleteHandOver(ctx, eng, task, clock.HandOverOut{}); err != nil {
		t.Fatal(err)
	}
	v = goldentest.Must(inst.Wait(ctx))(t)
	if want := goldentest.Must(feel.ParseDate("2030-05-03"))(t); v.Due != want { // it is the 2nd in UTC
		t.Errorf("due %s, not %s", v.Due, want)
	}
	if path := inst.History(); !slices.Contains(path, clock.NodeApologise) {
		t.Errorf("after more than an hour it went %v", path)
	}
}
