package hub

import (
	"maps"
	"sync"
	"sync/atomic"
)

// topic is a name that somebody of a model waited for. Names that are only
// published have none, so that publishers can't fill the memory with names.
type topic struct {
	name string
	mu   sync.Mutex
	// waiters are the catches of a signal, or who takes a message with any key, in the order of arming.
	waiters list
	start   *Start // of a message
	closed  bool
	// special counts waiters and start: of most messages there are none.
	special atomic.Int32
}

// topics finds a topic by its name without a lock.
type topics struct {
	mu     sync.Mutex // of writers
	closed bool
	byName atomic.Pointer[map[string]*topic]
}

func (t *topics) init() { t.byName.Store(&map[string]*topic{}) }

// find is the topic of a name, nil where there is none.
func (t *topics) find(name string) *topic { return (*t.byName.Load())[name] }

// get is the topic of a name, new where there was none.
func (t *topics) get(name string) *topic {
	if x := t.find(name); x != nil {
		return x
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if x := t.find(name); x != nil {
		return x
	}
	next := maps.Clone(*t.byName.Load())
	x := &topic{name: name, closed: t.closed}
	next[name] = x
	t.byName.Store(&next)
	return x
}

// list is waiters in the order of arming; the waiter is the entry.
type list struct {
	first, last *Waiter
	n           int
}

func (l *list) add(w *Waiter) {
	w.link.at = 1
	w.link.next, w.link.prev = nil, l.last
	if l.last != nil {
		l.last.link.next = w
	} else {
		l.first = w
	}
	l.last = w
	l.n++
}

func (l *list) remove(w *Waiter) {
	if w.link.prev != nil {
		w.link.prev.link.next = w.link.next
	} else {
		l.first = w.link.next
	}
	if w.link.next != nil {
		w.link.next.link.prev = w.link.prev
	} else {
		l.last = w.link.prev
	}
	w.link.next, w.link.prev, w.link.at = nil, nil, 0
	l.n--
}
