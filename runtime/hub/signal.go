package hub

// Listen registers a signal catch.
func (h *Hub) Listen(w *Waiter, name string) {
	t, ok := h.signals.Load(name)
	if !ok {
		t, _ = h.signals.LoadOrStore(name, new(topic))
	}
	w.topic = t.(*topic)
	w.topic.mu.Lock()
	w.topic.list.add(w)
	w.topic.waiting.Add(1)
	w.topic.mu.Unlock()
}

// Unlisten removes a signal catch.
func (h *Hub) Unlisten(w *Waiter) {
	t := w.topic
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.at != 0 {
		t.list.remove(w)
		t.waiting.Add(-1)
	}
}

// Catchers are the current catches of a signal, in the order of arming (S5.1),
// but for those of one owner. They stay registered until Unlisten.
func (h *Hub) Catchers(name string, except any) []*Waiter {
	v, ok := h.signals.Load(name)
	if !ok {
		return nil
	}
	t := v.(*topic)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.list.first == nil {
		return nil
	}
	all := make([]*Waiter, 0, t.waiting.Load())
	for w := t.list.first; w != nil; w = w.next {
		if except == nil || w.Owner != except {
			all = append(all, w)
		}
	}
	return all
}
