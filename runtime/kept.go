package runtime

import (
	"sync"
	"sync/atomic"

	"github.com/bpmngen/bpmngen/runtime/hub"
)

// keptStarts are messages that would start an instance and wait in the inbox
// because the engine runs as many as it may, the oldest first. Each is offered
// again when there is room for one more.
type keptStarts struct {
	some atomic.Bool // there are any
	mu   sync.Mutex
	all  []*hub.Message
}

// add remembers a message, once.
func (k *keptStarts) add(m *hub.Message, first bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if m.Kept {
		return
	}
	m.Kept = true
	if first {
		k.all = append([]*hub.Message{m}, k.all...)
	} else {
		k.all = append(k.all, m)
	}
	k.some.Store(true)
}

// next takes the oldest.
func (k *keptStarts) next() *hub.Message {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.all) == 0 {
		k.all = nil
		k.some.Store(false)
		return nil
	}
	m := k.all[0]
	k.all[0] = nil
	k.all = k.all[1:]
	m.Kept = false
	return m
}

// fill starts instances by messages that were kept, as long as there is room. One
// that has found a receiver meanwhile, or has expired, is none any more; one whose
// key another instance owns is offered when that ends (S4.2).
//
//go:noinline
func (e *Engine) fill(out *outbox) {
	own := out
	if own == nil {
		own = new(outbox)
	}
	for e.count.Load() < int64(e.maxInstances) && !e.closing.Load() {
		m := e.kept.next()
		if m == nil {
			break
		}
		d := e.hub.Take(m)
		if d == nil {
			continue
		}
		if err := e.route(m, d.Receiver, own); err != nil { // somebody else took the place
			e.keep(m, own)
			e.kept.add(m, true)
			break
		}
	}
	if out == nil {
		e.flush(own)
	}
}
