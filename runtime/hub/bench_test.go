package hub_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	goruntime "runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

// size is how much waits: go test -bench . ./runtime/hub -waiting 1000000.
var size = flag.Int("waiting", 200_000, "waiters in the benchmarks")

// byHand is what one writes without a hub: a map in shards, of one waiter a key.
type byHand struct {
	shards [16]struct {
		mu sync.Mutex
		m  map[string]*handWaiter
		_  [64]byte
	}
}

type handWaiter struct {
	key  string
	done bool
}

func (h *byHand) shard(key string) int { return int(key[len(key)-1]) & 15 }

func (h *byHand) add(w *handWaiter) {
	s := &h.shards[h.shard(w.key)]
	s.mu.Lock()
	if s.m == nil {
		s.m = map[string]*handWaiter{}
	}
	s.m[w.key] = w
	s.mu.Unlock()
}

func (h *byHand) take(key string) *handWaiter {
	s := &h.shards[h.shard(key)]
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.m[key]
	delete(s.m, key)
	return w
}

func keysOf(n int) (inOrder, shuffled []string) {
	inOrder, shuffled = make([]string, n), make([]string, n)
	for i := range n {
		inOrder[i] = "order-" + strconv.Itoa(i)
	}
	for i, k := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		shuffled[i] = inOrder[k]
	}
	return inOrder, shuffled
}

// heap is what is on it after make, by n.
func heap(n int, make func()) float64 {
	use := func() uint64 {
		var m goruntime.MemStats
		goruntime.GC()
		goruntime.GC()
		goruntime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := use()
	make()
	return float64(use()-before) / float64(n)
}

// per reports what each of n costs since began.
func per(b *testing.B, n int, began time.Time, unit string) {
	b.ReportMetric(float64(time.Since(began).Nanoseconds())/float64(n), unit)
}

// SPEED.md: to publish to one of a million waiters in random order and take it
// off costs at most 2.5 times a map by hand, in the same run.
func BenchmarkMessages(b *testing.B) {
	keys, shuffled := keysOf(*size)
	b.Run("hand", func(b *testing.B) {
		for range b.N {
			h := new(byHand)
			b.ReportMetric(heap(*size, func() {
				began := time.Now()
				for _, k := range keys {
					h.add(&handWaiter{key: k})
				}
				per(b, *size, began, "ns/register")
			}), "B/waiter")
			began := time.Now()
			for _, k := range shuffled {
				w := h.take(k)
				if w == nil || w.done {
					b.Fatal("nobody")
				}
				w.done = true
			}
			per(b, *size, began, "ns/publish")
		}
	})
	hubs := func(b *testing.B, next func(key string) *hub.Message) {
		for range b.N {
			h := hub.New(hub.Options{})
			b.ReportMetric(heap(*size, func() {
				began := time.Now()
				for _, k := range keys {
					h.Await(&hub.Waiter{Sub: machine.Subscription{Key: k, Keyed: true}}, "Paid")
				}
				per(b, *size, began, "ns/register")
			}), "B/waiter")
			began := time.Now()
			for _, k := range shuffled {
				if w, _ := h.Publish(next(k)); w.Nobody() {
					b.Fatal("nobody")
				}
			}
			per(b, *size, began, "ns/publish")
		}
	}
	b.Run("hub", func(b *testing.B) {
		m := new(hub.Message)
		hubs(b, func(key string) *hub.Message {
			m.Name, m.Key, m.Keyed = "Paid", key, true
			return m
		})
	})
	b.Run("hub, new messages", func(b *testing.B) {
		hubs(b, func(key string) *hub.Message { return &hub.Message{Name: "Paid", Key: key, Keyed: true} })
	})
}

// However many equal waiters queue (S4.2), serving one, removing one, and
// storing a message cost the same.
func BenchmarkQueue(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			h := hub.New(hub.Options{InboxSize: n, TTL: 1 << 40, Now: zero})
			ws := make([]hub.Waiter, n)
			for i := range ws {
				h.Await(&ws[i], "M")
			}
			b.ResetTimer()
			for i := range b.N {
				w, _ := h.Publish(&hub.Message{Name: "M"})
				h.Await(w.Waiter, "M")
				h.Cease(&ws[i%n])
				h.Await(&ws[i%n], "M")
			}
		})
	}
	b.Run("inbox", func(b *testing.B) {
		h := hub.New(hub.Options{InboxSize: 10_000, TTL: 1 << 40, Now: zero})
		for range 9999 {
			h.Publish(&hub.Message{Name: "M"})
		}
		b.ResetTimer()
		for range b.N {
			h.Publish(&hub.Message{Name: "M"})
			h.Await(new(hub.Waiter), "M")
		}
	})
}

// A signal costs what its catchers are, not what else waits (S5.1).
func BenchmarkSignal(b *testing.B) {
	h := hub.New(hub.Options{})
	for i := range *size {
		h.Listen(new(hub.Waiter), "other"+strconv.Itoa(i%1000))
	}
	for _, n := range []int{1, 1000, 100_000} {
		name := fmt.Sprint("S", n)
		for range n {
			h.Listen(new(hub.Waiter), name)
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			began := time.Now()
			for range b.N {
				if len(h.Catchers(name, nil)) != n {
					b.Fatal("not all")
				}
			}
			per(b, n*b.N, began, "ns/catcher")
		})
	}
}

// Arming, arming again, disarming and firing grow no faster than log n.
func BenchmarkTimers(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			rnd := rand.New(rand.NewPCG(1, 1))
			for range b.N {
				h := hub.New(hub.Options{})
				ws := make([]hub.Waiter, n)
				for i := range ws {
					ws[i].Sub.Due = rnd.Int64()
				}
				began := time.Now()
				for i := range ws {
					h.Arm(&ws[i])
				}
				per(b, n, began, "ns/arm")
				began = time.Now()
				for i := range ws {
					ws[i].Sub.Due ^= 1 << 61
					h.Arm(&ws[i])
				}
				per(b, n, began, "ns/rearm")
				began = time.Now()
				for i := range ws {
					h.Disarm(&ws[i])
					h.Arm(&ws[i])
				}
				per(b, n, began, "ns/disarm+arm")
				began = time.Now()
				for range n {
					if h.Due(1<<63-1) == nil {
						b.Fatal("none")
					}
				}
				per(b, n, began, "ns/fire")
			}
		})
	}
}
