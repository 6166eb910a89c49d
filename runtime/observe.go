package runtime

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// teller brings facts to the observer.
type teller struct {
	observer Observer
	log      *slog.Logger
	facts    chan Fact
	missed   atomic.Uint64
	stopped  chan struct{}

	mu     sync.RWMutex // guards closed against senders
	closed bool
}

func newTeller(o Observer, size int, log *slog.Logger) *teller {
	t := &teller{observer: o, log: log, stopped: make(chan struct{})}
	if d, ok := o.(direct); ok {
		t.observer = d.Observer
		close(t.stopped)
		return t
	}
	t.facts = make(chan Fact, size)
	go t.loop()
	return t
}

func (t *teller) loop() {
	defer close(t.stopped)
	for f := range t.facts {
		t.one(f)
	}
}

// one tells one fact and contains a panic of the observer.
func (t *teller) one(f Fact) {
	defer func() {
		if v := recover(); v != nil {
			t.missed.Add(1)
			if t.log != nil {
				t.log.Warn("observer panicked", "fact", f.Kind.String(), "instance", f.Instance.String(),
					"panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			}
		}
	}()
	t.observer.Observe(f)
}

// direct marks an observer of WithDirectObserver.
type direct struct{ Observer }

// tell queues a fact, or counts it as missed.
func (t *teller) tell(f Fact) {
	if t.facts == nil {
		t.one(f)
		return
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	if t.closed {
		t.missed.Add(1)
		return
	}
	select {
	case t.facts <- f:
	default:
		t.missed.Add(1)
	}
}

// close lets the observer see what is queued and then ends its goroutine.
func (t *teller) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed && t.facts != nil {
		t.closed = true
		close(t.facts)
	}
}

// fact makes a fact of the machine's effect.
func (i *Instance) fact(ef *machine.Effect, now time.Time) Fact {
	def := i.m.Definition()
	f := Fact{Kind: FactKind(ef.Fact), Time: now, Process: def.Key, Version: i.proc.version.number, Instance: i.id,
		Scope: def.Scopes[ef.Scope].Path}
	if ef.Node != machine.None {
		f.Node = def.Nodes[ef.Node].ID
	}
	if p := i.parent(); p != nil {
		f.Caller, f.CallNode = p.caller.id, p.caller.m.Definition().Nodes[p.node].ID
	}
	if ef.Ref != 0 {
		f.Task = TaskID{Instance: i.id, ref: ef.Ref}
	}
	switch w := ef.Work.(type) {
	case machine.Changes:
		for p := range def.Paths {
			if w.Has(p) {
				f.Paths = append(f.Paths, def.Paths[p])
			}
		}
	case error: // of a retry or an incident
		f.Err, f.Count = w, i.m.Attempt(ef.Ref)-1
	}
	if f.Kind == InstanceFailed {
		f.Err = i.fault()
	}
	return f
}
