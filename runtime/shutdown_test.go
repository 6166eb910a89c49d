package runtime_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bpmngen/bpmngen/runtime"
)

// Shutdown ends the contexts of handlers, waits for them, commits what they
// finish, starts nothing new, and those who wait are told.
func TestShutdown(t *testing.T) {
	for _, inLine := range []bool{true, false} {
		running := make(chan struct{})
		p := row("P", step{"a", inLine, func(ctx context.Context, v *vars) error {
			close(running)
			<-ctx.Done()
			v.A = 1
			return nil // it finished all the same
		}}, step{"b", inLine, func(context.Context, *vars) error {
			t.Error("new work was started")
			return nil
		}})
		eng := engine(t)
		register(t, eng, p)
		inst := p.start(t, eng, vars{})
		<-running
		waited := make(chan error)
		go func() {
			_, err := inst.Wait(context.Background())
			waited <- err
		}()
		if err := eng.Shutdown(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := <-waited; !errors.Is(err, runtime.ErrShutdown) {
			t.Errorf("Wait: %v", err)
		}
		if v := inst.Vars(); v.A != 1 || inst.State() != runtime.Active {
			t.Errorf("vars %+v, state %s", v, inst.State())
		}
		if at := inst.Tokens(); len(at) != 1 || at[0].NodeID != "b" {
			t.Errorf("tokens %v", at)
		}
		if _, err := p.tryStart(eng, vars{}); !errors.Is(err, runtime.ErrShutdown) {
			t.Errorf("Start: %v", err)
		}
		if _, err := eng.Register(p); !errors.Is(err, runtime.ErrShutdown) {
			t.Errorf("Register: %v", err)
		}
		if err := p.complete(eng, "a", runtime.TaskID{}, keep); !errors.Is(err, runtime.ErrShutdown) {
			t.Errorf("CompleteTask: %v", err)
		}
	}
}

// A handler that gives up because of the shutdown has not failed: its token
// stays where it is.
func TestShutdownIsNoFault(t *testing.T) {
	for _, inLine := range []bool{true, false} {
		running := make(chan struct{})
		p := row("P", step{"a", inLine, func(ctx context.Context, _ *vars) error {
			close(running)
			<-ctx.Done()
			return ctx.Err()
		}})
		eng := engine(t)
		register(t, eng, p)
		inst := p.start(t, eng, vars{})
		<-running
		if err := eng.Shutdown(t.Context()); err != nil {
			t.Fatal(err)
		}
		if at := inst.Tokens(); inst.State() != runtime.Active || len(at) != 1 || at[0].NodeID != "a" {
			t.Errorf("state %s, tokens %v", inst.State(), at)
		}
	}
}

// Shutdown is bounded by its context and names what still runs.
func TestShutdownNamesStragglers(t *testing.T) {
	running, release := make(chan struct{}, 3), make(chan struct{})
	stubborn := func(context.Context, *vars) error { running <- struct{}{}; <-release; return nil }
	p := row("P", step{"line", true, stubborn})
	q := fork("Q", step{"x", false, stubborn}, step{"y", false, stubborn}, step{id: "u"})
	eng := engine(t)
	register(t, eng, p)
	register(t, eng, q)
	a, b := p.start(t, eng, vars{}), q.start(t, eng, vars{})
	for range 3 {
		<-running
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := eng.Shutdown(ctx)
	var se *runtime.ShutdownError
	if !errors.As(err, &se) || !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	got := map[string]bool{}
	for _, s := range se.Stragglers {
		got[s.Process+" "+s.Node+" "+s.Instance.String()] = true
	}
	same(t, "stragglers", map[string]bool{"P line " + a.ID().String(): true, "Q x " + b.ID().String(): true, "Q y " + b.ID().String(): true}, got)
	if !strings.Contains(err.Error(), "line of process P") {
		t.Errorf("%v", err)
	}
	close(release)
	if err := eng.Shutdown(t.Context()); err != nil {
		t.Errorf("again: %v", err)
	}
}

// A straggler that outlived its token is named too.
func TestShutdownNamesCancelled(t *testing.T) {
	running, release := make(chan struct{}), make(chan struct{})
	p := row("P", step{"a", false, func(context.Context, *vars) error { close(running); <-release; return nil }})
	eng := engine(t)
	register(t, eng, p)
	inst := p.start(t, eng, vars{})
	<-running
	if err := inst.Cancel(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var se *runtime.ShutdownError
	if err := eng.Shutdown(ctx); !errors.As(err, &se) || len(se.Stragglers) != 1 || se.Stragglers[0].Node != "a" {
		t.Errorf("%v", err)
	}
	close(release)
}

// An observer that does not come back is told apart from handlers that run.
func TestShutdownWaitsForTheObserver(t *testing.T) {
	block := make(chan struct{})
	eng, err := runtime.New(runtime.WithObserver(runtime.ObserverFunc(func(runtime.Fact) { <-block })))
	if err != nil {
		t.Fatal(err)
	}
	p := row("P", step{id: "u"})
	register(t, eng, p)
	p.start(t, eng, vars{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var gaveUp *runtime.ShutdownError
	if err := eng.Shutdown(ctx); !errors.As(err, &gaveUp) || !strings.Contains(err.Error(), "let observers") || strings.Contains(err.Error(), "::") {
		t.Errorf("Shutdown: %v", err)
	}
	close(block)
	if err := eng.Shutdown(t.Context()); err != nil {
		t.Errorf("Shutdown: %v", err)
	}
}
