package hub_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bpmngen/bpmngen/runtime/hub"
	"github.com/bpmngen/bpmngen/runtime/machine"
)

const racers = 8

// race runs f on several goroutines at once, each with its own randomness.
func race(f func(g int, rnd *rand.Rand)) {
	var wg sync.WaitGroup
	for g := range racers {
		wg.Go(func() { f(g, rand.New(rand.NewPCG(uint64(g), 9))) })
	}
	wg.Wait()
}

// EV §2.5, §2.9.2, S4.3: whatever races, a message is consumed once, in the
// inbox, expired or refused, none lost and none doubled; a waiter that was
// removed gets nothing, one that is registered gets one message at most.
func TestRacingBroker(t *testing.T) {
	const each = 4000
	var now atomic.Int64
	h := hub.New(hub.Options{InboxSize: 40, TTL: 500, Now: now.Load, Group: groupOf})
	type end struct{ consumed, refused, expired, left atomic.Int32 }
	ends := make([]end, racers*each)
	type life struct{ got, removed atomic.Int32 }
	lives := make([]life, racers*each)
	var claims struct {
		mu  sync.Mutex
		all []hub.Claim
	}
	race(func(g int, rnd *rand.Rand) {
		var armed []*hub.Waiter
		arrive := func(m *hub.Message, r hub.Receiver) {
			for !r.Nobody() {
				if r.Waiter != nil {
					lives[r.Waiter.Owner.(owner).id].got.Add(1)
				}
				switch rnd.IntN(8) {
				case 0:
					r = h.Return(m)
					continue
				case 1:
					r = h.Keep(m)
					continue
				}
				if c := m.Claim; c != nil {
					claims.mu.Lock()
					claims.all = append(claims.all, *c)
					claims.mu.Unlock()
				}
				ends[m.Payload.(int)].consumed.Add(1)
				return
			}
		}
		for n := range each {
			id := g*each + n
			now.Add(1)
			name, key := [...]string{"M", "N"}[rnd.IntN(2)], strconv.Itoa(rnd.IntN(12))
			keyed := rnd.IntN(10) > 0
			m := &hub.Message{Name: name, Key: key, Keyed: keyed, Payload: id}
			r, err := h.Publish(m)
			switch {
			case errors.Is(err, hub.ErrInboxFull):
				ends[id].refused.Add(1)
			case err != nil:
				t.Error(err)
			default:
				arrive(m, r)
			}
			w := &hub.Waiter{Owner: owner{id, [...]string{"P", "Q"}[id%2]},
				Sub: machine.Subscription{Key: strconv.Itoa(rnd.IntN(12)), Keyed: rnd.IntN(10) > 0, Open: rnd.IntN(20) == 0}}
			if m := h.Await(w, name); m != nil {
				arrive(m, hub.Receiver{Waiter: w})
			} else {
				armed = append(armed, w)
			}
			if len(armed) > 10 {
				k := rnd.IntN(len(armed))
				if h.Cease(armed[k]) {
					lives[armed[k].Owner.(owner).id].removed.Add(1)
				}
				armed = append(armed[:k], armed[k+1:]...)
			}
			switch rnd.IntN(40) {
			case 0:
				var st *hub.Start
				if rnd.IntN(2) == 0 {
					st = &hub.Start{Owner: name, Group: "P"}
				}
				for _, d := range h.SetStart(name, st) {
					arrive(d.Message, d.Receiver)
				}
			case 1:
				for _, m := range h.Expire(now.Load()) {
					ends[m.Payload.(int)].expired.Add(1)
				}
			case 2, 3, 4:
				claims.mu.Lock()
				some := claims.all[max(0, len(claims.all)-1):]
				claims.all = claims.all[:len(claims.all)-len(some)]
				some = slices.Clone(some)
				claims.mu.Unlock()
				for _, c := range some {
					for _, d := range h.Release(c) {
						arrive(d.Message, d.Receiver)
					}
				}
			}
		}
		for _, w := range armed {
			if h.Cease(w) {
				lives[w.Owner.(owner).id].removed.Add(1)
			}
		}
	})

	depth := h.Waiting("M") + h.Waiting("N")
	left := h.Expire(1 << 62)
	if len(left) != depth {
		t.Errorf("%d messages left, the inbox counts %d", len(left), depth)
	}
	for _, m := range left {
		ends[m.Payload.(int)].left.Add(1)
	}
	var consumed int32
	for id := range ends {
		e := &ends[id]
		c := e.consumed.Load()
		consumed += c
		if all := c + e.refused.Load() + e.expired.Load() + e.left.Load(); all != 1 {
			t.Fatalf("message %d: %d ends: %d consumed, %d refused, %d expired, %d left", id, all, c,
				e.refused.Load(), e.expired.Load(), e.left.Load())
		}
		if l := &lives[id]; l.got.Load()+l.removed.Load() != 1 {
			t.Fatalf("waiter %d: handed out %d times, removed %d times", id, l.got.Load(), l.removed.Load())
		}
	}
	if consumed == 0 {
		t.Error("nothing was consumed")
	}
}

// S4.2: of many that publish at once with a key that nobody owns, one starts an
// instance; the others are in the inbox until the key is given back, and then
// the oldest starts the next.
func TestOneStartAtATime(t *testing.T) {
	for range 200 {
		h := hub.New(hub.Options{InboxSize: 100, TTL: 100, Now: zero, Group: groupOf})
		h.SetStart("M", &hub.Start{Group: "P"})
		var started atomic.Int32
		race(func(g int, _ *rand.Rand) {
			r, err := h.Publish(&hub.Message{Name: "M", Key: "1", Keyed: true, Payload: g})
			if err != nil {
				t.Error(err)
			}
			if r.Start != nil {
				started.Add(1)
			}
		})
		if started.Load() != 1 || h.Waiting("M") != racers-1 {
			t.Fatalf("%d instances, %d messages wait", started.Load(), h.Waiting("M"))
		}
		for left := racers - 2; left >= 0; left-- {
			if next := h.Release(hub.Claim{Group: "P", Key: "1"}); len(next) != 1 || h.Waiting("M") != left {
				t.Fatalf("%d start the next, %d wait", len(next), h.Waiting("M"))
			}
		}
	}
}

// S4.1, S4.2: neither a start that is registered nor a key that is given back
// while a message is published leaves that message lying.
func TestNothingIsOverlooked(t *testing.T) {
	for n := range 500 {
		h := hub.New(hub.Options{InboxSize: 100, TTL: 100, Now: zero, Group: groupOf})
		claim := hub.Claim{Group: "P", Key: "1"}
		if n%2 == 0 {
			h.SetStart("M", &hub.Start{Group: "P"})
			h.Claim(claim)
		}
		var started atomic.Int32
		var wg sync.WaitGroup
		wg.Go(func() {
			if r, _ := h.Publish(&hub.Message{Name: "M", Key: "1", Keyed: true}); r.Start != nil || r.Waiter != nil {
				started.Add(1)
			}
		})
		wg.Go(func() {
			switch {
			case n%2 == 0:
				started.Add(int32(len(h.Release(claim))))
			case n%4 == 1:
				started.Add(int32(len(h.SetStart("M", &hub.Start{Group: "P"}))))
			default:
				w := &hub.Waiter{Owner: owner{}, Sub: machine.Subscription{Open: true}}
				if h.Await(w, "M") != nil {
					started.Add(1)
				}
			}
		})
		wg.Wait()
		if started.Load() != 1 || h.Waiting("M") != 0 {
			t.Fatalf("run %d: %d started, %d wait", n, started.Load(), h.Waiting("M"))
		}
	}
}

// S4.1: of many that publish the same id at once, one is accepted.
func TestRacingIDs(t *testing.T) {
	h := hub.New(hub.Options{InboxSize: 1000, TTL: 100, Now: zero})
	var accepted atomic.Int32
	race(func(g int, _ *rand.Rand) {
		for n := range 500 {
			r, err := h.Publish(&hub.Message{Name: "M", Key: strconv.Itoa(g), Keyed: true, ID: strconv.Itoa(n)})
			if err != nil {
				t.Error(err)
			}
			if !r.Duplicate {
				accepted.Add(1)
			}
		}
	})
	if accepted.Load() != 500 || h.Waiting("M") != 500 {
		t.Errorf("%d accepted, %d wait", accepted.Load(), h.Waiting("M"))
	}
}

// EV §2.5: a signal catch is told as long as it is registered, a timer fires
// once or is disarmed, whatever races.
func TestRacingSignalsAndTimers(t *testing.T) {
	const each = 3000
	h := hub.New(hub.Options{})
	fired := make([]atomic.Int32, racers*each)
	var ended atomic.Int64
	race(func(g int, rnd *rand.Rand) {
		var mine []*hub.Waiter
		for n := range each {
			w := &hub.Waiter{Owner: owner{id: g*each + n}}
			w.Sub.Due = int64(rnd.IntN(1000))
			h.Arm(w)
			mine = append(mine, w)
			if rnd.IntN(2) == 0 {
				k := rnd.IntN(len(mine))
				if h.Disarm(mine[k]) {
					fired[mine[k].Owner.(owner).id].Add(1)
					ended.Add(1)
				}
			} else if w := h.Due(500); w != nil {
				fired[w.Owner.(owner).id].Add(1)
				ended.Add(1)
			}
			catch := &hub.Waiter{Owner: owner{id: g}}
			h.Listen(catch, "S")
			n := 0
			for _, w := range h.Catchers("S", nil) {
				if w == catch {
					n++
				}
			}
			if n != 1 {
				t.Errorf("a catch is told %d times", n)
			}
			if !h.Unlisten(catch) || h.Unlisten(catch) {
				t.Error("a catch is removed once")
			}
		}
	})
	for w := h.Due(1 << 62); w != nil; w = h.Due(1 << 62) {
		fired[w.Owner.(owner).id].Add(1)
		ended.Add(1)
	}
	for id := range fired {
		if n := fired[id].Load(); n != 1 {
			t.Fatalf("timer %d ended %d times", id, n)
		}
	}
	if h.Armed() != 0 || len(h.Catchers("S", nil)) != 0 {
		t.Error("something is left")
	}
}

// EV §2.5: Close ends while everything goes on, and after it nothing is handed out.
func TestRacingClose(t *testing.T) {
	for range 50 {
		h := hub.New(hub.Options{InboxSize: 100, TTL: 100, Now: zero, Group: groupOf})
		var closed atomic.Bool
		race(func(g int, rnd *rand.Rand) {
			for n := range 200 {
				if g == 0 && n == 100 {
					if _, err := h.Close(t.Context()); err != nil {
						t.Error(err)
					}
					closed.Store(true)
				}
				was := closed.Load()
				key := strconv.Itoa(rnd.IntN(5))
				w := &hub.Waiter{Owner: owner{}, Sub: machine.Subscription{Key: key, Keyed: true, Open: n%9 == 0, Due: 1}}
				m := h.Await(w, "M")
				r, err := h.Publish(&hub.Message{Name: "M", Key: strconv.Itoa(rnd.IntN(5)), Keyed: true})
				ceased := h.Cease(w)
				s := new(hub.Waiter)
				h.Listen(s, "S")
				caught := h.Catchers("S", nil)
				removed := h.Unlisten(s)
				timer := &hub.Waiter{}
				h.Arm(timer)
				due := h.Due(5)
				disarmed := h.Disarm(timer)
				if was && (m != nil || !r.Nobody() || !errors.Is(err, hub.ErrClosed) || ceased || len(caught) > 0 || removed || due != nil || disarmed) {
					t.Error("a closed hub handed something out")
				}
			}
		})
		if n := h.Waiting("M"); n != 0 {
			t.Errorf("%d messages in a closed hub", n)
		}
	}
}
