package hub

import "context"

// Left is what a hub still held when it was closed.
type Left struct {
	Messages int // waiters for messages
	Signals  int // catches of signals
	Timers   int // armed timers
	Starts   int // message starts
	Inbox    int // messages that nobody took
}

// Close removes every waiter and empties the inbox (EV §2.5). Once it has
// returned without an error no call hands out a waiter any more, and what comes
// later is refused: Publish fails with ErrClosed; Await, Listen, Arm and
// SetStart register nothing, removing reports false. No waiter has a goroutine
// or anything else that could fail to stop, so none outlives the hub;
// deliveries that were handed out before belong to the engine, which waits for
// them itself. Claims can still be released.
//
// ctx bounds it; it may be called again then, and counts what was left since.
func (h *Hub) Close(ctx context.Context) (Left, error) {
	var left Left
	for i := range h.broker {
		if err := ctx.Err(); err != nil {
			return left, err
		}
		b := &h.broker[i]
		b.mu.Lock()
		b.closed = true
		left.Messages += b.waiting
		left.Inbox += b.stored
		b.waiters, b.inbox = table[Waiter]{}, table[rest]{}
		b.oldest, b.newest, b.waiting, b.stored = nil, nil, 0, 0
		b.next.Store(never)
		b.mu.Unlock()
	}
	h.messages.close(func(t *topic) {
		left.Messages += t.waiters.n
		if t.start != nil {
			left.Starts++
		}
	})
	h.signals.close(func(t *topic) { left.Signals += t.waiters.n })
	for i := range h.names {
		h.names[i].mu.Lock()
		h.names[i].byName = nil
		h.names[i].mu.Unlock()
		h.ids[i].mu.Lock()
		h.ids[i].forget(never)
		h.ids[i].mu.Unlock()
	}
	h.timers.mu.Lock()
	h.timers.closed = true
	left.Timers = h.timers.heap.n
	h.timers.heap = heap{}
	h.timers.mu.Unlock()
	return left, ctx.Err()
}

// close closes all topics, and those that come later.
func (t *topics) close(see func(*topic)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for _, x := range *t.byName.Load() {
		x.mu.Lock()
		see(x)
		x.closed, x.waiters, x.start = true, list{}, nil
		x.special.Store(0)
		x.mu.Unlock()
	}
}
