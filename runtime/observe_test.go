package runtime_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
)

type fixedClock struct{ at time.Time }

func (c fixedClock) Now() time.Time { return c.at }

// S11.1: what can be seen of an instance, in order, without payloads.
func TestFacts(t *testing.T) {
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	var facts []runtime.Fact
	eng, err := runtime.New(runtime.WithClock(fixedClock{at}),
		runtime.WithObserver(runtime.ObserverFunc(func(f runtime.Fact) { facts = append(facts, f) })))
	if err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	p := row("P", step{id: "u"}, step{"a", true, func(_ context.Context, v *vars) error { v.A, v.List = 1, []string{"x"}; return nil }},
		step{"bad", false, func(context.Context, *vars) error { return boom }})
	register(t, eng, p)
	inst := p.start(t, eng, vars{})
	id := inst.Tokens()[0].Task
	if err := eng.Claim(id, "ann"); err != nil {
		t.Fatal(err)
	}
	if err := eng.Unclaim(id); err != nil {
		t.Fatal(err)
	}
	if err := p.complete(eng, "u", id, keep); err != nil {
		t.Fatal(err)
	}
	if _, err := inst.Wait(t.Context()); !errors.Is(err, boom) {
		t.Fatal(err)
	}
	if err := eng.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range facts {
		if f.Process != "P" || f.Version != 1 || f.Instance != inst.ID() || f.Time != at || f.Scope != "/" {
			t.Errorf("%+v", f)
		}
		s := strings.TrimSpace(f.Kind.String() + " " + f.Node)
		if f.User != "" {
			s += " by " + f.User
		}
		if f.Paths != nil {
			s += " " + strings.Join(f.Paths, ",")
		}
		if f.Err != nil {
			s += ": " + errors.Unwrap(f.Err).Error()
		}
		got = append(got, s)
	}
	same(t, "facts", []string{
		"instance opened",
		"node entered s", "node completed s",
		"node entered u", "task created u", "task claimed u by ann", "task unclaimed u", "task completed u", "node completed u",
		"node entered a", "data changed a a,list", "node completed a",
		"node entered bad", "node failed bad", "instance failed: boom",
	}, got)
	if eng.MissedFacts() != 0 {
		t.Errorf("missed %d", eng.MissedFacts())
	}
}

// S11.2: an observer that does not come back holds up no instance; what it
// missed is counted.
func TestSlowObserver(t *testing.T) {
	release := make(chan struct{})
	seen := 0
	eng := engine(t, runtime.WithObserverQueue(4), runtime.WithObserver(runtime.ObserverFunc(func(runtime.Fact) { <-release; seen++ })))
	p := row("P", step{"a", true, nothing}, step{"b", false, nothing})
	register(t, eng, p)
	for range 10 {
		if _, err := p.run(eng, vars{}); err != nil {
			t.Fatal(err)
		}
	}
	close(release)
	if err := eng.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	const each = 10 // opened, 4 entered, 4 completed, instance completed
	if total := uint64(seen) + eng.MissedFacts(); total != 10*each || eng.MissedFacts() == 0 {
		t.Errorf("saw %d, missed %d", seen, eng.MissedFacts())
	}
}

// S11.2: an observer that panics breaks no instance; it is logged and counted.
func TestPanickingObserver(t *testing.T) {
	var log bytes.Buffer
	eng := engine(t, runtime.WithLogger(slog.New(slog.NewTextHandler(&log, nil))),
		runtime.WithObserver(runtime.ObserverFunc(func(f runtime.Fact) {
			if f.Kind == runtime.NodeEntered {
				panic("observer")
			}
		})))
	p := row("P", step{"a", true, nothing})
	register(t, eng, p)
	if _, err := p.run(eng, vars{}); err != nil {
		t.Fatal(err)
	}
	if err := eng.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if eng.MissedFacts() != 3 || !strings.Contains(log.String(), "observer panicked") {
		t.Errorf("missed %d, log %s", eng.MissedFacts(), log.String())
	}
}

// DESIGN "Rules of the house": the runtime says nothing unless asked; a failed
// instance is an error with its place.
func TestLog(t *testing.T) {
	var log bytes.Buffer
	eng := engine(t, runtime.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	p := row("P", step{"a", true, nothing}, step{"bad", true, func(context.Context, *vars) error { return errors.New("boom") }})
	register(t, eng, p)
	_, err := p.run(eng, vars{})
	if err == nil {
		t.Fatal("no fault")
	}
	for _, want := range []string{"level=ERROR", "process=P", "node=bad", "pos=p.bpmn:3:5", "cause=boom"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %s in %s", want, log.String())
		}
	}
}
