// Package goldentest is what the tests of the golden packages share: an engine
// that tells what happens on channels, so that no test sleeps.
package goldentest

import (
	"context"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime"
)

// Host is an engine with its facts.
type Host struct {
	*runtime.Engine
	// Tasks are the user tasks as they open.
	Tasks <-chan runtime.TaskID
	// Changes are the paths of each commit that changed something.
	Changes <-chan []string
}

// New makes an engine that is shut down when the test ends.
func New(t *testing.T) Host {
	t.Helper()
	tasks, changes := make(chan runtime.TaskID, 64), make(chan []string, 64)
	eng, err := runtime.New(runtime.WithObserver(runtime.ObserverFunc(func(f runtime.Fact) {
		switch f.Kind {
		case runtime.TaskCreated:
			offer(tasks, f.Task)
		case runtime.DataChanged:
			offer(changes, f.Paths)
		}
	})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := eng.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return Host{eng, tasks, changes}
}

// offer drops what nobody takes, so that no test hangs on its own observer.
func offer[T any](c chan<- T, v T) {
	select {
	case c <- v:
	default:
	}
}

// Next takes what comes next from a channel of the host.
func Next[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(10 * time.Second):
		t.Fatal("nothing came for 10 seconds")
		panic("unreachable")
	}
}

// Must fails the test on an error.
func Must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
