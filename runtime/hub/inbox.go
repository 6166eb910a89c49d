package hub

import (
	"cmp"
	"slices"
	"sync"
)

// nameShard is the messages of each name in the inbox. Names that have none are
// not in it, so that made-up names cost nothing for long.
type nameShard struct {
	mu     sync.Mutex
	byName map[string]*stock
}

// stock is the messages of a name: a list, the last come first.
type stock struct {
	youngest *rest
	n        int
}

func (h *Hub) nameOf(name string) *nameShard { return &h.names[shardOf(h.hashName(name))] }

// Waiting is how many messages of a name are in the inbox, those too that have
// expired since Expire was last called.
func (h *Hub) Waiting(name string) int {
	s := h.nameOf(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.byName[name]; x != nil {
		return x.n
	}
	return 0
}

// enlist counts a message to its name. It reports false where the inbox is
// full, if it is bounded.
func (h *Hub) enlist(r *rest, bounded bool) bool {
	s := h.nameOf(r.m.Name)
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.byName[r.m.Name]
	n := 0
	if x != nil {
		n = x.n
	}
	if bounded && n >= h.options.InboxSize {
		return false
	}
	if x == nil {
		if s.byName == nil {
			s.byName = map[string]*stock{}
		}
		x = new(stock)
		s.byName[r.m.Name] = x
	}
	x.n++
	if r.elder = x.youngest; r.elder != nil {
		r.elder.younger = r
	}
	x.youngest = r
	return true
}

func (h *Hub) delist(r *rest) {
	s := h.nameOf(r.m.Name)
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.byName[r.m.Name]
	if x.n--; x.n == 0 {
		delete(s.byName, r.m.Name)
	}
	if r.younger != nil {
		r.younger.elder = r.elder
	} else {
		x.youngest = r.elder
	}
	if r.elder != nil {
		r.elder.younger = r.younger
	}
	r.elder, r.younger = nil, nil
}

// store puts a message into the inbox, whose part of the broker is locked. It
// reports false where the inbox is full, if it is bounded.
func (h *Hub) store(b *broker, m *Message, bounded bool) bool {
	r := m.rest
	if r == nil {
		r = &rest{m: m}
		r.link.hash = m.hash
		m.rest = r
	}
	if !h.enlist(r, bounded) {
		return false
	}
	if m.expires == never {
		m.expires = h.expiry(h.options.Now())
	}
	r.waits = true
	b.stored++
	b.enqueue(r)
	b.list(r)
	return true
}

// expiry is when a message that came at now expires; a time to live beyond all
// time means never.
func (h *Hub) expiry(now int64) int64 {
	if at := now + h.options.TTL; at >= now {
		return at
	}
	return never
}

// enqueue puts a message into its queue by the order of publication (S4.3).
func (b *broker) enqueue(r *rest) {
	m := r.m
	head := b.queue(m.hash, m.Name, m.Key, m.Keyed)
	switch {
	case head == nil:
		insert(&b.inbox, r)
	case m.order < head.m.order:
		insertBefore(&b.inbox, head, r, true)
	default:
		at := head // what comes after m; the head itself where m is the last
		if m.order < head.link.prev.m.order {
			for at = head.link.next; at.m.order < m.order; at = at.link.next {
			}
		}
		insertBefore(&b.inbox, at, r, false)
	}
}

// list puts a message into the list by expiry, from the end that it is nearer
// to: new ones belong to the end, those that were refused mostly to the beginning.
func (b *broker) list(r *rest) {
	at := r.m.expires
	switch {
	case b.newest == nil || b.newest.m.expires <= at:
		r.sooner = b.newest
	case at-b.oldest.m.expires < b.newest.m.expires-at:
		for x := b.oldest; x.m.expires <= at; x = x.later {
			r.sooner = x
		}
	default:
		r.sooner = b.newest
		for r.sooner != nil && r.sooner.m.expires > at {
			r.sooner = r.sooner.sooner
		}
	}
	if r.sooner == nil {
		r.later, b.oldest = b.oldest, r
		b.next.Store(at)
	} else {
		r.later, r.sooner.later = r.sooner.later, r
	}
	if r.later == nil {
		b.newest = r
	} else {
		r.later.sooner = r
	}
}

// take takes a message out of the inbox, whose part of the broker is locked.
func (h *Hub) take(b *broker, m *Message) {
	r := m.rest
	r.waits = false
	b.stored--
	remove(&b.inbox, r)
	if r.sooner != nil {
		r.sooner.later = r.later
	} else {
		b.oldest = r.later
		if r.later != nil {
			b.next.Store(r.later.m.expires)
		} else {
			b.next.Store(never)
		}
	}
	if r.later != nil {
		r.later.sooner = r.sooner
	} else {
		b.newest = r.sooner
	}
	r.sooner, r.later = nil, nil
	h.delist(r)
}

// inbox is the messages of a name that wait, the oldest first. It holds all whose
// publication had begun: who published them saw none of what was registered after that.
func (h *Hub) inbox(name string) []*Message {
	some := false
	for i := range h.broker { // this waits for those that are being stored
		b := &h.broker[i]
		b.mu.Lock()
		some = some || b.stored > 0
		b.mu.Unlock()
	}
	if !some {
		return nil
	}
	s := h.nameOf(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.byName[name]
	if x == nil {
		return nil
	}
	all := make([]*Message, 0, x.n)
	for r := x.youngest; r != nil; r = r.elder {
		all = append(all, r.m)
	}
	slices.SortFunc(all, func(a, b *Message) int { return cmp.Compare(a.order, b.order) })
	return all
}

// Expire takes the messages out of the inbox that have waited for too long at
// now, and returns them: the first to expire first, equal ones in the order of
// publication.
func (h *Hub) Expire(now int64) []*Message {
	var all []*Message
	for i := range h.broker {
		b := &h.broker[i]
		if b.next.Load() > now {
			continue
		}
		b.mu.Lock()
		for b.oldest != nil && b.oldest.m.expires <= now {
			m := b.oldest.m
			h.take(b, m)
			all = append(all, m)
		}
		b.mu.Unlock()
	}
	for i := range h.ids {
		s := &h.ids[i]
		s.mu.Lock()
		s.forget(now)
		s.mu.Unlock()
	}
	slices.SortFunc(all, func(a, b *Message) int {
		return cmp.Or(cmp.Compare(a.expires, b.expires), cmp.Compare(a.order, b.order))
	})
	return all
}

// nextExpiry is when Expire next has something to take, or never.
func (h *Hub) nextExpiry() int64 {
	at := int64(never)
	for i := range h.broker {
		at = min(at, h.broker[i].next.Load())
	}
	return at
}
