package hub

import (
	"math/rand/v2"
	"testing"
)

// item is what the table under test holds.
type item struct {
	link  link[item]
	value int
	order int
}

func (i *item) links() *link[item] { return &i.link }

// queueOf is the items of a value in their order, by walking what the table holds.
func queueOf(t *table[item], hash uint64, value int) []*item {
	for head := t.first(hash); head != nil; head = head.link.chain {
		if head.value != value {
			continue
		}
		all := []*item{head}
		for x := head.link.next; x != head; x = x.link.next {
			all = append(all, x)
		}
		return all
	}
	return nil
}

// EV §2.9.4: registering adds one to the queue of its equals, removing takes
// exactly that one out, and the queue goes when it is empty; whatever the table
// does with its buckets meanwhile, also for values of equal hash.
func TestTable(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	var tab table[item]
	hashOf := func(value int) uint64 { return uint64(value/2) * 0x9e3779b97f4a7c15 } // two values a hash
	want := map[int][]*item{}
	var all []*item
	for step := range 60_000 {
		grow := step < 20_000 || step >= 30_000 && step < 40_000
		if len(all) == 0 || rnd.IntN(10) < 3 != grow {
			e := &item{value: rnd.IntN(8000), order: step}
			e.link.hash = hashOf(e.value)
			q := want[e.value]
			switch at := rnd.IntN(3); {
			case len(q) == 0:
				insert(&tab, e)
				want[e.value] = []*item{e}
			case at == 0:
				insertBefore(&tab, q[0], e, true)
				want[e.value] = append([]*item{e}, q...)
			case at == 1 && len(q) > 1:
				insertBefore(&tab, q[1], e, false)
				want[e.value] = append([]*item{q[0], e}, q[1:]...)
			default:
				insertBefore(&tab, q[0], e, false)
				want[e.value] = append(q, e)
			}
			all = append(all, e)
		} else {
			k := rnd.IntN(len(all))
			e := all[k]
			all[k] = all[len(all)-1]
			all = all[:len(all)-1]
			remove(&tab, e)
			if e.link.at != 0 || e.link.next != nil || e.link.prev != nil || e.link.chain != nil || e.link.head {
				t.Fatal("a removed item keeps something alive")
			}
			var q []*item
			for _, x := range want[e.value] {
				if x != e {
					q = append(q, x)
				}
			}
			if want[e.value] = q; len(q) == 0 {
				delete(want, e.value)
			}
		}
		if step%500 != 0 && len(all) > 0 {
			continue
		}
		if tab.count != len(want) {
			t.Fatalf("step %d: %d queues, want %d", step, tab.count, len(want))
		}
		for value, q := range want {
			got := queueOf(&tab, hashOf(value), value)
			if len(got) != len(q) {
				t.Fatalf("step %d: value %d has %d items, want %d", step, value, len(got), len(q))
			}
			for i := range q {
				if got[i] != q[i] || q[i].link.prev != q[(i+len(q)-1)%len(q)] || q[i].link.head != (i == 0) {
					t.Fatalf("step %d: value %d is out of order at %d", step, value, i)
				}
			}
		}
		if tab.count > tab.buckets || tab.count == 0 && tab.buckets > segmentSize {
			t.Fatalf("step %d: %d buckets for %d queues", step, tab.buckets, tab.count)
		}
		if have := len(tab.segments) * segmentSize; have < tab.buckets || have >= tab.buckets+segmentSize {
			t.Fatalf("step %d: room for %d buckets, %d in use", step, have, tab.buckets)
		}
	}
	// Whoever comes and goes gives the room of those that left back, bit by bit.
	for ; len(all) > 1; all = all[:len(all)-1] {
		remove(&tab, all[len(all)-1])
	}
	guest := &item{value: -1}
	for range tab.buckets {
		insert(&tab, guest)
		remove(&tab, guest)
	}
	if tab.buckets != segmentSize {
		t.Errorf("%d buckets for one", tab.buckets)
	}
	remove(&tab, all[0])
	if tab.count != 0 {
		t.Errorf("%d queues are left", tab.count)
	}
}

// The heap gives back the room that it no longer needs.
func TestHeapShrinks(t *testing.T) {
	var h heap
	ws := make([]Waiter, 20*chunkSize)
	for i := range ws {
		h.push(&ws[i], int64(i))
	}
	if len(h.chunks) < 20 {
		t.Fatalf("%d chunks", len(h.chunks))
	}
	for i := range ws {
		if w := h.take(0); w != &ws[i] {
			t.Fatalf("timer %d is out of order", i)
		}
	}
	if len(h.chunks) > 2 {
		t.Errorf("%d chunks for nothing", len(h.chunks))
	}
}
