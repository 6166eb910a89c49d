package hub

// chained is what a table holds: an entry knows its hash and its neighbour.
type chained[T any] interface {
	*T
	hashed() uint32
	link() **T
}

func (w *Waiter) hashed() uint32 { return w.hash }
func (w *Waiter) link() **Waiter { return &w.next }

func (m *Message) hashed() uint32  { return m.hash }
func (m *Message) link() **Message { return &m.next }

// table is a hash table of intrusive chains: an entry costs a pointer. It is
// not safe for concurrent use.
type table[T any] struct {
	buckets []*T
	count   int
}

func (t *table[T]) bucket(hash uint32) *T {
	if len(t.buckets) == 0 {
		return nil
	}
	return t.buckets[hash&uint32(len(t.buckets)-1)]
}

func add[T any, P chained[T]](t *table[T], e P) {
	if t.count == len(t.buckets) {
		grow[T, P](t)
	}
	at := &t.buckets[e.hashed()&uint32(len(t.buckets)-1)]
	*e.link() = *at
	*at = (*T)(e)
	t.count++
}

func remove[T any, P chained[T]](t *table[T], e P) {
	at := &t.buckets[e.hashed()&uint32(len(t.buckets)-1)]
	for *at != nil {
		if P(*at) == e {
			*at = *e.link()
			*e.link() = nil
			t.count--
			return
		}
		at = P(*at).link()
	}
}

func grow[T any, P chained[T]](t *table[T]) {
	old := t.buckets
	t.buckets = make([]*T, max(8, 2*len(old)))
	mask := uint32(len(t.buckets) - 1)
	for _, e := range old {
		for e != nil {
			next := *P(e).link()
			at := &t.buckets[P(e).hashed()&mask]
			*P(e).link() = *at
			*at = e
			e = next
		}
	}
}
