package hub

import (
	"cmp"
	"slices"
	"sync"
)

// Claim is a correlation key that an instance of a process owns: as long as it
// does, messages with the key start no other one (S4.2).
type Claim struct{ Group, Key string }

// claimShard is a part of the claims.
type claimShard struct {
	mu    sync.Mutex
	owned map[Claim]struct{}
	_     [64]byte // shards do not share a cache line
}

func (h *Hub) claimsOf(c Claim) *claimShard { return &h.claims[shardOf(h.hash(c.Group, c.Key, true))] }

// Claim makes somebody the owner of a key; it reports false where somebody is.
func (h *Hub) Claim(c Claim) bool {
	s := h.claimsOf(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.owned[c]; taken {
		return false
	}
	if s.owned == nil {
		s.owned = map[Claim]struct{}{}
	}
	s.owned[c] = struct{}{}
	return true
}

// claim makes the message's receiver own its key; one without has none to own.
func (h *Hub) claim(m *Message, group string) bool {
	if !m.Keyed {
		return true
	}
	c := Claim{group, m.Key}
	if !h.Claim(c) {
		return false
	}
	m.Claim = &c
	return true
}

// unclaim gives a message's claim back, if it has one.
func (h *Hub) unclaim(m *Message) {
	if m.Claim != nil {
		h.disclaim(*m.Claim)
		m.Claim = nil
	}
}

func (h *Hub) disclaim(c Claim) {
	s := h.claimsOf(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if delete(s.owned, c); len(s.owned) == 0 {
		s.owned = nil // a map keeps the room that it once needed
	}
}

// Release gives a key back, whose owner has ended. The oldest message that
// waits with the key and has a receiver now, since nobody owns it, is returned
// with that: it comes to own the key.
func (h *Hub) Release(c Claim) []Delivery {
	h.disclaim(c)
	return h.Offer(c)
}

// Offer is the rest of Release, for a key whose message was given back by Return:
// others with the key may have waited behind it.
func (h *Hub) Offer(c Claim) []Delivery {
	var waiting []*Message
	for name, t := range *h.messages.byName.Load() {
		if t.special.Load() == 0 {
			continue
		}
		hash := h.hash(name, c.Key, true)
		b := h.brokerOf(hash)
		b.mu.Lock()
		if b.stored > 0 {
			if m := b.message(hash, name, c.Key, true, h.options.Now()); m != nil {
				waiting = append(waiting, m)
			}
		}
		b.mu.Unlock()
	}
	slices.SortFunc(waiting, func(a, b *Message) int { return cmp.Compare(a.order, b.order) })
	for _, m := range waiting {
		if d := h.offer(m); d != nil {
			return []Delivery{*d}
		}
	}
	return nil
}
