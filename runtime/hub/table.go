package hub

// link is what makes a value an entry of a table: the value itself is the
// entry, so that being registered costs no memory beside it.
type link[T any] struct {
	hash  uint64
	chain *T // a head's: the next head in its bucket
	// next and prev are the neighbours in the queue of equals, a ring in which
	// the head's prev is the last one.
	next, prev *T
	at         int32 // 0: not registered; a timer's: its place in the heap, plus one
	head       bool  // first of its queue, and as such in a bucket
	open       bool  // a message waiter that takes any key
}

// linked is a pointer to an entry.
type linked[T any] interface {
	*T
	links() *link[T]
}

const segmentSize = 64

type segment[T any] [segmentSize]*T

// table is a hash table of queues of equals (EV §2.9.4). It grows and shrinks by one bucket
// at a time (linear hashing), so that no call ever waits for a million entries
// to be moved. It is not safe for concurrent use.
type table[T any] struct {
	segments []*segment[T]
	buckets  int // in use
	low      int // the greatest power of two that is not above buckets
	count    int // of heads
}

// bucket is the chain of heads that a hash belongs to, nil where the table is empty.
func (t *table[T]) bucket(hash uint64) **T {
	if t.buckets == 0 {
		return nil
	}
	i := int(hash & uint64(2*t.low-1))
	if i >= t.buckets {
		i -= t.low
	}
	return t.slot(i)
}

func (t *table[T]) slot(i int) **T { return &t.segments[i/segmentSize][i%segmentSize] }

// first is the first head of a hash's bucket.
func (t *table[T]) first(hash uint64) *T {
	if at := t.bucket(hash); at != nil {
		return *at
	}
	return nil
}

// insert makes e the head of a queue of its own.
func insert[T any, P linked[T]](t *table[T], e P) {
	if t.count >= t.buckets {
		grow[T, P](t)
	}
	l := e.links()
	l.head, l.at = true, 1
	l.next, l.prev = (*T)(e), (*T)(e)
	at := t.bucket(l.hash)
	l.chain = *at
	*at = (*T)(e)
	t.count++
}

// insertBefore puts e into a queue before one of it. Before the head is at
// the queue's end, unless first says that e is the new head.
func insertBefore[T any, P linked[T]](t *table[T], at, e P, first bool) {
	a, l := at.links(), e.links()
	l.at, l.head, l.chain = 1, false, nil
	l.next, l.prev = (*T)(at), a.prev
	P(a.prev).links().next = (*T)(e)
	a.prev = (*T)(e)
	if first {
		t.replace(find[T, P](t, at), l, (*T)(e), a)
	}
}

// remove takes e, and nothing else, out of its queue; the queue goes when it is empty.
func remove[T any, P linked[T]](t *table[T], e P) {
	l := e.links()
	alone := P(l.next) == e
	if l.head {
		at := find[T, P](t, e)
		if alone {
			*at = l.chain
			t.count--
		} else {
			t.replace(at, P(l.next).links(), l.next, l)
		}
	}
	if !alone {
		P(l.next).links().prev = l.prev
		P(l.prev).links().next = l.next
	}
	l.next, l.prev, l.chain, l.head, l.at = nil, nil, nil, false, 0
	switch {
	case !alone || t.buckets == segmentSize:
	case t.count == 0:
		*t = table[T]{}
	case t.count < t.buckets/4:
		shrink[T, P](t)
	}
}

// replace puts the head e in the place of the head old, to which at points.
func (t *table[T]) replace(at **T, l *link[T], e *T, old *link[T]) {
	l.head, l.chain = true, old.chain
	old.head, old.chain = false, nil
	*at = e
}

// find is what points to a head.
func find[T any, P linked[T]](t *table[T], e P) **T {
	at := t.bucket(e.links().hash)
	for P(*at) != e {
		at = &P(*at).links().chain
	}
	return at
}

// grow adds a bucket, and moves to it what belongs there from the one bucket
// that had it before.
func grow[T any, P linked[T]](t *table[T]) {
	if t.buckets == 0 {
		t.segments = append(t.segments[:0], new(segment[T]))
		t.buckets, t.low = segmentSize, segmentSize
		return
	}
	if t.buckets == 2*t.low {
		t.low = t.buckets
	}
	if t.buckets%segmentSize == 0 {
		t.segments = append(t.segments, new(segment[T]))
	}
	from, to := t.slot(t.buckets-t.low), t.slot(t.buckets)
	t.buckets++
	mask, mine := uint64(2*t.low-1), uint64(t.buckets-1)
	for *from != nil {
		l := P(*from).links()
		if l.hash&mask != mine {
			from = &l.chain
			continue
		}
		e := *from
		*from = l.chain
		l.chain = *to
		*to = e
	}
}

// shrink gives back the last bucket, whose heads go where they came from.
func shrink[T any, P linked[T]](t *table[T]) {
	if t.buckets == t.low {
		t.low /= 2
	}
	t.buckets--
	from, to := t.slot(t.buckets), t.slot(t.buckets-t.low)
	for *to != nil {
		to = &P(*to).links().chain
	}
	*to, *from = *from, nil
	if t.buckets%segmentSize == 0 {
		t.segments[len(t.segments)-1] = nil
		t.segments = t.segments[:len(t.segments)-1]
	}
}
