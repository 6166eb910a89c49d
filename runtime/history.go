package runtime

import "unsafe"

// history is the nodes that an instance has completed. It is a part of every
// instance, so it is as small as a slice and holds the first ones itself: one
// that waits after its start has no memory beside it.
type history struct {
	more    *int32 // the nodes where first has no room for them
	n, room uint32
	first   [2]int32
}

// nodes are those that it holds, the oldest first, valid until it is changed.
func (h *history) nodes() []int32 {
	if h.more == nil {
		return h.first[:h.n]
	}
	return unsafe.Slice(h.more, h.n)
}

// add appends nodes.
func (h *history) add(nodes []int32) {
	n := int(h.n) + len(nodes)
	switch {
	case h.more == nil && n <= len(h.first):
		copy(h.first[h.n:], nodes)
	case h.more != nil && n <= int(h.room):
		copy(unsafe.Slice(h.more, h.room)[h.n:], nodes)
	default: // at first exactly as much as most instances ever need
		grown := make([]int32, max(n, 2*int(h.room)))
		copy(grown[copy(grown, h.nodes()):], nodes)
		h.more, h.room = &grown[0], uint32(len(grown))
	}
	h.n = uint32(n)
}

// keepLast appends nodes and keeps the last ones of all; it tells how many it forgot.
func (h *history) keepLast(most int, nodes []int32) (forgotten int) {
	over := int(h.n) + len(nodes) - most
	if over <= 0 {
		h.add(nodes)
		return 0
	}
	kept := append(append(make([]int32, 0, int(h.n)+len(nodes)), h.nodes()...), nodes...)[over:]
	*h = history{}
	if len(kept) > 0 {
		h.add(kept)
	}
	return over
}
