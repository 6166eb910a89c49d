package runtime

import (
	"cmp"
	"context"
	"slices"

	"github.com/bpmngen/bpmngen/runtime/machine"
)

// Shutdown stops the engine: nothing new starts, the contexts of all running
// handlers end, and it waits until they have returned and no instance moves.
// What a handler returns without an error is still committed; one that gives
// up leaves its token where it is. It returns a *ShutdownError that names what
// still runs where ctx ends first; it may be called again then. Those who wait
// for instances that are not over get ErrShutdown.
func (e *Engine) Shutdown(ctx context.Context) error {
	e.closing.Store(true)
	e.shutOnce.Do(func() { close(e.closed) })
	e.stopAlarm()
	for n := range e.shards {
		sh := &e.shards[n]
		sh.mu.Lock()
		for f := sh.flights.next; f != &sh.flights; f = f.next {
			f.cancel()
		}
		sh.mu.Unlock()
	}
	e.each(func(i *Instance) bool {
		if i.mailbox.Load() != nil {
			i.stop()
		}
		return true
	})
	for e.running() {
		select {
		case <-e.wake:
		case <-ctx.Done():
			if !e.running() {
				continue
			}
			return &ShutdownError{Stragglers: e.stragglers(), Err: ctx.Err()}
		}
	}
	left, err := e.hub.Close(ctx) // EV §2.5
	if err != nil {
		return &ShutdownError{Err: err}
	}
	if e.log != nil {
		e.log.Debug("nothing is waited for any more", "messages", left.Messages, "signals", left.Signals,
			"timers", left.Timers, "starts", left.Starts, "inbox", left.Inbox)
	}
	if e.teller != nil {
		e.teller.close()
		select {
		case <-e.teller.stopped:
		case <-ctx.Done():
			return &ShutdownError{Err: ctx.Err()}
		}
	}
	return nil
}

// running reports whether anything runs.
func (e *Engine) running() bool {
	for n := range e.shards {
		if e.shards[n].runs.Load() != 0 {
			return true
		}
	}
	return false
}

// stragglers names the handlers that run, in a fixed order.
func (e *Engine) stragglers() []Straggler {
	var all []Straggler
	add := func(i *Instance, node int32) {
		all = append(all, Straggler{Instance: i.id, Process: i.m.Definition().Key, Node: i.m.Definition().Nodes[node].ID})
	}
	for n := range e.shards {
		sh := &e.shards[n]
		sh.mu.Lock()
		for f := sh.flights.next; f != &sh.flights; f = f.next {
			add(f.task.inst, f.task.node)
		}
		sh.mu.Unlock()
	}
	e.each(func(i *Instance) bool {
		if i.phase.CompareAndSwap(readable, reading) {
			for _, p := range i.m.Positions(nil) {
				if i.m.Definition().Nodes[p.Node].Performer == machine.ByHandler && !p.Held {
					add(i, p.Node)
				}
			}
			i.phase.Store(readable)
		}
		return true
	})
	slices.SortFunc(all, func(a, b Straggler) int {
		return cmp.Or(cmp.Compare(a.Instance, b.Instance), cmp.Compare(a.Node, b.Node))
	})
	return all
}
