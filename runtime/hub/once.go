package hub

import "sync"

// messageID is what is delivered once (S4.1).
type messageID struct{ name, id string }

// idShard remembers the ids of messages for as long as a message lives: what it
// holds is bounded by what is published within that time.
type idShard struct {
	mu   sync.Mutex
	seen map[messageID]uint64 // by the message's order
	// queue is by when they are forgotten, from first on.
	queue []passing
	first int
}

type passing struct {
	messageID
	order uint64
	at    int64
}

func (h *Hub) idsOf(m *Message) *idShard { return &h.ids[shardOf(h.hash(m.Name, m.ID, true))] }

// publishOnce is publish for a message with an id. Equal ids wait for one
// another here: whether the first was accepted decides what becomes of the second.
func (h *Hub) publishOnce(m *Message) (Receiver, error) {
	id := messageID{m.Name, m.ID}
	now := h.options.Now()
	s := h.idsOf(m)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(now)
	if _, again := s.seen[id]; again {
		return Receiver{Duplicate: true}, nil
	}
	m.expires, m.known = h.expiry(now), true
	r, err := h.publish(m)
	if err != nil {
		return r, err
	}
	if s.seen == nil {
		s.seen = map[messageID]uint64{}
	}
	s.seen[id] = m.order
	s.queue = append(s.queue, passing{id, m.order, m.expires})
	return r, nil
}

// forgetID forgets the id of a message that is dropped.
func (h *Hub) forgetID(m *Message) {
	s := h.idsOf(m)
	s.mu.Lock()
	defer s.mu.Unlock()
	id := messageID{m.Name, m.ID}
	if s.seen[id] == m.order {
		delete(s.seen, id)
	}
}

// forget forgets the ids whose time has passed. s.mu is held.
func (s *idShard) forget(now int64) {
	for ; s.first < len(s.queue) && s.queue[s.first].at <= now; s.first++ {
		p := &s.queue[s.first]
		if s.seen[p.messageID] == p.order {
			delete(s.seen, p.messageID)
		}
		*p = passing{}
	}
	switch {
	case s.first == len(s.queue):
		s.queue, s.first, s.seen = nil, 0, nil // a map keeps the room that it once needed
	case s.first > 64 && 2*s.first > len(s.queue):
		s.queue = append([]passing(nil), s.queue[s.first:]...)
		s.first = 0
	}
}
