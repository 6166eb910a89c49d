package bench

import (
	"context"
	"flag"
	"math/rand/v2"
	goruntime "runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/bpmngen/bpmngen/bench/hand"
	"github.com/bpmngen/bpmngen/runtime"
)

var waiting = flag.Int("waiting", 200_000, "instances that wait in the event benchmarks")

// heapOf is the bytes that make leaves on the heap, for each of n.
func heapOf(n int, make func()) float64 {
	heap := func() uint64 {
		var m goruntime.MemStats
		goruntime.GC()
		goruntime.GC()
		goruntime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	make()
	return float64(heap()-before) / float64(n)
}

// handWaiter is an instance that waits for a message in a sharded map by hand.
type handWaiter struct {
	vars hand.Vars
	done bool
}

type handMap struct {
	shards [16]struct {
		mu sync.Mutex
		m  map[string]*handWaiter
	}
}

func (h *handMap) shard(key string) int { return int(key[len(key)-1]) & 15 }

// order is the keys 0 to n-1 in random order.
func order(n int) []string {
	keys := make([]string, n)
	for i, k := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
		keys[i] = strconv.Itoa(k)
	}
	return keys
}

// parkMessages starts n instances that wait for a message each.
func parkMessages(tb testing.TB, eng *runtime.Engine, p *hand.Program, n int) {
	for k := range n {
		if _, err := p.Start(context.Background(), eng, hand.Vars{Count: int64(k)}); err != nil {
			tb.Fatal(err)
		}
	}
}

// messagesByHand parks and publishes in a sharded map; it returns bytes and
// nanoseconds, each of one.
func messagesByHand(n int) (bytes, ns, cpuNs float64) {
	keys := order(n)
	h := new(handMap)
	bytes = heapOf(n, func() {
		for i := range h.shards {
			h.shards[i].m = map[string]*handWaiter{}
		}
		for k := range n {
			key := strconv.Itoa(k)
			s := &h.shards[h.shard(key)]
			s.m[key] = &handWaiter{vars: hand.Vars{Count: int64(k)}}
		}
	})
	began, used := time.Now(), cpu()
	for _, key := range keys {
		s := &h.shards[h.shard(key)]
		s.mu.Lock()
		w := s.m[key]
		delete(s.m, key)
		s.mu.Unlock()
		w.vars.Done, w.done = true, true
	}
	return bytes, float64(time.Since(began).Nanoseconds()) / float64(n), (cpu() - used) / float64(n)
}

func messagesByEngine(tb testing.TB, n int) (bytes, ns, cpuNs float64) {
	keys := order(n)
	p := hand.Catch(hand.Message, nil)
	eng := newEngine(tb, p)
	bytes = heapOf(n, func() { parkMessages(tb, eng, p, n) })
	began, used := time.Now(), cpu()
	for _, key := range keys {
		if err := eng.Publish(context.Background(), runtime.Message{Name: "M", Key: key, Keyed: true, Payload: key}); err != nil {
			tb.Fatal(err)
		}
	}
	ns, cpuNs = float64(time.Since(began).Nanoseconds())/float64(n), (cpu()-used)/float64(n)
	if left := len(eng.Instances("catch")); left != 0 {
		tb.Fatalf("%d instances left", left)
	}
	return bytes, ns, cpuNs
}

// cpu is the processor time that the test has used, in nanoseconds: on a machine
// with other load it says more than the time of day.
func cpu() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkMessages(b *testing.B) {
	for _, who := range []string{"hand", "engine"} {
		b.Run(who, func(b *testing.B) {
			var bytes, ns, cpuNs float64
			for range b.N {
				if who == "hand" {
					bytes, ns, cpuNs = messagesByHand(*waiting)
				} else {
					bytes, ns, cpuNs = messagesByEngine(b, *waiting)
				}
			}
			b.ReportMetric(cpuNs, "cpu-ns/message")
			b.ReportMetric(bytes, "B/waiting")
			b.ReportMetric(ns, "ns/message")
		})
	}
}

// signal broadcasts to n waiting instances; nanoseconds for each.
func signal(tb testing.TB, n int, h hand.Handler, seen func() bool) float64 {
	p := hand.Catch(hand.Signal, h)
	eng := newEngine(tb, p)
	parkMessages(tb, eng, p, n)
	began := time.Now()
	if err := eng.Broadcast(context.Background(), "S", nil); err != nil {
		tb.Fatal(err)
	}
	for !seen() {
		goruntime.Gosched()
	}
	return float64(time.Since(began).Nanoseconds()) / float64(n)
}

func BenchmarkSignal(b *testing.B) {
	n := *waiting
	b.Run("no handler", func(b *testing.B) {
		var ns float64
		for range b.N {
			ns = signal(b, n, nil, func() bool { return true })
		}
		b.ReportMetric(ns, "ns/instance")
	})
	b.Run("handler", func(b *testing.B) {
		var ns float64
		for range b.N {
			var done atomic.Int64
			ns = signal(b, n, func(context.Context, *hand.Vars) error { done.Add(1); return nil },
				func() bool { return done.Load() == int64(n) })
		}
		b.ReportMetric(ns, "ns/instance")
	})
}

// still is a clock that stands until it is set.
type still struct{ at atomic.Int64 }

func (s *still) Now() time.Time { return time.Unix(0, s.at.Load()) }

func BenchmarkTimers(b *testing.B) {
	for _, n := range []int{*waiting / 10, *waiting} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			var arm, fire float64
			for range b.N {
				clock := new(still)
				p := hand.Catch(hand.Timer, nil)
				eng := newEngine(b, p, runtime.WithClock(clock))
				began := time.Now()
				for _, k := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
					if _, err := p.Start(context.Background(), eng, hand.Vars{Limit: int64(k) + 1}); err != nil {
						b.Fatal(err)
					}
				}
				arm = float64(time.Since(began).Nanoseconds()) / float64(n)
				clock.at.Store(int64(n) + 1)
				began = time.Now()
				eng.Tick()
				fire = float64(time.Since(began).Nanoseconds()) / float64(n)
				if left := len(eng.Instances("catch")); left != 0 {
					b.Fatalf("%d instances left", left)
				}
			}
			b.ReportMetric(arm, "ns/start+arm")
			b.ReportMetric(fire, "ns/fire")
		})
	}
}
