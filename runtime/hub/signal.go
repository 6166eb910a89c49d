package hub

// Listen registers a signal catch.
func (h *Hub) Listen(w *Waiter, name string) {
	t := h.signals.get(name)
	w.topic = t
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed {
		t.waiters.add(w)
	}
}

// Unlisten removes a signal catch, exactly that one. It reports false where it
// is not registered.
func (h *Hub) Unlisten(w *Waiter) bool {
	t := w.topic
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || w.link.at == 0 {
		return false
	}
	t.waiters.remove(w)
	return true
}

// Catchers are the catches of a signal at this moment, in the order of arming
// (S5.1), but for those whose Owner is except. It costs what they are, however many other
// waiters there are (EV §2.1). They stay registered until Unlisten; one that is removed
// before its owner is told refuses what it gets. Nobody catches: nil, which
// is no error (EV §2.4).
func (h *Hub) Catchers(name string, except any) []*Waiter {
	t := h.signals.find(name)
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.waiters.n == 0 {
		return nil
	}
	all := make([]*Waiter, 0, t.waiters.n)
	for w := t.waiters.first; w != nil; w = w.link.next {
		if except == nil || w.Owner != except {
			all = append(all, w)
		}
	}
	return all
}
