package hub

// slot is a place of the heap with its key: comparing touches the waiter only
// where two are due at once.
type slot struct {
	due int64
	w   *Waiter
}

func (a *slot) before(b *slot) bool {
	return a.due < b.due || a.due == b.due && a.w.link.hash < b.w.link.hash
}

const chunkSize = 512

// rootAt places the root so that four siblings share a line of the cache: the
// children of i are 4i+1 to 4i+4, and stand three places further on.
const rootAt = 3

// heap is a 4-ary heap of timers in chunks: it grows and shrinks by a chunk,
// never copying what it holds. A waiter knows its place in it.
type heap struct {
	chunks []*[chunkSize]slot
	n      int
}

func (h *heap) at(i int) *slot {
	i += rootAt
	return &h.chunks[uint(i)/chunkSize][uint(i)%chunkSize]
}

// set puts x into place i.
func (h *heap) set(i int, x slot) {
	*h.at(i) = x
	x.w.link.at = int32(i) + 1
}

func (h *heap) push(w *Waiter, due int64) {
	if (h.n+rootAt)/chunkSize == len(h.chunks) {
		h.chunks = append(h.chunks, new([chunkSize]slot))
	}
	h.n++
	h.up(h.n-1, slot{due, w})
}

// move gives the timer in place i another time.
func (h *heap) move(i int, due int64) {
	x := slot{due, h.at(i).w}
	if i > 0 && x.before(h.at((i-1)/4)) {
		h.up(i, x)
	} else {
		h.down(i, x)
	}
}

// take removes place i and returns its waiter.
func (h *heap) take(i int) *Waiter {
	w := h.at(i).w
	w.link.at = 0
	h.n--
	last := *h.at(h.n)
	*h.at(h.n) = slot{}
	if i < h.n {
		if i > 0 && last.before(h.at((i-1)/4)) {
			h.up(i, last)
		} else {
			h.down(i, last)
		}
	}
	// One empty chunk stays, so that a timer that comes and goes allocates nothing.
	if spare := (h.n+rootAt)/chunkSize + 2; spare < len(h.chunks) {
		h.chunks[len(h.chunks)-1] = nil
		h.chunks = h.chunks[:len(h.chunks)-1]
	}
	return w
}

// up finds the place of x at i or above.
func (h *heap) up(i int, x slot) {
	for i > 0 {
		parent := (i - 1) / 4
		p := h.at(parent)
		if !x.before(p) {
			break
		}
		h.set(i, *p)
		i = parent
	}
	h.set(i, x)
}

// down finds the place of x at i or below.
func (h *heap) down(i int, x slot) {
	for {
		c := 4*i + 1
		if c >= h.n {
			break
		}
		least, s := c, h.at(c)
		for c++; c < h.n && c <= 4*i+4; c++ {
			if o := h.at(c); o.before(s) {
				least, s = c, o
			}
		}
		if !s.before(&x) {
			break
		}
		h.set(i, *s)
		i = least
	}
	h.set(i, x)
}

// first is the place of the first timer of a kind, -1 where there is none.
func (h *heap) first(is func(*Waiter) bool) int {
	best := -1
	for i := range h.n {
		if is(h.at(i).w) && (best < 0 || h.at(i).before(h.at(best))) {
			best = i
		}
	}
	return best
}
