package hub

import "sync"

// signals is the index of signal catches by name, each in the order of arming (S5.1).
type signals struct {
	mu     sync.Mutex
	byName map[string]*signalList
}

type signalList struct{ first, last *Waiter }

// Listen registers a signal catch.
func (h *Hub) Listen(w *Waiter, name string) {
	s := &h.signals
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.byName[name]
	if l == nil {
		l = new(signalList)
		s.byName[name] = l
	}
	w.name, w.at = name, 1
	w.next, w.prev = nil, l.last
	if l.last != nil {
		l.last.next = w
	} else {
		l.first = w
	}
	l.last = w
}

// Unlisten removes a signal catch.
func (h *Hub) Unlisten(w *Waiter) {
	s := &h.signals
	s.mu.Lock()
	defer s.mu.Unlock()
	if w.at == 0 {
		return
	}
	w.at = 0
	l := s.byName[w.name]
	if w.prev != nil {
		w.prev.next = w.next
	} else {
		l.first = w.next
	}
	if w.next != nil {
		w.next.prev = w.prev
	} else {
		l.last = w.prev
	}
	w.next, w.prev = nil, nil
	if l.first == nil {
		delete(s.byName, w.name)
	}
}

// Catchers are the current catches of a signal, in the order of arming, but for
// those of one owner. They stay registered until Unlisten.
func (h *Hub) Catchers(name string, except any) []*Waiter {
	s := &h.signals
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.byName[name]
	if l == nil {
		return nil
	}
	var all []*Waiter
	for w := l.first; w != nil; w = w.next {
		if w.Owner != except {
			all = append(all, w)
		}
	}
	return all
}
